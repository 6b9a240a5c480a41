import type { Member } from './room.ts'

/** What the worker says of a socket or a call: who it is, in which room, and whose room that is. */
export type Opening = { channel: string; ownerId: number | null; member: Member }

/** The header in which the worker says who opens a socket; it is written by nobody else. */
const STAMP_HEADER = 'x-chat-stamp'

export type SocketOpening = Opening & { session: string }

/** The request that opens a socket in a room's object: of what the browser sent, nothing but that it wants one. */
export function openingRequest(opening: SocketOpening): Request {
  const headers = { upgrade: 'websocket', [STAMP_HEADER]: encodeURIComponent(JSON.stringify(opening)) }
  return new Request('https://room.invalid/', { headers })
}

export function readOpening(request: Request): SocketOpening {
  return JSON.parse(decodeURIComponent(request.headers.get(STAMP_HEADER) ?? ''))
}

/** A socket that is closed as soon as it is open: a page learns the code of that, but nothing of a refused upgrade. */
export function refusedSocket(code: number, reason: string): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(code, reason)
  return new Response(null, { status: 101, webSocket: client })
}
