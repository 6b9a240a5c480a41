import type { StreamSource } from '../../../../contract/http/streams.ts'
import type { Size } from './encoding.ts'

export type Snapshot = Size & { image: CanvasImageSource }

export type Source = {
  kind: StreamSource
  /** Shown to the artist. */
  preview: MediaStream | HTMLCanvasElement
  /** Sound of the source, such as a tab's. */
  sound: MediaStream | null
  /** Passes pictures on until the returned function is called. The receiver closes them. */
  read: (onPicture: (picture: VideoFrame) => void) => () => void
  /** Returns the current picture; null before the first. */
  snapshot: () => Snapshot | null
  /** True if the browser reads no pictures from this source while the page is hidden. */
  stopsWhileHidden: boolean
  stop: () => void
  /** Calls a listener when the source ends by itself, for example when its window closes. */
  onEnded: (listener: () => void) => void
}
