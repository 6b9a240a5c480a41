import type { Pen } from '../../../../contract/board/ink.ts'
import { BOARD, BOARD_SLICE_WIDTH, PEN_SIZE } from '../../../../contract/limits.ts'
import {
  type CurveCommand,
  type DrawCommand,
  type RectangleCommand,
  SUBPIXELS,
} from '../../../../contract/socket/draw-commands.ts'
import { colourNumber, type Tools } from './tools.ts'

/** Position on the board, in pixels unless stated otherwise. */
export type Point = { x: number; y: number }

/** Strokes may leave the board by this many pixels; further positions are clamped. */
const OVER_EDGE_PX = 48
/** Closer positions are ignored, so that a resting hand draws nothing. */
const MIN_STEP_PX = 0.5

/** A pen stroke as curves, each from the middle of a segment to the middle of the next, so that they join smoothly. */
export class Stroke {
  /** Last pointer position and end of the curve, in 1/256 px. */
  #last: Point
  #at: Point

  constructor(from: Point) {
    this.#last = clampToBoard(from)
    this.#at = this.#last
  }

  /** Returns the curve to the next position, or null when that is too close. */
  to(point: Point): CurveCommand | null {
    const next = clampToBoard(point)
    if (Math.hypot(next.x - this.#last.x, next.y - this.#last.y) < MIN_STEP_PX * SUBPIXELS) return null
    const middle = { x: (this.#last.x + next.x) >> 1, y: (this.#last.y + next.y) >> 1 }
    const curve = curveOf(this.#at, this.#last, middle)
    this.#last = next
    this.#at = middle
    return curve
  }

  /** Returns the last half segment, or the dot of a tap. */
  end(): CurveCommand {
    return curveOf(this.#at, this.#last, this.#last)
  }
}

const curveOf = (from: Point, control: Point, to: Point): CurveCommand => ({
  ...{ do: 'dqc', x: from.x, y: from.y, cx: control.x, cy: control.y, x2: to.x, y2: to.y },
})

function clampToBoard({ x, y }: Point): Point {
  return {
    x: Math.round(clamp(x, -OVER_EDGE_PX, BOARD.width + OVER_EDGE_PX) * SUBPIXELS),
    y: Math.round(clamp(y, -OVER_EDGE_PX, BOARD.height + OVER_EDGE_PX) * SUBPIXELS),
  }
}

const clamp = (number: number, min: number, max: number) => Math.min(max, Math.max(min, number))

/** Pen width in 1/256 px for a size in pixels and a pressure from 0 to 1. */
export function penWidth(size: number, pressure: number): number {
  const pressed = size * (0.15 + 0.85 * clamp(pressure, 0, 1))
  // Rounded to eighths of a pixel, so that fewer commands change the width.
  return clamp(Math.round(pressed * 8) / 8, PEN_SIZE.min, PEN_SIZE.max) * SUBPIXELS
}

/** A pixel brush stroke: the grid blocks under the pointer. A block is drawn again when the pointer returns to it. */
export class PixelStroke {
  readonly #size: number
  readonly #inset: number
  readonly #offset: number
  #last: Point | null = null

  /**
   * `size` is the side of a block in pixels, and `inset` its empty share from 0 to 1. The grid moves with the board,
   * which has moved left by `shifted` pixels.
   */
  constructor(size: number, inset: number, shifted: number) {
    this.#size = size
    this.#inset = inset
    this.#offset = shifted % size
  }

  to({ x, y }: Point): RectangleCommand[] {
    const next = {
      x: Math.floor((clamp(x, 0, BOARD.width - 1) + this.#offset) / this.#size),
      y: Math.floor(clamp(y, 0, BOARD.height - 1) / this.#size),
    }
    const from = this.#last
    this.#last = next
    return (from ? cellsAfter(from, next) : [next]).map((cell) => this.#block(cell))
  }

  #block({ x, y }: Point): RectangleCommand {
    // A full inset would draw nothing.
    const side = Math.max(1, this.#size * (1 - this.#inset))
    const margin = (this.#size - side) / 2
    return {
      do: 'dr',
      x: Math.round((x * this.#size - this.#offset + margin) * SUBPIXELS),
      y: Math.round((y * this.#size + margin) * SUBPIXELS),
      width: Math.round(side * SUBPIXELS),
      height: Math.round(side * SUBPIXELS),
    }
  }
}

/** Grid cells on a straight line, without the first. */
function cellsAfter(from: Point, to: Point): Point[] {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  return Array.from({ length: steps }, (_, index) => ({
    x: Math.round(from.x + ((to.x - from.x) * (index + 1)) / steps),
    y: Math.round(from.y + ((to.y - from.y) * (index + 1)) / steps),
  }))
}

/** Commands that a stroke adds, and their pen. */
export type StrokeCommands = { pen: Pen; commands: readonly DrawCommand[] }

/** A stroke in progress. `pressure` is from 0 to 1, or null without a pressure sensor. */
export type ActiveStroke = { to: (point: Point, pressure: number | null) => StrokeCommands; end: () => StrokeCommands }

export function beginStroke(
  tools: Tools,
  at: Point,
  pressure: number | null,
  shiftIndex: number,
): [ActiveStroke, StrokeCommands] {
  return tools.brush === 'pen' ? beginPen(tools, at, pressure) : beginPixels(tools, at, shiftIndex)
}

function beginPen(tools: Tools, at: Point, pressure: number | null): [ActiveStroke, StrokeCommands] {
  const stroke = new Stroke(at)
  const colour = colourNumber(tools.colour)
  const penOf = (pressed: number | null): Pen => ({
    ...{ colour, width: penWidth(tools.size, tools.pressure && pressed !== null ? pressed : 1) },
  })
  let pen = penOf(pressure)
  const to: ActiveStroke['to'] = (point, pressed) => {
    pen = penOf(pressed)
    const curve = stroke.to(point)
    return { pen, commands: curve ? [curve] : [] }
  }
  return [
    { to, end: () => ({ pen, commands: [stroke.end()] }) },
    { pen, commands: [] },
  ]
}

function beginPixels(tools: Tools, at: Point, shiftIndex: number): [ActiveStroke, StrokeCommands] {
  const stroke = new PixelStroke(tools.pixel, tools.inset, shiftIndex * BOARD_SLICE_WIDTH)
  const pen = { colour: colourNumber(tools.colour), width: tools.size * SUBPIXELS }
  const to: ActiveStroke['to'] = (point) => ({ pen, commands: stroke.to(point) })
  return [{ to, end: () => ({ pen, commands: [] }) }, to(at, null)]
}
