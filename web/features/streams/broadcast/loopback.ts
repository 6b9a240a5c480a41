import { PictureDecoder } from '../watch/picture-decoder.ts'
import { Screen } from '../watch/screen.ts'
import type { Broadcast } from './broadcast.ts'

/** Decodes what is sent and draws it to a canvas, until what is answered is called. */
export function decodeSoon(broadcast: Broadcast, canvas: HTMLCanvasElement): () => void {
  const screen = new Screen(canvas)
  const decoder = new PictureDecoder({
    onPicture: (picture) => screen.show(picture),
    onLost: () => broadcast.capture.beginAnew(),
  })
  const unwatch = broadcast.watch((frame, { picture }) => {
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
