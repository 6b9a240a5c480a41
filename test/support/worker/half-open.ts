import type { Person } from './people.ts'
import { sendRequest } from './site.ts'

/** Opens a socket of a client that leaves its side open when the object closes it. */
export async function openHalfOpen(
  person: Person,
  path: string,
): Promise<{ socket: WebSocket; closed: Promise<unknown> }> {
  const { webSocket: socket } = await sendRequest(path, { as: person, headers: { upgrade: 'websocket' } })
  if (!socket) throw new Error('no socket')
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
  socket.accept({ allowHalfOpen: true })
  return { socket, closed }
}
