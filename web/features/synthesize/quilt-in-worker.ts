import type { Pixels, QuiltOptions, QuiltProgress } from './quilt.ts'
import type { QuiltMessage, QuiltRequest } from './quilt-worker.ts'

type Running = { onProgress: (progress: QuiltProgress) => void; signal: AbortSignal }

/**
 * Makes a texture in a web worker, so that the page stays responsive.
 * @throws the reason of `signal` after it is aborted, or an error if the worker fails.
 */
export function quiltInWorker(sample: Pixels, options: QuiltOptions, { onProgress, signal }: Running): Promise<Pixels> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./quilt-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Pixels>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.onerror = ({ message }) => reject(new Error(`the texture could not be made: ${message}`))
    worker.onmessage = ({ data }: MessageEvent<QuiltMessage>) => {
      if ('texture' in data) resolve(data.texture)
      else onProgress(data.progress)
    }
    worker.postMessage({ sample, options } satisfies QuiltRequest, { transfer: [sample.data.buffer] })
  }).finally(() => worker.terminate())
}
