import { once } from 'node:events'
import WebSocket from 'ws'
import { parseMark } from '../../contract/socket/sockets.ts'

/** Opens a socket at a path as the member with this cookie, and acknowledges marks like the page. */
export async function openSocketTo(origin: string, path: string, { cookie }: { cookie: string }): Promise<WebSocket> {
  const address = `${origin.replace('http', 'ws')}${path}`
  const socket = new WebSocket(address, {
    origin,
    headers: { cookie },
    perMessageDeflate: false,
    handshakeTimeout: 5000,
  })
  socket.on('message', (frame: Buffer) => {
    const mark = markIn(frame)
    if (mark !== null) socket.send(JSON.stringify({ type: 'ack', mark }))
  })
  await once(socket, 'open')
  return socket
}

/** Calls `onFrame` for every frame except marks. */
export function onEachFrame(socket: WebSocket, onFrame: (frame: Buffer<ArrayBuffer>, isBinary: boolean) => void): void {
  socket.on('message', (frame: Buffer<ArrayBuffer>, isBinary) => markIn(frame) === null && onFrame(frame, isBinary))
}

/** Mark frames are short. */
const markIn = (frame: Buffer): number | null => (frame.length < 100 ? parseMark(String(frame)) : null)
