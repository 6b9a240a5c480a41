import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SizedPicture } from '../../../contract/image-sizes.ts'
import { synthesizeMessages } from '../../lib/messages/synthesize.ts'
import type { Pixels } from './quilt.ts'
import { quiltInWorker } from './quilt-in-worker.ts'
import { readSample } from './read-sample.ts'

export type TextureState =
  | { step: 'idle' }
  /** `part` of the work that is done, from 0 to 1. */
  | { step: 'running'; part: number }
  | { step: 'done'; file: File; side: number }
  | { step: 'failed'; message: string }

/** Sides of the texture and of its patches, in pixels. */
export type TextureSettings = { side: number; patchSide: number }

/** Makes square textures of a picture, one at a time, and paints each on a canvas while it grows. */
export function useTexture(picture: SizedPicture, fileName: string, canvas: RefObject<HTMLCanvasElement | null>) {
  const [state, setState] = useState<TextureState>({ step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const make = async (settings: TextureSettings) => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setState({ step: 'running', part: 0 })
    try {
      const file = await makeFile(settings, signal)
      if (!signal.aborted) setState({ step: 'done', file, side: settings.side })
    } catch (error) {
      const message = error instanceof NoPicture ? synthesizeMessages.pictureFailed : synthesizeMessages.failed
      if (!signal.aborted) setState({ step: 'failed', message })
    }
  }

  const makeFile = async ({ side, patchSide }: TextureSettings, signal: AbortSignal) => {
    const sample = await readSample(picture).catch((cause) => {
      throw new NoPicture('the picture could not be loaded', { cause })
    })
    // Another texture may be on the canvas by now.
    signal.throwIfAborted()
    const context = emptyContext(canvas.current, side)
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1))
    const texture = await quiltInWorker(
      sample,
      { width: side, height: side, patchSide, seed },
      {
        signal,
        onProgress: ({ done, total, top, rows }) => {
          paint(context, rows, top)
          setState({ step: 'running', part: done / total })
        },
      },
    )
    paint(context, texture, 0)
    return new File([await pngOf(context.canvas)], fileName, { type: 'image/png' })
  }

  const cancel = () => {
    running.current?.abort()
    setState({ step: 'idle' })
  }
  return { state, make, cancel }
}

class NoPicture extends Error {}

function emptyContext(canvas: HTMLCanvasElement | null, side: number): CanvasRenderingContext2D {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) throw new Error('no canvas')
  // Setting a size also empties the canvas.
  Object.assign(canvas, { width: side, height: side })
  return context
}

function paint(context: CanvasRenderingContext2D, { width, height, data }: Pixels, top: number): void {
  context.putImageData(new ImageData(data, width, height), 0, top)
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the texture could not be encoded'))),
      'image/png',
    ),
  )
}
