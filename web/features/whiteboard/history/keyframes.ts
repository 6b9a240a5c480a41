import type { BoardCanvas } from '../../../../contract/board/board.ts'

type Keyframe = { readonly number: number; readonly board: BoardCanvas }

/** Maximum number of keyframes, of 1.4 MB each. */
export const KEYFRAMES_MAX = 24

export class Keyframes {
  #frames: Keyframe[] = []

  has(number: number): boolean {
    return this.#frames.some((frame) => frame.number === number)
  }

  /** Stores a copy of the board; above the maximum, the keyframe with the closest neighbours is dropped. */
  keep(number: number, board: BoardCanvas): void {
    if (this.has(number)) return
    const frames = [...this.#frames, { number, board: copyBoard(board) }].sort((a, b) => a.number - b.number)
    this.#frames = frames.length > KEYFRAMES_MAX ? frames.toSpliced(mostCrowded(frames, number), 1) : frames
  }

  drop(number: number): void {
    this.#frames = this.#frames.filter((frame) => frame.number !== number)
  }

  before(number: number): Keyframe | undefined {
    return this.#frames.findLast((frame) => frame.number <= number)
  }
}

/** Index to drop: never the first, the last or the newest. */
function mostCrowded(frames: readonly Keyframe[], stored: number): number {
  let [found, smallestGap] = [1, Number.POSITIVE_INFINITY]
  for (let at = 1; at < frames.length - 1; at++) {
    const gap = (frames[at + 1]?.number ?? 0) - (frames[at - 1]?.number ?? 0)
    if (gap < smallestGap && frames[at]?.number !== stored) [found, smallestGap] = [at, gap]
  }
  return found
}

export function copyBoard({ pixels, pens, client }: BoardCanvas): BoardCanvas {
  return { pixels: pixels.slice(), pens: new Map(pens), client }
}

export function copyInto(target: BoardCanvas, source: BoardCanvas): void {
  target.pixels.set(source.pixels)
  target.pens.clear()
  for (const [client, pen] of source.pens) target.pens.set(client, pen)
  target.client = source.client
}
