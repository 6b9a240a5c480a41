import type { Pen } from '../../../../contract/board/ink.ts'
import { BOARD, BOARD_SLICE_WIDTH, PEN_SIZE } from '../../../../contract/limits.ts'
import {
  type CurveCommand,
  type DrawCommand,
  type RectangleCommand,
  SUBPIXELS,
} from '../../../../contract/socket/draw-commands.ts'
import { colourNumber, type Tools } from './tools.ts'

/** Position on the board in pixels. */
export type Point = { x: number; y: number }

/** Strokes may leave the board by this many pixels; further positions are clamped. */
const OVER_EDGE = 48
/** Closer positions are ignored, in pixels, so that a resting hand draws nothing. */
const STEP = 0.5

/** A pen stroke as curves, each from the middle of a segment to the middle of the next, so that they join smoothly. */
export class Stroke {
  /** Last pointer position and end of the curve, in 1/256 px. */
  #last: Point
  #at: Point

  constructor(from: Point) {
    this.#last = clampToBoard(from)
    this.#at = this.#last
  }

  /** CurveCommand to the next position, or null when that is too close. */
  to(place: Point): CurveCommand | null {
    const next = clampToBoard(place)
    if (Math.hypot(next.x - this.#last.x, next.y - this.#last.y) < STEP * SUBPIXELS) return null
    const middle = { x: (this.#last.x + next.x) >> 1, y: (this.#last.y + next.y) >> 1 }
    const curve = curveOf(this.#at, this.#last, middle)
    this.#last = next
    this.#at = middle
    return curve
  }

  /** Last half segment, or the dot of a tap. */
  end(): CurveCommand {
    return curveOf(this.#at, this.#last, this.#last)
  }
}

const curveOf = (from: Point, control: Point, to: Point): CurveCommand => ({
  ...{ do: 'dqc', x: from.x, y: from.y, cx: control.x, cy: control.y, x2: to.x, y2: to.y },
})

function clampToBoard({ x, y }: Point): Point {
  return {
    x: Math.round(within(x, -OVER_EDGE, BOARD.width + OVER_EDGE) * SUBPIXELS),
    y: Math.round(within(y, -OVER_EDGE, BOARD.height + OVER_EDGE) * SUBPIXELS),
  }
}

const within = (number: number, min: number, max: number) => Math.min(max, Math.max(min, number))

/** Pen width in 1/256 px for a size in pixels and a pressure from 0 to 1. */
export function penWidth(size: number, pressure: number): number {
  const pressed = size * (0.15 + 0.85 * within(pressure, 0, 1))
  // Rounded to eighths of a pixel, so that fewer commands change the width.
  return within(Math.round(pressed * 8) / 8, PEN_SIZE.min, PEN_SIZE.max) * SUBPIXELS
}

/** A pixel brush stroke: the grid blocks under the pointer, each once per visit. */
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
      x: Math.floor((within(x, 0, BOARD.width - 1) + this.#offset) / this.#size),
      y: Math.floor(within(y, 0, BOARD.height - 1) / this.#size),
    }
    const from = this.#last
    this.#last = next
    return (from ? cellsAfter(from, next) : [next]).map((cell) => this.#block(cell))
  }

  #block({ x, y }: Point): RectangleCommand {
    // A full inset would draw nothing.
    const side = Math.max(1, this.#size * (1 - this.#inset))
    const free = (this.#size - side) / 2
    return {
      do: 'dr',
      x: Math.round((x * this.#size - this.#offset + free) * SUBPIXELS),
      y: Math.round((y * this.#size + free) * SUBPIXELS),
      width: Math.round(side * SUBPIXELS),
      height: Math.round(side * SUBPIXELS),
    }
  }
}

/** Cells on a straight line, without the first. */
function cellsAfter(from: Point, to: Point): Point[] {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  return Array.from({ length: steps }, (_, index) => ({
    x: Math.round(from.x + ((to.x - from.x) * (index + 1)) / steps),
    y: Math.round(from.y + ((to.y - from.y) * (index + 1)) / steps),
  }))
}

/** Added commands and their pen. */
export type Drawn = { pen: Pen; commands: readonly DrawCommand[] }

/** A stroke in progress. `pressure` is from 0 to 1, or null without a pressure sensor. */
export type Drawing = { to: (place: Point, pressure: number | null) => Drawn; end: () => Drawn }

export function beginStroke(tools: Tools, at: Point, pressure: number | null, shiftIndex: number): [Drawing, Drawn] {
  return tools.brush === 'pen' ? beginPen(tools, at, pressure) : beginPixels(tools, at, shiftIndex)
}

function beginPen(tools: Tools, at: Point, pressure: number | null): [Drawing, Drawn] {
  const stroke = new Stroke(at)
  const colour = colourNumber(tools.colour)
  const penOf = (pressed: number | null): Pen => ({
    ...{ colour, width: penWidth(tools.size, tools.pressure && pressed !== null ? pressed : 1) },
  })
  let pen = penOf(pressure)
  const to: Drawing['to'] = (place, pressed) => {
    pen = penOf(pressed)
    const curve = stroke.to(place)
    return { pen, commands: curve ? [curve] : [] }
  }
  return [
    { to, end: () => ({ pen, commands: [stroke.end()] }) },
    { pen, commands: [] },
  ]
}

function beginPixels(tools: Tools, at: Point, shiftIndex: number): [Drawing, Drawn] {
  const stroke = new PixelStroke(tools.pixel, tools.inset, shiftIndex * BOARD_SLICE_WIDTH)
  const pen = { colour: colourNumber(tools.colour), width: tools.size * SUBPIXELS }
  const to: Drawing['to'] = (place) => ({ pen, commands: stroke.to(place) })
  return [{ to, end: () => ({ pen, commands: [] }) }, to(at, null)]
}
