import { BOARD } from '../limits.ts'
import { type BoardCommand, type RectangleCommand, SUBPIXELS } from '../socket/draw-commands.ts'
import { curveSegmentCount, drawCurve } from './curve.ts'
import { blend, PAPER, type Pen, packColour } from './ink.ts'

export const DEFAULT_PEN: Pen = { colour: 0x1b1d21, width: 4 * SUBPIXELS }

/** Pixels of the whiteboard (700 × 525 RGBA, opaque), the pen of each client, and the client of the next command. */
export type BoardCanvas = { readonly pixels: Int32Array; readonly pens: Map<number, Pen>; client: number }

export function blankBoard(): BoardCanvas {
  return boardFromPixels(new Int32Array(BOARD.width * BOARD.height).fill(PAPER))
}

/** Takes ownership of the pixels. */
export const boardFromPixels = (pixels: Int32Array): BoardCanvas => ({ pixels, pens: new Map(), client: 0 })

/** Executes commands in order. Integer arithmetic makes the result identical on every machine. */
export function drawCommands(board: BoardCanvas, commands: readonly BoardCommand[]): void {
  for (const command of commands) {
    if (command.do === 'dqc') drawCurve(board.pixels, currentPen(board), command)
    else if (command.do === 'dr') drawRectangle(board.pixels, currentPen(board).colour, command)
    else if (command.do === 'cs') board.client = command.client
    else if (command.do === 'fo') scroll(board.pixels, command.offset)
    else if (command.do === 'scr') board.pens.set(board.client, { ...currentPen(board), colour: command.colour })
    else board.pens.set(board.client, { ...currentPen(board), width: command.width })
  }
}

/** Cost of executing commands, in units of one short curve. */
export function drawCost(commands: readonly BoardCommand[]): number {
  return commands.reduce((cost, command) => cost + (command.do === 'dqc' ? curveSegmentCount(command) : 1), 0)
}

const currentPen = ({ pens, client }: BoardCanvas) => pens.get(client) ?? DEFAULT_PEN

/** Blends the colour by coverage at the edges. */
function drawRectangle(pixels: Int32Array, colour: number, { x, y, width, height }: RectangleCommand): void {
  const ink = packColour(colour)
  const top = Math.max(0, y >> 8)
  const bottom = Math.min(BOARD.height, (y + height + SUBPIXELS - 1) >> 8)
  const left = Math.max(0, x >> 8)
  const right = Math.min(BOARD.width, (x + width + SUBPIXELS - 1) >> 8)
  for (let row = top; row < bottom; row++) {
    const rowOverlap = pixelOverlap(row, y, y + height)
    for (let column = left; column < right; column++) {
      const at = row * BOARD.width + column
      pixels[at] = blend(pixels[at] as number, ink, (rowOverlap * pixelOverlap(column, x, x + width)) >> 8)
    }
  }
}

/** Overlap of a pixel with an interval, in 1/256 px. */
function pixelOverlap(pixel: number, from: number, to: number): number {
  return Math.min(to, (pixel + 1) * SUBPIXELS) - Math.max(from, pixel * SUBPIXELS)
}

function scroll(pixels: Int32Array, offset: number): void {
  for (let start = 0; start < pixels.length; start += BOARD.width) {
    pixels.copyWithin(start, start + offset, start + BOARD.width)
    pixels.fill(PAPER, start + BOARD.width - offset, start + BOARD.width)
  }
}
