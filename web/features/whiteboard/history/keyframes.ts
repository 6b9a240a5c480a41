import type { Board } from '../../../../contract/board/board.ts'

/** A copy of the board after the flush of a number. */
type Keyframe = { readonly number: number; readonly board: Board }

/** Copies of the board that one can go on from, each of 1.4 MB: so many at most, as evenly spread as they can be. */
export const KEYFRAMES_MAX = 24

export class Keyframes {
  /** By their numbers, the lowest first. */
  #frames: Keyframe[] = []

  has(number: number): boolean {
    return this.#frames.some((frame) => frame.number === number)
  }

  /** Keeps a copy of the board; where they are too many, another goes, whose neighbours are nearest to each other. */
  keep(number: number, board: Board): void {
    if (this.has(number)) return
    const frames = [...this.#frames, { number, board: copyOf(board) }].sort((a, b) => a.number - b.number)
    this.#frames = frames.length > KEYFRAMES_MAX ? frames.toSpliced(mostCrowded(frames, number), 1) : frames
  }

  drop(number: number): void {
    this.#frames = this.#frames.filter((frame) => frame.number !== number)
  }

  /** The last at or before a number. */
  before(number: number): Keyframe | undefined {
    return this.#frames.findLast((frame) => frame.number <= number)
  }
}

/** Which of them goes; the first and the last stay, and the one that was just kept, as something waits for it. */
function mostCrowded(frames: readonly Keyframe[], kept: number): number {
  let [found, least] = [1, Number.POSITIVE_INFINITY]
  for (let at = 1; at < frames.length - 1; at++) {
    const room = (frames[at + 1]?.number ?? 0) - (frames[at - 1]?.number ?? 0)
    if (room < least && frames[at]?.number !== kept) [found, least] = [at, room]
  }
  return found
}

export function copyOf({ pixels, pens, client }: Board): Board {
  return { pixels: pixels.slice(), pens: new Map(pens), client }
}

/** Makes a board what another is, in the pixels that it has. */
export function become(board: Board, other: Board): void {
  board.pixels.set(other.pixels)
  board.pens.clear()
  for (const [client, pen] of other.pens) board.pens.set(client, pen)
  board.client = other.client
}
