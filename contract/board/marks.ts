import { BOARD_SLICE_WIDTH } from '../limits.ts'
import { type BoardCommand, type CurveCommand, type RectangleCommand, SUBPIXELS } from '../socket/draw-commands.ts'
import { type BoardCanvas, DEFAULT_PEN } from './board.ts'

/** A rectangle in pixels, in the coordinates of the board after `shiftIndex` scrolls. */
export type BoardArea = { shiftIndex: number; x: number; y: number; width: number; height: number }

/** Selects marks of some clients: all of them if `area` is null, otherwise the marks that touch the area. */
export type MarkFilter = {
  readonly clients: { readonly has: (client: number) => boolean }
  readonly area: BoardArea | null
}

/** The soft edge reaches this far beyond the width of the pen. */
const SOFT_EDGE = SUBPIXELS / 2

/**
 * Removes the selected marks from commands drawn after `shiftIndex` scrolls. Commands that set pens stay. `board` is
 * the board before the commands; it provides the pens at their start.
 */
export function withoutMarks(
  commands: readonly BoardCommand[],
  { clients, area }: MarkFilter,
  { board, shiftIndex }: { board: Pick<BoardCanvas, 'pens' | 'client'>; shiftIndex: number },
): BoardCommand[] {
  const shiftPx = area ? (area.shiftIndex - shiftIndex) * BOARD_SLICE_WIDTH : 0
  const shiftedArea = area && { ...area, x: area.x + shiftPx }
  const widths = new Map<number, number>()
  let { client } = board
  const penWidth = () => widths.get(client) ?? (board.pens.get(client) ?? DEFAULT_PEN).width
  return commands.filter((command) => {
    if (command.do === 'cs') client = command.client
    else if (command.do === 'slw') widths.set(client, command.width)
    else if (command.do === 'dr' || command.do === 'dqc')
      return !clients.has(client) || (shiftedArea !== null && !isInArea(command, penWidth(), shiftedArea))
    return true
  })
}

function isInArea(mark: RectangleCommand | CurveCommand, width: number, area: Omit<BoardArea, 'shiftIndex'>): boolean {
  const { left, top, right, bottom } = markBounds(mark, width)
  const [x, y] = [area.x * SUBPIXELS, area.y * SUBPIXELS]
  return left < x + area.width * SUBPIXELS && right > x && top < y + area.height * SUBPIXELS && bottom > y
}

/** Bounding box in 1/256 px. */
export function markBounds(mark: RectangleCommand | CurveCommand, penWidth: number) {
  const { x, y } = mark
  if (mark.do === 'dr') return { left: x, top: y, right: x + mark.width, bottom: y + mark.height }
  const { cx, cy, x2, y2 } = mark
  const reach = (penWidth >> 1) + SOFT_EDGE
  return {
    left: Math.min(x, cx, x2) - reach,
    top: Math.min(y, cy, y2) - reach,
    right: Math.max(x, cx, x2) + reach,
    bottom: Math.max(y, cy, y2) + reach,
  }
}

/** Segments that approximate a curve in `isMarkNear`. */
const HIT_TEST_SEGMENTS = 16

/** True if the mark is at most `reach` from a point. All lengths are in 1/256 px. */
export function isMarkNear(
  mark: RectangleCommand | CurveCommand,
  penWidth: number,
  at: { x: number; y: number },
  reach: number,
): boolean {
  if (mark.do === 'dr') {
    const { left, top, right, bottom } = markBounds(mark, penWidth)
    return at.x > left - reach && at.x < right + reach && at.y > top - reach && at.y < bottom + reach
  }
  const distanceMax = penWidth / 2 + reach
  const box = markBounds(mark, 2 * distanceMax)
  if (at.x < box.left || at.x > box.right || at.y < box.top || at.y > box.bottom) return false
  let before = pointOnCurve(mark, 0)
  for (let segment = 1; segment <= HIT_TEST_SEGMENTS; segment++) {
    const next = pointOnCurve(mark, segment / HIT_TEST_SEGMENTS)
    if (distanceToSegment(at, before, next) <= distanceMax) return true
    before = next
  }
  return false
}

/** The point of the curve at the parameter `part`, from 0 to 1. */
function pointOnCurve({ x, y, cx, cy, x2, y2 }: CurveCommand, part: number) {
  const rest = 1 - part
  const coordinate = (from: number, control: number, to: number) =>
    rest * rest * from + 2 * rest * part * control + part * part * to
  return { x: coordinate(x, cx, x2), y: coordinate(y, cy, y2) }
}

type Point = { x: number; y: number }

function distanceToSegment(at: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const part = square === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / square
  const nearest = Math.min(1, Math.max(0, part))
  return Math.hypot(at.x - from.x - nearest * dx, at.y - from.y - nearest * dy)
}
