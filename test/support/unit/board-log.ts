import { type BoardCanvas, blankBoard, drawCommands } from '../../../contract/board/board.ts'
import { hashPixels } from '../../../contract/board/hash.ts'
import { BOARD_LOG_PAGE, type BoardLogPage, type BoardLogReply } from '../../../contract/http/whiteboard.ts'
import { type BoardCommand, encodeCommands } from '../../../contract/socket/draw-commands.ts'
import { toWireTime } from '../../../contract/time.ts'

export const MIDNIGHT = Date.UTC(2026, 10, 21)

/** The number and time of a flush: there is one each second from midnight on. */
export const moment = (number: number) => ({ number, date: toWireTime(MIDNIGHT + number * 1000) })
const pensOf = ({ pens }: BoardCanvas): BoardCommand[] =>
  [...pens].flatMap(([client, { colour, width }]) => [
    { do: 'cs', client },
    { do: 'scr', colour },
    { do: 'slw', width },
  ])

/** A log of flushes from a blank board, with snapshots, in pages of at most `cutAt` flushes. */
export class LoggedBoard {
  readonly reply: BoardLogReply
  readonly pictures = new Map<number, BoardCanvas>()
  readonly #flushes: readonly (readonly BoardCommand[])[]
  readonly #cutAt: number

  constructor(flushes: readonly (readonly BoardCommand[])[], snapshots: readonly number[], cutAt = BOARD_LOG_PAGE) {
    this.#flushes = flushes.map((commands) => [{ do: 'cs', client: 1 }, ...commands])
    this.#cutAt = cutAt
    for (const number of snapshots) this.pictures.set(number, this.#drawnTo(number))
    const start = moment(snapshots[0] ?? 0)
    this.reply = { revision: 0, start, last: moment(flushes.length), snapshots: snapshots.map(moment) }
  }

  page(after: number): BoardLogPage {
    const pageEnd = (Math.floor(after / BOARD_LOG_PAGE) + 1) * BOARD_LOG_PAGE
    const to = Math.min(pageEnd, after + this.#cutAt)
    const flushes = this.#flushes
      .slice(after, to)
      .map((commands, index) => ({ ...moment(after + index + 1), text: encodeCommands(commands) }))
    const pens = [...this.pictures].filter(([number]) => number >= after && number < to)
    return {
      flushes,
      artists: [{ client: 1, person: { id: 1, nickname: 'Mira', avatar: null } }],
      pens: pens.map(([number, board]) => ({ number, pens: encodeCommands(pensOf(board)) })),
      next: this.#flushes.length >= to ? to : null,
    }
  }

  /** Hash of the board after a flush. */
  hashAt(number: number): number {
    return hashPixels(this.#drawnTo(number).pixels)
  }

  #drawnTo(number: number): BoardCanvas {
    const board = blankBoard()
    for (const commands of this.#flushes.slice(0, number)) drawCommands(board, commands)
    return board
  }
}
