import { BOARD } from '../limits.ts'
import { SUBPIXELS } from '../socket/whiteboard.ts'
import { blended } from './ink.ts'
import { coveredBy, endOf, firstOf, type Piece, spanOf } from './piece.ts'

/** Inks a curve of one straight piece. */
export function inkPiece(pixels: Int32Array, ink: number, piece: Piece): void {
  for (let row = piece.top; row <= piece.bottom; row++) inkRow(pixels, ink, piece, row, spanOf(piece, row))
}

/** Inks a curve of two straight pieces, the second of which begins where the first ends, at a height `joint`. */
export function inkPieces(pixels: Int32Array, ink: number, one: Piece, other: Piece, joint: number): void {
  const bottom = Math.max(one.bottom, other.bottom)
  for (let row = Math.min(one.top, other.top); row <= bottom; row++) {
    const span = spanOf(one, row)
    const otherSpan = spanOf(other, row)
    if (otherSpan === 0) inkRow(pixels, ink, one, row, span)
    else if (span === 0) inkRow(pixels, ink, other, row, otherSpan)
    else inkRowOfBoth(pixels, ink, one, span, other, otherSpan, row, joint)
  }
}

/** Inks a row of one piece, from both sides inwards: between what is covered in part, all is covered. */
function inkRow(pixels: Int32Array, ink: number, piece: Piece, row: number, span: number): void {
  const start = row * BOARD.width
  let column = firstOf(span)
  let end = endOf(span)
  for (; column < end; column++) {
    const covered = coveredBy(piece, column, row)
    if (covered === 256) break
    inkOne(pixels, start + column, ink, covered)
  }
  for (; column < end; end--) {
    const covered = coveredBy(piece, end - 1, row)
    if (covered === 256) break
    inkOne(pixels, start + end - 1, ink, covered)
  }
  inkWholly(pixels, ink, start + column, start + end)
}

/** As `inkRow`, of two pieces. Between the arms of a bend there may be paper, but for rows that cross their joint. */
function inkRowOfBoth(
  pixels: Int32Array,
  ink: number,
  one: Piece,
  span: number,
  other: Piece,
  otherSpan: number,
  row: number,
  joint: number,
): void {
  const start = row * BOARD.width
  const away = row * SUBPIXELS + SUBPIXELS / 2 - joint
  const isClosed = Math.imul(away, away) <= one.innerSquare
  let column = Math.min(firstOf(span), firstOf(otherSpan))
  let end = Math.max(endOf(span), endOf(otherSpan))
  for (; column < end; column++) {
    const covered = coveredByBoth(one, span, other, otherSpan, column, row)
    if (covered === 256 && isClosed) break
    inkOne(pixels, start + column, ink, covered)
  }
  for (; column < end; end--) {
    const covered = coveredByBoth(one, span, other, otherSpan, end - 1, row)
    if (covered === 256) break
    inkOne(pixels, start + end - 1, ink, covered)
  }
  inkWholly(pixels, ink, start + column, start + end)
}

/** The most that either of two pieces covers a pixel, each of which is asked within its span. */
function coveredByBoth(one: Piece, span: number, other: Piece, otherSpan: number, column: number, row: number): number {
  const covered = column >= firstOf(span) && column < endOf(span) ? coveredBy(one, column, row) : 0
  if (covered === 256 || column < firstOf(otherSpan) || column >= endOf(otherSpan)) return covered
  return Math.max(covered, coveredBy(other, column, row))
}

function inkOne(pixels: Int32Array, at: number, ink: number, covered: number): void {
  if (covered > 0) pixels[at] = blended(pixels[at] as number, ink, covered)
}

/** So many pixels are worth the call of `fill`. */
const FILL_MIN = 24

function inkWholly(pixels: Int32Array, ink: number, from: number, to: number): void {
  if (to - from >= FILL_MIN) pixels.fill(ink, from, to)
  else for (let at = from; at < to; at++) pixels[at] = ink
}
