import { BOARD } from '../limits.ts'
import { SUBPIXELS } from '../socket/whiteboard.ts'

/**
 * A straight piece of a stroke, with round ends: its upper end, the way down to the other, and the distances from the line
 * between them that are covered in part (below `outer`) and wholly (up to `inner`). All of it is in 1/256 px, its products
 * are whole numbers of 32 bits.
 */
export type Piece = {
  x: number
  y: number
  dx: number
  dy: number
  /** Square of its length. */
  square: number
  /** Its direction, turned by a quarter: a length of `UNIT`. */
  normalX: number
  normalY: number
  outer: number
  inner: number
  /** By how much the square of the distance falls while coverage rises from nothing to all. */
  fall: number
}

/** No piece is longer than 64 px each way. */
export const PIECE_MAX = 64 * SUBPIXELS

const UNIT = 1 << 14
const HALF = SUBPIXELS / 2

/** The piece between two places, drawn with a pen of a width: its edge goes from all to nothing over one pixel. */
export function pieceOf(x: number, y: number, x2: number, y2: number, width: number): Piece {
  if (y2 < y) return pieceOf(x2, y2, x, y, width)
  const outer = (width >> 1) + HALF
  const inner = Math.max(0, outer - SUBPIXELS)
  const dx = x2 - x
  const dy = y2 - y
  const square = dx * dx + dy * dy
  const length = Math.floor(Math.sqrt(square))
  return {
    x,
    y,
    dx,
    dy,
    square,
    normalX: length === 0 ? 0 : Math.trunc((dy * UNIT) / length),
    normalY: length === 0 ? 0 : Math.trunc((dx * UNIT) / length),
    outer,
    inner,
    fall: outer * outer - inner * inner,
  }
}

export const firstRow = ({ y, outer }: Piece) => Math.max(0, (y - outer) >> 8)
export const lastRow = ({ y, dy, outer }: Piece) => Math.min(BOARD.height - 1, (y + dy + outer) >> 8)

/**
 * Columns of one row that need to be asked how much a piece covers them, so that no others need be: before `from` and from
 * `to` on there is nothing, and from `wholeFrom` up to `wholeTo` all is covered.
 */
export type Spans = { from: number; to: number; wholeFrom: number; wholeTo: number }

const spans: Spans = { from: 0, to: 0, wholeFrom: 0, wholeTo: 0 }

/** What spans leave to be asked is a little more than need be: their own rounding never shows. */
const SLACK = 4

/** The spans of a row, good until the next are asked for. */
export function spansOf(piece: Piece, row: number): Spans {
  const height = row * SUBPIXELS + HALF - piece.y
  const outer = piece.outer + SLACK
  const inner = piece.inner - SLACK
  const from = Math.max(0, firstAfter(leftAt(piece, outer, height)))
  const to = Math.min(BOARD.width, firstAfter(rightAt(piece, outer, height)))
  spans.from = from
  spans.to = to
  spans.wholeFrom = to
  spans.wholeTo = to
  if (height <= -inner || height >= piece.dy + inner) return spans
  const wholeFrom = Math.max(from, firstAfter(leftAt(piece, inner, height)))
  const wholeTo = Math.min(to, firstAfter(rightAt(piece, inner, height)))
  if (wholeFrom >= wholeTo) return spans
  spans.wholeFrom = wholeFrom
  spans.wholeTo = wholeTo
  return spans
}

/** The first column whose middle is to the right of a place. */
const firstAfter = (x: number) => (x + HALF) >> 8

/** Where the left edge of all within a distance is, at a height from the upper end: on an end's circle, or between them. */
function leftAt({ x, dx, dy, normalX, normalY }: Piece, distance: number, height: number): number {
  const down = (distance * normalY) >> 14
  if (height <= down || dy === 0) return Math.min(x, dy === 0 ? x + dx : x) - reachOf(distance, height)
  if (height >= dy + down) return x + dx - reachOf(distance, height - dy)
  return x - ((distance * normalX) >> 14) + ((((height - down) * dx) / dy) | 0)
}

/** As `leftAt`, of the right edge. */
function rightAt({ x, dx, dy, normalX, normalY }: Piece, distance: number, height: number): number {
  const up = (distance * normalY) >> 14
  if (height <= -up || dy === 0) return Math.max(x, dy === 0 ? x + dx : x) + reachOf(distance, height)
  if (height >= dy - up) return x + dx + reachOf(distance, height - dy)
  return x + ((distance * normalX) >> 14) + ((((height + up) * dx) / dy) | 0)
}

/** How far a circle reaches to the side at a height from its middle. */
function reachOf(radius: number, height: number): number {
  return Math.sqrt(Math.max(0, radius * radius - height * height)) | 0
}
