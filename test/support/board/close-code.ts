import { once } from 'node:events'
import { BOARD_SOCKET_PATH, type BoardClientMessage } from '../../../contract/socket/whiteboard-messages.ts'
import { type ChatMember, ticketOf } from '../chat/members.ts'
import { waitForText } from '../chat/socket.ts'
import { openSocketTo } from '../open-socket.ts'

/** Enters the board, sends one frame, and returns the code of the close that follows. */
export async function closeCodeFor(origin: string, member: ChatMember, frame: string | ArrayBuffer): Promise<number> {
  const socket = await openSocketTo(origin, BOARD_SOCKET_PATH, member)
  const isIn = waitForText(socket, '"type":"info"')
  const auth = {
    type: 'auth',
    chatId: await ticketOf(member),
    board: 0,
    userId: member.id,
  } satisfies BoardClientMessage
  socket.send(JSON.stringify(auth))
  await isIn
  const closed = once(socket, 'close')
  socket.send(frame)
  const [code] = await closed
  return code
}
