import fc from 'fast-check'
import { blankBoard, drawCommands } from '../../../contract/board/board.ts'
import { BOARD, PEN_SIZE, type PIXEL_TOOL_SIZES } from '../../../contract/limits.ts'
import { type BoardCommand, type DrawCommand, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'

const place = (size: number) => fc.integer({ min: -64 * SUBPIXELS, max: (size + 64) * SUBPIXELS })
const x = place(BOARD.width)
const y = place(BOARD.height)
const side = fc.integer({ min: 1, max: 64 * SUBPIXELS })
const width = fc.integer({ min: PEN_SIZE.min * SUBPIXELS, max: PEN_SIZE.max * SUBPIXELS })

export const drawCommand: fc.Arbitrary<DrawCommand> = fc.oneof(
  fc.record({ do: fc.constant('scr' as const), colour: fc.integer({ min: 0, max: 0xffffff }) }),
  fc.record({ do: fc.constant('slw' as const), width }),
  fc.record({ do: fc.constant('dr' as const), x, y, width: side, height: side }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('dqc' as const), x, y, cx: x, cy: y, x2: x, y2: y }) },
)

/** Any command, including the server's. */
export const boardCommand: fc.Arbitrary<BoardCommand> = fc.oneof(
  { weight: 4, arbitrary: drawCommand },
  fc.record({ do: fc.constant('fo' as const), offset: fc.integer({ min: 1, max: BOARD.width }) }),
  fc.record({ do: fc.constant('cs' as const), client: fc.integer({ min: 1, max: 5 }) }),
)

/** Pixels after executing the commands on a blank board. */
export function pixelsAfter(...parts: (readonly BoardCommand[])[]): Int32Array {
  const board = blankBoard()
  for (const commands of parts) drawCommands(board, commands)
  return board.pixels
}

/** A block of the pixel brush; coordinates in blocks. */
export function block(column: number, row: number, size: (typeof PIXEL_TOOL_SIZES)[number]): BoardCommand {
  const side = size * SUBPIXELS
  return { do: 'dr', x: column * side, y: row * side, width: side, height: side }
}

/** Coordinates in pixels. */
export function line(x1: number, y1: number, x2: number, y2: number): BoardCommand {
  const [ax, ay, bx, by] = [x1, y1, x2, y2].map((v) => Math.round(v * SUBPIXELS)) as [number, number, number, number]
  return { do: 'dqc', x: ax, y: ay, cx: (ax + bx) >> 1, cy: (ay + by) >> 1, x2: bx, y2: by }
}
