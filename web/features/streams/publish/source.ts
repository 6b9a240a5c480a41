import type { StreamSource } from '../../../../contract/http/streams.ts'
import type { Size } from './encoding.ts'

/** A drawable picture and its size. */
export type Shot = Size & { image: CanvasImageSource }

/** A source of pictures and sound. */
export type Source = {
  kind: StreamSource
  /** Shown to the artist. */
  preview: MediaStream | HTMLCanvasElement
  /** Sound of the source, such as a tab's. */
  sound: MediaStream | null
  /** Passes pictures on until the returned function is called. The receiver closes them. */
  read: (onPicture: (picture: VideoFrame) => void) => () => void
  /** The current picture; null before the first. */
  shot: () => Shot | null
  stop: () => void
  /** Calls a listener when the source ends by itself, for example because its window was closed. */
  onEnded: (ended: () => void) => void
}
