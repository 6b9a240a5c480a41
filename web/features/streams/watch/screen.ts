type Picture = VideoFrame | ImageBitmap

const sidesOf = (picture: Picture) =>
  'displayWidth' in picture
    ? { width: picture.displayWidth, height: picture.displayHeight }
    : { width: picture.width, height: picture.height }

/** Each waiting picture holds memory of the graphics card, and decoders have few. */
const WAITING_MAX = 8

/** Draws pictures on a canvas in their own size, when they are due. */
export class Screen {
  readonly canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D | null
  readonly #waiting = new Map<ReturnType<typeof setTimeout>, Picture>()

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas
    this.#context = canvas.getContext('2d', { alpha: false })
  }

  /** Shows and closes a picture after a delay in milliseconds. */
  show(picture: Picture, afterMs = 0): void {
    if (afterMs < 1) {
      this.#draw(picture)
      return
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      this.#draw(picture)
    }, afterMs)
    this.#waiting.set(timer, picture)
    for (const [oldestTimer, oldest] of this.#waiting) {
      if (this.#waiting.size <= WAITING_MAX) return
      clearTimeout(oldestTimer)
      oldest.close()
      this.#waiting.delete(oldestTimer)
    }
  }

  clear(): void {
    for (const [timer, picture] of this.#waiting) {
      clearTimeout(timer)
      picture.close()
    }
    this.#waiting.clear()
  }

  #draw(picture: Picture): void {
    const { width, height } = sidesOf(picture)
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height })
    this.#context?.drawImage(picture, 0, 0, width, height)
    picture.close()
  }
}
