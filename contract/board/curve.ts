import { BOARD } from '../limits.ts'
import { type CurveCommand, SUBPIXELS } from '../socket/draw-commands.ts'
import { addCoverage, paintCoverage } from './coverage.ts'
import { type Pen, packColour } from './ink.ts'
import { LINE_SEGMENT_MAX, lineSegment } from './line-segment.ts'
import { paintSegment, paintSegmentPair } from './paint.ts'

/**
 * Draws a curve with a round, soft-edged pen. Coverage of a pixel depends on the nearest point of the curve and is
 * applied once. Most hand-drawn curves are one or two segments, which need no coverage buffer. Coordinates and widths
 * are in 1/256 px.
 */
export function drawCurve(pixels: Int32Array, pen: Pen, curve: CurveCommand): void {
  const count = curveSegmentCount(curve)
  const ink = packColour(pen.colour)
  const { x, y, x2, y2 } = curve
  if (count === 1) paintSegment(pixels, ink, lineSegment(x, y, x2, y2, pen.width))
  else if (count === 2) {
    const [middleX, middleY] = [pointAt(x, curve.cx, x2, 1, 2), pointAt(y, curve.cy, y2, 1, 2)]
    const first = lineSegment(x, y, middleX, middleY, pen.width)
    paintSegmentPair(pixels, ink, first, lineSegment(middleX, middleY, x2, y2, pen.width), middleY)
  } else drawInSegments(pixels, ink, pen.width, curve, count)
}

function drawInSegments(pixels: Int32Array, ink: number, width: number, curve: CurveCommand, count: number): void {
  let { x, y } = curve
  for (let step = 1; step <= count; step++) {
    const nextX = pointAt(curve.x, curve.cx, curve.x2, step, count)
    const nextY = pointAt(curve.y, curve.cy, curve.y2, step, count)
    addCoverage(lineSegment(x, y, nextX, nextY, width))
    x = nextX
    y = nextY
  }
  const reach = (width + SUBPIXELS) >> 1
  const top = Math.max(0, (Math.min(curve.y, curve.cy, curve.y2) - reach) >> 8)
  const bottom = Math.min(BOARD.height, ((Math.max(curve.y, curve.cy, curve.y2) + reach) >> 8) + 1)
  paintCoverage(pixels, ink, top, bottom)
}

/**
 * Number of segments, each of limited length, that approximate the curve within a quarter of a pixel. It is the cost
 * of drawing the curve.
 */
export function curveSegmentCount({ x, y, cx, cy, x2, y2 }: CurveCommand): number {
  const bend = Math.max(Math.abs(x - 2 * cx + x2), Math.abs(y - 2 * cy + y2))
  const leg = Math.max(Math.abs(cx - x), Math.abs(cy - y), Math.abs(x2 - cx), Math.abs(y2 - cy))
  let count = Math.max(1, Math.ceil((2 * leg) / LINE_SEGMENT_MAX))
  while (count * count * SUBPIXELS < bend) count++
  return count
}

/** Rounded coordinate of the curve after `step` of `count` equal steps. */
function pointAt(from: number, control: number, to: number, step: number, count: number): number {
  if (step === count) return to
  const rest = count - step
  const square = count * count
  return Math.floor((rest * rest * from + 2 * rest * step * control + step * step * to + (square >> 1)) / square)
}
