type Picture = VideoFrame | ImageBitmap

const sidesOf = (picture: Picture) =>
  'displayWidth' in picture
    ? { width: picture.displayWidth, height: picture.displayHeight }
    : { width: picture.width, height: picture.height }

/** Each waiting picture holds memory of the graphics card, and decoders have few. */
const WAITING_MAX = 8
/** Least interval between pictures of a hidden page. */
const HIDDEN_DRAW_MS = 1000 / 60

/**
 * Draws pictures on a canvas in their own size, when they are due. Draws once per animation frame at most: a hostile
 * publisher may send many more pictures, of changing sizes, and each size needs a new canvas.
 */
export class Screen {
  readonly canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D | null
  readonly #waiting = new Map<ReturnType<typeof setTimeout>, Picture>()
  /** The picture for the next animation frame. */
  #next: Picture | null = null
  #frame = 0
  #drawnAt = Number.NEGATIVE_INFINITY

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas
    this.#context = canvas.getContext('2d', { alpha: false })
  }

  /** Shows and closes a picture after a delay in milliseconds. */
  show(picture: Picture, afterMs = 0): void {
    if (afterMs < 1) {
      this.#present(picture)
      return
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      this.#present(picture)
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
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#next?.close()
    this.#next = null
  }

  #present(picture: Picture): void {
    this.#next?.close()
    this.#next = picture
    this.#frame ||= requestAnimationFrame(() => this.#draw())
    // A hidden page gets no animation frames, but its canvas may be shown as picture in picture.
    const isHidden = document.visibilityState === 'hidden'
    if (isHidden && performance.now() - this.#drawnAt >= HIDDEN_DRAW_MS) this.#draw()
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    const picture = this.#next
    if (!picture) return
    this.#next = null
    this.#drawnAt = performance.now()
    const { width, height } = sidesOf(picture)
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height })
    this.#context?.drawImage(picture, 0, 0, width, height)
    picture.close()
  }
}
