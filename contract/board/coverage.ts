import { BOARD } from '../limits.ts'
import { blend } from './ink.ts'
import { type LineSegment, pixelCoverage, rowSpan, spanEnd, spanStart } from './line-segment.ts'

/** How much each pixel is covered by the curve that is being drawn, 0 to 256; zero between curves. */
const coverage = new Uint16Array(BOARD.width * BOARD.height)
/** Where the curve that is being drawn has touched a row: from a column up to before another. */
const rowStart = new Int16Array(BOARD.height).fill(BOARD.width)
const rowEnd = new Int16Array(BOARD.height)

/** Notes how much one piece of a curve covers each pixel, where that is more than was noted of the pieces before. */
export function addCoverage(piece: LineSegment): void {
  for (let row = piece.top; row <= piece.bottom; row++) {
    const span = rowSpan(piece, row)
    if (span === 0) continue
    let column = spanStart(span)
    let end = spanEnd(span)
    if (column < (rowStart[row] as number)) rowStart[row] = column
    if (end > (rowEnd[row] as number)) rowEnd[row] = end
    const start = row * BOARD.width
    for (; column < end; column++) {
      const covered = pixelCoverage(piece, column, row)
      if (covered === 256) break
      raiseCoverage(start + column, covered)
    }
    for (; column < end; end--) {
      const covered = pixelCoverage(piece, end - 1, row)
      if (covered === 256) break
      raiseCoverage(start + end - 1, covered)
    }
    for (let at = start + column; at < start + end; at++) coverage[at] = 256
  }
}

function raiseCoverage(at: number, covered: number): void {
  if (covered > (coverage[at] as number)) coverage[at] = covered
}

/** Inks what the pieces of a curve have noted, and forgets it. */
export function paintCoverage(pixels: Int32Array, ink: number, top: number, bottom: number): void {
  for (let row = top; row < bottom; row++) {
    const last = row * BOARD.width + (rowEnd[row] as number)
    for (let at = row * BOARD.width + (rowStart[row] as number); at < last; at++) {
      const covered = coverage[at] as number
      if (covered === 0) continue
      coverage[at] = 0
      pixels[at] = covered === 256 ? ink : blend(pixels[at] as number, ink, covered)
    }
    rowStart[row] = BOARD.width
    rowEnd[row] = 0
  }
}
