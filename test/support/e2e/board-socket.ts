import * as z from 'zod/mini'
import { DEFAULT_PEN } from '../../../contract/board/board.ts'
import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import { ticketReply } from '../../../contract/http/chat.ts'
import { type DrawCommand, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import {
  BOARD_SOCKET_PATH,
  type BoardClientMessage,
  boardServerEvent,
} from '../../../contract/socket/whiteboard-messages.ts'
import { drawMessage, Replica } from '../../../web/features/whiteboard/session/replica.ts'
import { onEachFrame, openSocketTo } from '../open-socket.ts'
import type { Member } from './people.ts'
import { currentUserId } from './profiles.ts'
import { siteHeaders } from './site.ts'
import type { Point } from './whiteboard.ts'

const frame = z.array(boardServerEvent)

/** Sets the pen with which a page begins. */
const PEN: DrawCommand[] = [
  { do: 'scr', colour: DEFAULT_PEN.colour },
  { do: 'slw', width: DEFAULT_PEN.width },
]

/** Draws straight lines as a member, without opening the whiteboard; resolves once the site confirmed them. */
export async function drawBySocket(member: Member, ...lines: readonly (readonly [Point, Point])[]): Promise<void> {
  const { request } = member
  const userId = await currentUserId(member)
  const ticket = await request.get('/api/v2/chat/ticket?channel=whiteboard')
  const { chatId } = ticketReply.parse(await ticket.json())
  const { cookies } = await request.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const socket = await openSocketTo(siteHeaders().origin, BOARD_SOCKET_PATH, { cookie })
  const send = (message: BoardClientMessage) => socket.send(JSON.stringify(message))
  const replica = new Replica(decodeBoardPng)
  let isSent = false
  const confirmed = new Promise<void>((resolve, reject) => {
    socket.once('close', (code) => reject(new Error(`the whiteboard closed the socket with ${code}`)))
    onEachFrame(socket, (data, isPicture) => {
      if (isPicture) return replica.receivePicture(new Uint8Array(data).buffer)
      const events = frame.parse(JSON.parse(String(data)))
      for (const event of events) replica.receive(event)
      if (!isSent && events.some(({ type }) => type === 'info')) {
        send(drawMessage(replica.add(lines.map(lineOf), PEN)))
        isSent = true
      } else if (isSent && replica.outgoing.length === 0) resolve()
    })
  })
  send({ type: 'auth', chatId, board: 0, userId })
  await confirmed
  socket.terminate()
}

function lineOf([from, to]: readonly [Point, Point]): DrawCommand {
  const [x, y, x2, y2] = [...from, ...to].map((value) => value * SUBPIXELS) as [number, number, number, number]
  return { do: 'dqc', x, y, cx: (x + x2) / 2, cy: (y + y2) / 2, x2, y2 }
}
