type Picture = VideoFrame | ImageBitmap

const sidesOf = (picture: Picture) =>
  'displayWidth' in picture
    ? { width: picture.displayWidth, height: picture.displayHeight }
    : { width: picture.width, height: picture.height }

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
