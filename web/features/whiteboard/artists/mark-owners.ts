import { type BoardCanvas, DEFAULT_PEN, drawCommands } from '../../../../contract/board/board.ts'
import { markBounds } from '../../../../contract/board/marks.ts'
import { BOARD } from '../../../../contract/limits.ts'
import {
  type BoardCommand,
  type CurveCommand,
  type RectangleCommand,
  SUBPIXELS,
} from '../../../../contract/socket/draw-commands.ts'

/** For each pixel of a board, the client that changed it last. */
export class MarkOwners {
  readonly #board: BoardCanvas
  /** 0 where nobody has drawn. */
  readonly #owners = new Int32Array(BOARD.width * BOARD.height)

  /** Takes ownership of the board. */
  constructor(board: BoardCanvas) {
    this.#board = board
  }

  draw(commands: readonly BoardCommand[]): void {
    for (const command of commands) {
      if (command.do === 'dr' || command.do === 'dqc') this.#drawMark(command)
      else drawCommands(this.#board, [command])
      if (command.do === 'fo') this.#scroll(command.offset)
    }
  }

  #drawMark(mark: RectangleCommand | CurveCommand): void {
    const { pixels, pens, client } = this.#board
    const { left, top, right, bottom } = markBounds(mark, (pens.get(client) ?? DEFAULT_PEN).width)
    const [from, to] = [clampTo(BOARD.height, top / SUBPIXELS), clampTo(BOARD.height, bottom / SUBPIXELS + 1)]
    const [start, end] = [clampTo(BOARD.width, left / SUBPIXELS), clampTo(BOARD.width, right / SUBPIXELS + 1)]
    const before = pixels.slice(from * BOARD.width, to * BOARD.width)
    drawCommands(this.#board, [mark])
    for (let row = from; row < to; row++)
      for (let at = row * BOARD.width + start; at < row * BOARD.width + end; at++)
        if (pixels[at] !== before[at - from * BOARD.width]) this.#owners[at] = client
  }

  #scroll(offset: number): void {
    for (let start = 0; start < this.#owners.length; start += BOARD.width) {
      this.#owners.copyWithin(start, start + offset, start + BOARD.width)
      this.#owners.fill(0, start + BOARD.width - offset, start + BOARD.width)
    }
  }

  /** The clients that own a pixel. */
  clients(): Set<number> {
    const clients = new Set(this.#owners)
    clients.delete(0)
    return clients
  }
}

const clampTo = (max: number, value: number) => Math.min(max, Math.max(0, Math.floor(value)))
