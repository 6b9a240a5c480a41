import { type StreamFrame, stillType } from '../../../../contract/socket/stream-frame.ts'

type Still = Pick<StreamFrame, 'data' | 'timeUs'>

/**
 * Decodes stills one at a time. Meanwhile only the latest waits: a still of few bytes can have millions of pixels, so
 * many at once would fill the memory.
 */
export class StillDecoder {
  /** The receiver closes the picture. */
  readonly #onPicture: (picture: ImageBitmap, timeUs: number) => void
  #waiting: Still | null = null
  #isDecoding = false

  constructor(onPicture: (picture: ImageBitmap, timeUs: number) => void) {
    this.#onPicture = onPicture
  }

  async decode(still: Still): Promise<void> {
    this.#waiting = still
    if (this.#isDecoding) return
    this.#isDecoding = true
    try {
      while (this.#waiting) {
        const { data, timeUs }: Still = this.#waiting
        this.#waiting = null
        const picture = await createImageBitmap(new Blob([data], { type: stillType(data) })).catch(() => null)
        if (picture) this.#onPicture(picture, timeUs)
      }
    } finally {
      this.#isDecoding = false
    }
  }
}
