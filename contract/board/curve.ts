import { BOARD } from '../limits.ts'
import { type Curve, SUBPIXELS } from '../socket/whiteboard.ts'
import type { Pen } from './board.ts'
import { blended, inkOf } from './ink.ts'
import { firstRow, lastRow, PIECE_MAX, type Piece, pieceOf, spansOf } from './piece.ts'

/** Half a pixel: so far inside and outside of a stroke's edge its coverage goes from all to none. */
const HALF = SUBPIXELS / 2

/** How much each pixel is covered by the curve that is being drawn, 0 to 256; zero between curves. */
const coverage = new Uint16Array(BOARD.width * BOARD.height)
/** Where the curve that is being drawn has touched a row: from a column up to before another. */
const touchedFrom = new Int16Array(BOARD.height).fill(BOARD.width)
const touchedTo = new Int16Array(BOARD.height)

/**
 * Draws a curve with a round pen and soft edges. A pixel is covered as much as by the nearest place of the curve, and
 * once.
 */
export function drawCurve(pixels: Int32Array, pen: Pen, curve: Curve): void {
  const pieces = piecesOf(curve)
  const ink = inkOf(pen.colour)
  let { x, y } = curve
  if (pieces === 1) {
    inkRows(pixels, ink, pieceOf(x, y, curve.x2, curve.y2, pen.width))
    return
  }
  for (let piece = 1; piece <= pieces; piece++) {
    const nextX = pointAt(curve.x, curve.cx, curve.x2, piece, pieces)
    const nextY = pointAt(curve.y, curve.cy, curve.y2, piece, pieces)
    noteRows(pieceOf(x, y, nextX, nextY, pen.width))
    x = nextX
    y = nextY
  }
  const reach = (pen.width >> 1) + HALF
  const top = Math.max(0, (Math.min(curve.y, curve.cy, curve.y2) - reach) >> 8)
  const bottom = Math.min(BOARD.height, ((Math.max(curve.y, curve.cy, curve.y2) + reach) >> 8) + 1)
  inkNoted(pixels, ink, top, bottom)
}

/** Inks what the pieces of a curve have noted, and forgets it. */
function inkNoted(pixels: Int32Array, ink: number, top: number, bottom: number): void {
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

/** As many straight pieces as keep within a quarter of a pixel of the curve, none of them too long. */
function piecesOf({ x, y, cx, cy, x2, y2 }: Curve): number {
  const bend = Math.max(Math.abs(x - 2 * cx + x2), Math.abs(y - 2 * cy + y2))
  const leg = Math.max(Math.abs(cx - x), Math.abs(cy - y), Math.abs(x2 - cx), Math.abs(y2 - cy))
  let pieces = Math.max(1, Math.ceil((2 * leg) / PIECE_MAX))
  while (pieces * pieces * SUBPIXELS < bend) pieces++
  return pieces
}

/** A coordinate of the curve after `piece` of `pieces`, rounded. */
function pointAt(from: number, control: number, to: number, piece: number, pieces: number): number {
  if (piece === pieces) return to
  const rest = pieces - piece
  const square = pieces * pieces
  return Math.floor((rest * rest * from + 2 * rest * piece * control + piece * piece * to + (square >> 1)) / square)
}

/** How much a piece covers a pixel, 0 to 256, by how far its middle is from the nearest place of the piece. */
function coveredBy({ x, y, dx, dy, square, normalX, normalY, outer, inner, fall }: Piece, column: number, row: number) {
  const px = column * SUBPIXELS + HALF - x
  const py = row * SUBPIXELS + HALF - y
  const along = Math.imul(px, dx) + Math.imul(py, dy)
  let away: number
  if (along <= 0) away = Math.imul(px, px) + Math.imul(py, py)
  else if (along >= square) away = Math.imul(px - dx, px - dx) + Math.imul(py - dy, py - dy)
  else {
    const far = (Math.imul(px, normalX) - Math.imul(py, normalY)) >> 14
    away = Math.imul(far, far)
  }
  const rest = Math.imul(outer, outer) - away
  if (rest <= 0) return 0
  return away <= Math.imul(inner, inner) ? 256 : ((rest << 8) / fall) | 0
}

/** Inks a curve that is one straight piece. */
function inkRows(pixels: Int32Array, ink: number, piece: Piece): void {
  const bottom = lastRow(piece)
  for (let row = firstRow(piece); row <= bottom; row++) {
    const { from, to, wholeFrom, wholeTo } = spansOf(piece, row)
    const start = row * BOARD.width
    for (let column = from; column < wholeFrom; column++)
      inkOne(pixels, start + column, ink, coveredBy(piece, column, row))
    for (let at = start + wholeFrom; at < start + wholeTo; at++) pixels[at] = ink
    for (let column = wholeTo; column < to; column++) inkOne(pixels, start + column, ink, coveredBy(piece, column, row))
  }
}

function inkOne(pixels: Int32Array, at: number, ink: number, covered: number): void {
  if (covered > 0) pixels[at] = blended(pixels[at] as number, ink, covered)
}

/** Notes how much one piece of a curve covers each pixel, where that is more than was noted of the pieces before. */
function noteRows(piece: Piece): void {
  const bottom = lastRow(piece)
  for (let row = firstRow(piece); row <= bottom; row++) {
    const { from, to, wholeFrom, wholeTo } = spansOf(piece, row)
    if (from >= to) continue
    if (from < (touchedFrom[row] as number)) touchedFrom[row] = from
    if (to > (touchedTo[row] as number)) touchedTo[row] = to
    const start = row * BOARD.width
    for (let column = from; column < wholeFrom; column++) noteOne(start + column, coveredBy(piece, column, row))
    for (let at = start + wholeFrom; at < start + wholeTo; at++) coverage[at] = 256
    for (let column = wholeTo; column < to; column++) noteOne(start + column, coveredBy(piece, column, row))
  }
}

function noteOne(at: number, covered: number): void {
  if (covered > (coverage[at] as number)) coverage[at] = covered
}
