import { isMarkNear } from '../../contract/board/marks.ts'
import type { BoardMark } from '../../contract/http/whiteboard.ts'
import { BOARD, BOARD_SLICE_WIDTH, PEN_SIZE } from '../../contract/limits.ts'
import { decodeCommands, SUBPIXELS } from '../../contract/socket/draw-commands.ts'
import type { Flush } from './core.ts'

/** Evidence of a report of a mark; `userId` is its author. */
export type ReportedMark = { userId: number; drawnAt: number; picture: Uint8Array<ArrayBuffer> | null }

/** Maximum distance between a mark and the place, in 1/256 px. */
const HIT_DISTANCE = 2 * SUBPIXELS

/** True if the client drew over the place in this flush. A pen that the flush does not set may have any width. */
export function isMarkInFlush({ text, shiftIndex }: Pick<Flush, 'text' | 'shiftIndex'>, mark: BoardMark): boolean {
  const commands = decodeCommands(text) ?? []
  const scrolls = commands.filter((command) => command.do === 'fo').length
  const shiftPx = (mark.shiftIndex - (shiftIndex - scrolls)) * BOARD_SLICE_WIDTH
  const at = { x: (mark.x + shiftPx) * SUBPIXELS, y: mark.y * SUBPIXELS }
  let client = 0
  let width = PEN_SIZE.max * SUBPIXELS
  return commands.some((command) => {
    if (command.do === 'cs') client = command.client
    if (command.do === 'slw' && client === mark.client) width = command.width
    if (command.do !== 'dr' && command.do !== 'dqc') return false
    return client === mark.client && isMarkNear(command, width, at, HIT_DISTANCE)
  })
}

const PART = { width: 160, height: 120 }

/** The part of the board around a place; null if the place has left the board after `shiftIndex` scrolls. */
export function partAround(mark: BoardMark, shiftIndex: number): Rectangle | null {
  const x = mark.x - (shiftIndex - mark.shiftIndex) * BOARD_SLICE_WIDTH
  if (x < 0 || x > BOARD.width) return null
  const inside = (from: number, max: number) => Math.min(Math.max(from, 0), max)
  return {
    x: inside(x - PART.width / 2, BOARD.width - PART.width),
    y: inside(mark.y - PART.height / 2, BOARD.height - PART.height),
    ...PART,
  }
}

export type Rectangle = { x: number; y: number; width: number; height: number }

/** Copies the pixels of a part of the board, row by row. */
export function cutPart(pixels: Int32Array, { x, y, width, height }: Rectangle): Int32Array<ArrayBuffer> {
  const part = new Int32Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (y + row) * BOARD.width + x
    part.set(pixels.subarray(from, from + width), row * width)
  }
  return part
}
