import { BOARD } from '../limits.ts'
import { blend } from './ink.ts'
import { type LineSegment, pixelCoverage, rowSpan, spanEnd, spanStart } from './line-segment.ts'

/** Coverage of each pixel by the current curve, 0 to 256; all zero between curves. */
const coverage = new Uint16Array(BOARD.width * BOARD.height)
/** Columns of each row that the current curve has touched, end exclusive. */
const rowStart = new Int16Array(BOARD.height).fill(BOARD.width)
const rowEnd = new Int16Array(BOARD.height)

/** Raises the coverage buffer to the coverage by one segment of the current curve. */
export function addCoverage(segment: LineSegment): void {
  for (let row = segment.top; row <= segment.bottom; row++) {
    const span = rowSpan(segment, row)
    if (span === 0) continue
    let column = spanStart(span)
    let end = spanEnd(span)
    if (column < (rowStart[row] as number)) rowStart[row] = column
    if (end > (rowEnd[row] as number)) rowEnd[row] = end
    const start = row * BOARD.width
    for (; column < end; column++) {
      const covered = pixelCoverage(segment, column, row)
      if (covered === 256) break
      raiseCoverage(start + column, covered)
    }
    for (; column < end; end--) {
      const covered = pixelCoverage(segment, end - 1, row)
      if (covered === 256) break
      raiseCoverage(start + end - 1, covered)
    }
    // A segment is convex: between two pixels that it fully covers, it covers all.
    for (let at = start + column; at < start + end; at++) coverage[at] = 256
  }
}

function raiseCoverage(at: number, covered: number): void {
  if (covered > (coverage[at] as number)) coverage[at] = covered
}

/** Paints the coverage buffer and clears it. */
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
