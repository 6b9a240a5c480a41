import { BOARD } from '../limits.ts'
import { blended } from './ink.ts'
import { coveredBy, endOf, firstOf, type Piece, spanOf } from './piece.ts'

/** How much each pixel is covered by the curve that is being drawn, 0 to 256; zero between curves. */
const coverage = new Uint16Array(BOARD.width * BOARD.height)
/** Where the curve that is being drawn has touched a row: from a column up to before another. */
const touchedFrom = new Int16Array(BOARD.height).fill(BOARD.width)
const touchedTo = new Int16Array(BOARD.height)

/** Notes how much one piece of a curve covers each pixel, where that is more than was noted of the pieces before. */
export function notePiece(piece: Piece): void {
  for (let row = piece.top; row <= piece.bottom; row++) {
    const span = spanOf(piece, row)
    if (span === 0) continue
    let column = firstOf(span)
    let end = endOf(span)
    if (column < (touchedFrom[row] as number)) touchedFrom[row] = column
    if (end > (touchedTo[row] as number)) touchedTo[row] = end
    const start = row * BOARD.width
    for (; column < end; column++) {
      const covered = coveredBy(piece, column, row)
      if (covered === 256) break
      noteOne(start + column, covered)
    }
    for (; column < end; end--) {
      const covered = coveredBy(piece, end - 1, row)
      if (covered === 256) break
      noteOne(start + end - 1, covered)
    }
    for (let at = start + column; at < start + end; at++) coverage[at] = 256
  }
}

function noteOne(at: number, covered: number): void {
  if (covered > (coverage[at] as number)) coverage[at] = covered
}

/** Inks what the pieces of a curve have noted, and forgets it. */
export function inkNoted(pixels: Int32Array, ink: number, top: number, bottom: number): void {
  for (let row = top; row < bottom; row++) {
    const last = row * BOARD.width + (touchedTo[row] as number)
    for (let at = row * BOARD.width + (touchedFrom[row] as number); at < last; at++) {
      const covered = coverage[at] as number
      if (covered === 0) continue
      coverage[at] = 0
      pixels[at] = covered === 256 ? ink : blended(pixels[at] as number, ink, covered)
    }
    touchedFrom[row] = BOARD.width
    touchedTo[row] = 0
  }
}
