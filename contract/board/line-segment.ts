import { BOARD } from '../limits.ts'
import { SUBPIXELS } from '../socket/draw-commands.ts'

/**
 * A straight piece of a stroke, with round ends: its upper end, the way down to the other, and the distances from the line
 * between them that are covered in part (below `outer`) and wholly (up to `inner`). All of it is in 1/256 px, its products
 * are whole numbers of 32 bits.
 */
export type LineSegment = {
  x: number
  y: number
  dx: number
  dy: number
  /** Square of its length. */
  square: number
  /** Its direction, turned by a quarter: a length of `UNIT`. */
  normalX: number
  normalY: number
  outerSquare: number
  innerSquare: number
  /** By how much the square of the distance falls while coverage rises from nothing to all; and by how much that rises for it. */
  fall: number
  rise: number
  /** Its first row and its last, of those on the board. */
  top: number
  bottom: number
  /** As far as it is looked for: a little more than `outer`, and what that is along its normal. */
  reach: number
  reachX: number
  reachY: number
  /** How far it goes to the right for each way down, in parts of `UNIT`. */
  slope: number
}

/** No piece is longer than 64 px each way. */
export const LINE_SEGMENT_MAX = 64 * SUBPIXELS

const UNIT = 1 << 14
const HALF = SUBPIXELS / 2

/** What is looked at is a little more than need be: its rounding never shows. */
const ROUNDING_MARGIN = 4

/** The piece between two places, drawn with a pen of a width: its edge goes from all to nothing over one pixel. */
export function lineSegment(x: number, y: number, x2: number, y2: number, width: number): LineSegment {
  return y2 < y ? downwardSegment(x2, y2, x, y, width) : downwardSegment(x, y, x2, y2, width)
}

function downwardSegment(x: number, y: number, x2: number, y2: number, width: number): LineSegment {
  const outer = (width >> 1) + HALF
  const inner = Math.max(0, outer - SUBPIXELS)
  const dx = x2 - x
  const dy = y2 - y
  const square = dx * dx + dy * dy
  const fall = outer * outer - inner * inner
  // In 1/256 of a part: that of a short piece is as exact as need be for the edges of a thick pen.
  const length = Math.floor(Math.sqrt(square * 65_536))
  const normalX = length === 0 ? 0 : ((dy * UNIT * 256) / length) | 0
  const normalY = length === 0 ? 0 : ((dx * UNIT * 256) / length) | 0
  const reach = outer + ROUNDING_MARGIN
  return {
    x,
    y,
    dx,
    dy,
    square,
    normalX,
    normalY,
    outerSquare: outer * outer,
    innerSquare: inner * inner,
    fall,
    rise: ((1 << 30) / fall + 0.5) | 0,
    top: Math.max(0, (y - outer) >> 8),
    bottom: Math.min(BOARD.height - 1, (y2 + outer) >> 8),
    reach,
    reachX: (reach * normalX) >> 14,
    reachY: (reach * normalY) >> 14,
    slope: dy === 0 ? 0 : ((dx * UNIT) / dy) | 0,
  }
}

/** How much a piece covers a pixel, 0 to 256, by how far its middle is from the nearest place of the piece. */
export function pixelCoverage(piece: LineSegment, column: number, row: number): number {
  const px = column * SUBPIXELS + HALF - piece.x
  const py = row * SUBPIXELS + HALF - piece.y
  const { dx, dy } = piece
  const along = Math.imul(px, dx) + Math.imul(py, dy)
  let away: number
  if (along <= 0) away = Math.imul(px, px) + Math.imul(py, py)
  else if (along >= piece.square) away = Math.imul(px - dx, px - dx) + Math.imul(py - dy, py - dy)
  else {
    const far = (Math.imul(px, piece.normalX) - Math.imul(py, piece.normalY)) >> 14
    away = Math.imul(far, far)
  }
  const rest = piece.outerSquare - away
  if (rest <= 0) return 0
  return rest >= piece.fall ? 256 : Math.imul(rest, piece.rise) >> 22
}

/** The columns of a row that a piece may cover: the first of them and the one after the last, in 16 bits each. */
export function rowSpan(piece: LineSegment, row: number): number {
  if (row < piece.top || row > piece.bottom) return 0
  const height = row * SUBPIXELS + HALF - piece.y
  const from = Math.max(0, firstColumnAfter(leftEdge(piece, height)))
  const to = Math.min(BOARD.width, firstColumnAfter(rightEdge(piece, height)))
  return from < to ? from | (to << 16) : 0
}

export const spanStart = (span: number) => span & 0xffff
export const spanEnd = (span: number) => span >> 16

/** The first column whose middle is to the right of a place. */
const firstColumnAfter = (x: number) => (x + HALF) >> 8

/** Where the left edge is at a height from the upper end: on an end's circle, or between them. */
function leftEdge({ x, dx, dy, reach, reachX, reachY, slope }: LineSegment, height: number): number {
  if (dy === 0) return x + Math.min(dx, 0) - circleHalfWidth(reach, height)
  if (height <= reachY) return x - circleHalfWidth(reach, height)
  if (height >= dy + reachY) return x + dx - circleHalfWidth(reach, height - dy)
  return x - reachX + (Math.imul(height - reachY, slope) >> 14)
}

/** As `leftAt`, of the right edge. */
function rightEdge({ x, dx, dy, reach, reachX, reachY, slope }: LineSegment, height: number): number {
  if (dy === 0) return x + Math.max(dx, 0) + circleHalfWidth(reach, height)
  if (height <= -reachY) return x + circleHalfWidth(reach, height)
  if (height >= dy - reachY) return x + dx + circleHalfWidth(reach, height - dy)
  return x + reachX + (Math.imul(height + reachY, slope) >> 14)
}

/** How far a circle reaches to the side at a height from its middle. */
function circleHalfWidth(radius: number, height: number): number {
  return Math.sqrt(Math.max(0, Math.imul(radius, radius) - Math.imul(height, height))) | 0
}
