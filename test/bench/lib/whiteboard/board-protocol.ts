import type WebSocket from 'ws'
import { type Curve, encodeCommands, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import { BOARD_SOCKET_PATH, type BoardClientMessage } from '../../../../contract/socket/whiteboard-messages.ts'
import { chatMember, ticketOf } from '../../../support/chat/members.ts'
import { openSocketAt } from '../../../support/chat/socket.ts'
import { INDEX_MAX, type Protocol } from './protocol.ts'

/** The index of a curve is how far down it begins, in so many parts of a pixel: all of them fit on the board. */
const PARTS_EACH = 6
/** Curves begin so far to the right that none leaves the board while the generator draws, scrolls or not. */
const LEFT = 300 * SUBPIXELS
const WIDTH = 350 * SUBPIXELS
const PEN = 4 * SUBPIXELS
const SHIFT = /"shiftIndex":(\d+)/
const CLIENT = /"type":"client","client":(\d+)/

/** Our board: every artist is a member, who draws one curve a batch and says what they have read, as the page does. */
export const boardProtocol: Protocol = {
  echoes: true,
  async enter(origin, artist) {
    const { socket, shiftIndex } = await enterBoard(origin, artist)
    let sequence = 0
    return {
      socket,
      nextFrame(index) {
        const pen = sequence === 0 ? encodeCommands(penOf(artist)) : ''
        return drawFrame({ sequence: ++sequence, shiftIndex, commands: pen + encodeCommands([curveOf(index)]) })
      },
    }
  },
  read: readCurves,
}

/** Someone at the board, as which client, and how often it has moved left. */
export type AtBoard = { socket: WebSocket; client: number; shiftIndex: number }

/** A member comes to the board; answered when they have been told how it stands. */
export async function enterBoard(origin: string, artist: number): Promise<AtBoard> {
  const who = await chatMember(artist)
  const socket = await openSocketAt(origin, BOARD_SOCKET_PATH, who)
  let client = 0
  const told = new Promise<number>((resolve, reject) => {
    const closed = (code: number) => reject(new Error(`closed with ${code}`))
    socket.once('close', closed)
    socket.on('message', function look(frame: Buffer) {
      client ||= Number(CLIENT.exec(frame.toString('latin1'))?.[1] ?? 0)
      const [, shiftIndex] = (frame.includes('"type":"info"') && SHIFT.exec(frame.toString('latin1'))) || []
      if (shiftIndex === undefined) return
      socket.off('message', look)
      socket.off('close', closed)
      resolve(Number(shiftIndex))
    })
  })
  sayOnBoard(socket, { type: 'auth', chatId: await ticketOf(who), board: 0, userId: who.id })
  const shiftIndex = await told
  return { socket, client, shiftIndex }
}

export function sayOnBoard(socket: WebSocket, message: BoardClientMessage): void {
  socket.send(JSON.stringify(message))
}

const penOf = (artist: number) => [
  { do: 'scr' as const, colour: artist * 40_503 },
  { do: 'slw' as const, width: PEN },
]

/** A short curve somewhere on the board, by its index. */
export function curveOf(index: number): Curve {
  const [x, y] = [LEFT + ((index * 2654435761) % WIDTH), index * PARTS_EACH]
  const step = 8 * SUBPIXELS
  return { do: 'dqc', x, y, cx: x + step, cy: y, x2: x + step, y2: y + step }
}

export function drawFrame(batch: Omit<Extract<BoardClientMessage, { type: 'draw' }>, 'type'>): string {
  return JSON.stringify({ type: 'draw', ...batch } satisfies BoardClientMessage)
}

const NAME = 'dqc '

/** Reads curves as `curveOf` makes them, in frames of whoever tells our commands. */
export function readCurves(frame: Buffer, hear: (index: number) => void): void {
  const text = frame.toString('latin1')
  for (let at = text.indexOf(NAME); at >= 0; at = text.indexOf(NAME, at)) {
    at = text.indexOf(' ', at + NAME.length) + 1
    const y = Number.parseInt(text.slice(at, text.indexOf(' ', at)), 16)
    if (y % PARTS_EACH === 0 && y < INDEX_MAX * PARTS_EACH) hear(y / PARTS_EACH)
  }
}
