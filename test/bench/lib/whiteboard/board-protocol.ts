import type WebSocket from 'ws'
import { type CurveCommand, encodeCommands, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import { BOARD_SOCKET_PATH, type BoardClientMessage } from '../../../../contract/socket/whiteboard-messages.ts'
import { chatMember, ticketOf } from '../../../support/chat/members.ts'
import { openSocketTo } from '../../../support/open-socket.ts'
import { INDEX_MAX, type Protocol } from './protocol.ts'

/** A curve encodes its index in its y coordinate, in steps of this. */
const INDEX_STEP = 6
/** Keeps curves on the board despite scrolls. */
const LEFT = 300 * SUBPIXELS
const WIDTH = 350 * SUBPIXELS
const PEN = 4 * SUBPIXELS
const SHIFT = /"shiftIndex":(\d+)/
const CLIENT = /"type":"client","client":(\d+)/

/** The site's board: every artist is a member who draws one curve per batch and acknowledges marks. */
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

export type BoardConnection = { socket: WebSocket; client: number; shiftIndex: number }

/** Enters the board as a member; resolves after the message `info`, which ends the entry. */
export async function enterBoard(origin: string, artist: number): Promise<BoardConnection> {
  const member = await chatMember(artist)
  const socket = await openSocketTo(origin, BOARD_SOCKET_PATH, member)
  let client = 0
  const received = new Promise<number>((resolve, reject) => {
    const closed = (code: number) => reject(new Error(`closed with ${code}`))
    socket.once('close', closed)
    socket.on('message', function readInfo(frame: Buffer) {
      client ||= Number(CLIENT.exec(frame.toString('latin1'))?.[1] ?? 0)
      const [, shiftIndex] = (frame.includes('"type":"info"') && SHIFT.exec(frame.toString('latin1'))) || []
      if (shiftIndex === undefined) return
      socket.off('message', readInfo)
      socket.off('close', closed)
      resolve(Number(shiftIndex))
    })
  })
  sendToBoard(socket, { type: 'auth', chatId: await ticketOf(member), board: 0, userId: member.id })
  const shiftIndex = await received
  return { socket, client, shiftIndex }
}

export function sendToBoard(socket: WebSocket, message: BoardClientMessage): void {
  socket.send(JSON.stringify(message))
}

const penOf = (artist: number) => [
  { do: 'scr' as const, colour: artist * 40_503 },
  { do: 'slw' as const, width: PEN },
]

/** A short curve that encodes its index. */
export function curveOf(index: number): CurveCommand {
  const [x, y] = [LEFT + ((index * 2654435761) % WIDTH), index * INDEX_STEP]
  const step = 8 * SUBPIXELS
  return { do: 'dqc', x, y, cx: x + step, cy: y, x2: x + step, y2: y + step }
}

export function drawFrame(batch: Omit<Extract<BoardClientMessage, { type: 'draw' }>, 'type'>): string {
  return JSON.stringify({ type: 'draw', ...batch } satisfies BoardClientMessage)
}

const CURVE = 'dqc '

/** Finds the curves of `curveOf` in a frame. */
export function readCurves(frame: Buffer, onCommand: (index: number) => void): void {
  const text = frame.toString('latin1')
  for (let at = text.indexOf(CURVE); at >= 0; at = text.indexOf(CURVE, at)) {
    at = text.indexOf(' ', at + CURVE.length) + 1
    const y = Number.parseInt(text.slice(at, text.indexOf(' ', at)), 16)
    if (y % INDEX_STEP === 0 && y < INDEX_MAX * INDEX_STEP) onCommand(y / INDEX_STEP)
  }
}
