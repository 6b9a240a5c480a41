import { BOARD } from '../limits.ts'
import { SUBPIXELS } from '../socket/draw-commands.ts'

/**
 * A line with round caps, which begins at its upper end. Pixels nearer than `outer` are covered partly, and pixels
 * nearer than `inner` fully. Lengths are in 1/256 px; all products fit into 32-bit integers.
 */
export type LineSegment = {
  x: number
  y: number
  dx: number
  dy: number
  /** Squared length. */
  square: number
  /** Unit normal, of length `UNIT`. */
  normalX: number
  normalY: number
  outerSquare: number
  innerSquare: number
  /** `outerSquare` minus `innerSquare`. */
  edgeSquare: number
  /** Factor from a difference of squared distances to coverage, times 2 ** 22. */
  coverageFactor: number
  /** First and last row of the board that the line touches. */
  top: number
  bottom: number
  /** `outer` plus a rounding margin, and its components along the normal. */
  reach: number
  reachX: number
  reachY: number
  /** Columns per row, times `UNIT`. */
  slope: number
}

/** Largest length along each axis. */
export const LINE_SEGMENT_MAX = 64 * SUBPIXELS

const UNIT = 1 << 14
const HALF = SUBPIXELS / 2

const ROUNDING_MARGIN = 4

/** Coverage falls from full to none over one pixel at the edge. */
export function lineSegment(x: number, y: number, x2: number, y2: number, width: number): LineSegment {
  return y2 < y ? downwardSegment(x2, y2, x, y, width) : downwardSegment(x, y, x2, y2, width)
}

function downwardSegment(x: number, y: number, x2: number, y2: number, width: number): LineSegment {
  const outer = (width >> 1) + HALF
  const inner = Math.max(0, outer - SUBPIXELS)
  const dx = x2 - x
  const dy = y2 - y
  const square = dx * dx + dy * dy
  const edgeSquare = outer * outer - inner * inner
  // The factor of 256 keeps short segments exact at the edges of a thick pen.
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
    edgeSquare,
    coverageFactor: ((1 << 30) / edgeSquare + 0.5) | 0,
    top: Math.max(0, (y - outer) >> 8),
    bottom: Math.min(BOARD.height - 1, (y2 + outer) >> 8),
    reach,
    reachX: (reach * normalX) >> 14,
    reachY: (reach * normalY) >> 14,
    slope: dy === 0 ? 0 : ((dx * UNIT) / dy) | 0,
  }
}

/** Coverage of a pixel, 0 to 256, from the distance of its centre. */
export function pixelCoverage(segment: LineSegment, column: number, row: number): number {
  const px = column * SUBPIXELS + HALF - segment.x
  const py = row * SUBPIXELS + HALF - segment.y
  const { dx, dy } = segment
  const along = Math.imul(px, dx) + Math.imul(py, dy)
  let distanceSquare: number
  if (along <= 0) distanceSquare = Math.imul(px, px) + Math.imul(py, py)
  else if (along >= segment.square) distanceSquare = Math.imul(px - dx, px - dx) + Math.imul(py - dy, py - dy)
  else {
    const distance = (Math.imul(px, segment.normalX) - Math.imul(py, segment.normalY)) >> 14
    distanceSquare = Math.imul(distance, distance)
  }
  const inside = segment.outerSquare - distanceSquare
  if (inside <= 0) return 0
  return inside >= segment.edgeSquare ? 256 : Math.imul(inside, segment.coverageFactor) >> 22
}

/** Columns of a row that may be covered: start and end (exclusive), 16 bits each. See `spanStart` and `spanEnd`. */
export function rowSpan(segment: LineSegment, row: number): number {
  if (row < segment.top || row > segment.bottom) return 0
  const height = row * SUBPIXELS + HALF - segment.y
  const from = Math.max(0, firstColumnAfter(leftEdge(segment, height)))
  const to = Math.min(BOARD.width, firstColumnAfter(rightEdge(segment, height)))
  return from < to ? from | (to << 16) : 0
}

export const spanStart = (span: number) => span & 0xffff
export const spanEnd = (span: number) => span >> 16

const firstColumnAfter = (x: number) => (x + HALF) >> 8

/** Left edge at a height below the upper end: on a cap's circle or on the straight side. */
function leftEdge({ x, dx, dy, reach, reachX, reachY, slope }: LineSegment, height: number): number {
  if (dy === 0) return x + Math.min(dx, 0) - circleHalfWidth(reach, height)
  if (height <= reachY) return x - circleHalfWidth(reach, height)
  if (height >= dy + reachY) return x + dx - circleHalfWidth(reach, height - dy)
  return x - reachX + (Math.imul(height - reachY, slope) >> 14)
}

function rightEdge({ x, dx, dy, reach, reachX, reachY, slope }: LineSegment, height: number): number {
  if (dy === 0) return x + Math.max(dx, 0) + circleHalfWidth(reach, height)
  if (height <= -reachY) return x + circleHalfWidth(reach, height)
  if (height >= dy - reachY) return x + dx + circleHalfWidth(reach, height - dy)
  return x + reachX + (Math.imul(height + reachY, slope) >> 14)
}

/** Half the width of a circle at a height from its centre. */
function circleHalfWidth(radius: number, height: number): number {
  return Math.sqrt(Math.max(0, Math.imul(radius, radius) - Math.imul(height, height))) | 0
}
