import { BOARD } from '../limits.ts'
import { SUBPIXELS } from '../socket/draw-commands.ts'
import { blend } from './ink.ts'
import { type LineSegment, pixelCoverage, rowSpan, spanEnd, spanStart } from './line-segment.ts'

/** Paints a segment into the pixels of a board. `ink` is a packed colour. */
export function paintSegment(pixels: Int32Array, ink: number, segment: LineSegment): void {
  for (let row = segment.top; row <= segment.bottom; row++) paintRow(pixels, ink, segment, row, rowSpan(segment, row))
}

/**
 * Paints two joined segments without covering a pixel twice. `joint` is the y coordinate of their common point, in
 * 1/256 px.
 */
export function paintSegmentPair(
  pixels: Int32Array,
  ink: number,
  one: LineSegment,
  other: LineSegment,
  joint: number,
): void {
  const bottom = Math.max(one.bottom, other.bottom)
  for (let row = Math.min(one.top, other.top); row <= bottom; row++) {
    const span = rowSpan(one, row)
    const otherSpan = rowSpan(other, row)
    if (otherSpan === 0) paintRow(pixels, ink, one, row, span)
    else if (span === 0) paintRow(pixels, ink, other, row, otherSpan)
    else paintRowPair(pixels, ink, one, span, other, otherSpan, row, joint)
  }
}

/** Paints partial coverage from both ends inwards, then fills the fully covered middle. */
function paintRow(pixels: Int32Array, ink: number, segment: LineSegment, row: number, span: number): void {
  const start = row * BOARD.width
  let column = spanStart(span)
  let end = spanEnd(span)
  for (; column < end; column++) {
    const covered = pixelCoverage(segment, column, row)
    if (covered === 256) break
    paintPixel(pixels, start + column, ink, covered)
  }
  for (; column < end; end--) {
    const covered = pixelCoverage(segment, end - 1, row)
    if (covered === 256) break
    paintPixel(pixels, start + end - 1, ink, covered)
  }
  fillPixels(pixels, ink, start + column, start + end)
}

/** Paints one row of two segments. They may leave a gap between them, except in rows near the joint. */
function paintRowPair(
  pixels: Int32Array,
  ink: number,
  one: LineSegment,
  span: number,
  other: LineSegment,
  otherSpan: number,
  row: number,
  joint: number,
): void {
  const start = row * BOARD.width
  const distance = row * SUBPIXELS + SUBPIXELS / 2 - joint
  const isClosed = Math.imul(distance, distance) <= one.innerSquare
  let column = Math.min(spanStart(span), spanStart(otherSpan))
  let end = Math.max(spanEnd(span), spanEnd(otherSpan))
  for (; column < end; column++) {
    const covered = pairCoverage(one, span, other, otherSpan, column, row)
    if (covered === 256 && isClosed) break
    paintPixel(pixels, start + column, ink, covered)
  }
  for (; column < end; end--) {
    const covered = pairCoverage(one, span, other, otherSpan, end - 1, row)
    if (covered === 256) break
    paintPixel(pixels, start + end - 1, ink, covered)
  }
  fillPixels(pixels, ink, start + column, start + end)
}

/** Larger coverage of two segments, each evaluated only within its span. */
function pairCoverage(
  one: LineSegment,
  span: number,
  other: LineSegment,
  otherSpan: number,
  column: number,
  row: number,
): number {
  const covered = column >= spanStart(span) && column < spanEnd(span) ? pixelCoverage(one, column, row) : 0
  if (covered === 256 || column < spanStart(otherSpan) || column >= spanEnd(otherSpan)) return covered
  return Math.max(covered, pixelCoverage(other, column, row))
}

function paintPixel(pixels: Int32Array, at: number, ink: number, covered: number): void {
  if (covered > 0) pixels[at] = blend(pixels[at] as number, ink, covered)
}

/** Below this, a loop is faster than `fill`. */
const FILL_MIN = 24

function fillPixels(pixels: Int32Array, ink: number, from: number, to: number): void {
  if (to - from >= FILL_MIN) pixels.fill(ink, from, to)
  else for (let at = from; at < to; at++) pixels[at] = ink
}
