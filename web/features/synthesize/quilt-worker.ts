import { type Pixels, type QuiltOptions, type QuiltProgress, quilt } from './quilt.ts'

export type QuiltRequest = { sample: Pixels; options: QuiltOptions }
export type QuiltMessage = { progress: QuiltProgress } | { texture: Pixels }

// Web worker that makes one texture. The page ends it, before that to cancel.
addEventListener('message', ({ data: { sample, options } }: MessageEvent<QuiltRequest>) => {
  const running = quilt(sample, options)
  for (;;) {
    const { done, value } = running.next()
    if (done) return send({ texture: value }, value)
    send({ progress: value }, value.rows)
  }
})

function send(message: QuiltMessage, { data }: Pixels): void {
  postMessage(message, { transfer: [data.buffer] })
}
