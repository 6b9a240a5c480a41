import { useEffect, useRef } from 'react'
import { useStore } from '../../../lib/store.ts'
import { PictureDecoder } from '../watch/picture-decoder.ts'
import { Screen } from '../watch/screen.ts'
import styles from './BroadcastPage.module.css'
import type { BroadcastSession } from './broadcast-session.ts'
import { SourcePicker } from './SourcePicker.tsx'
import type { Source } from './source.ts'
import type { Studio } from './studio.ts'

export function SourcePreview({ source: { preview } }: { source: Source }) {
  return preview instanceof HTMLCanvasElement ? <CanvasPreview canvas={preview} /> : <VideoPreview stream={preview} />
}

function VideoPreview({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return <video ref={video} autoPlay muted playsInline aria-label="Your picture" />
}

/** Copies a canvas that is not on the page. */
function CanvasPreview({ canvas }: { canvas: HTMLCanvasElement }) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvasRef.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    let frame = 0
    const draw = () => {
      context.drawImage(canvas, 0, 0)
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [canvas])
  return <canvas ref={canvasRef} width={canvas.width} height={canvas.height} role="img" aria-label="Your picture" />
}

/** Preview of the stream as viewers see it, encoded and decoded. */
export function ViewersPreview({ broadcast }: { broadcast: BroadcastSession }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => (canvas.current ? previewBroadcast(broadcast, canvas.current) : undefined), [broadcast])
  return <canvas ref={canvas} width={16} height={9} role="img" aria-label="What viewers see" />
}

/** Decodes the broadcast and draws it to a canvas, until the returned function is called. */
export function previewBroadcast(broadcast: BroadcastSession, canvas: HTMLCanvasElement): () => void {
  const screen = new Screen(canvas)
  const decoder = new PictureDecoder({
    onPicture: (picture) => screen.show(picture),
    onLost: () => broadcast.capture.requestKeyFrame(),
  })
  const unwatch = broadcast.watchFrames((frame, { picture }) => {
    decoder.setUp(picture)
    if (frame.kind === 'picture') decoder.decode(frame)
    if (frame.kind === 'still' && !picture)
      void createImageBitmap(new Blob([frame.data])).then(
        (still) => screen.show(still),
        () => undefined,
      )
  })
  return () => {
    unwatch()
    decoder.reset()
    screen.clear()
  }
}

/** Preview of the chosen source and the buttons that choose it. */
export function SourceChoice({ studio }: { studio: Studio }) {
  const { source } = useStore(studio)
  return (
    <div className={styles.source}>
      <div className={styles.preview} data-theme="dark">
        {source ? <SourcePreview source={source} /> : <p>Choose what to show</p>}
      </div>
      <SourcePicker studio={studio} />
    </div>
  )
}
