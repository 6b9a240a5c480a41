import type { Refusal } from './refusals.ts'

/** The header in which the worker identifies the member who opens a socket. Clients cannot reach an object directly. */
const HANDSHAKE_HEADER = 'x-socket-handshake'
/** The header in which an object tells why it opens no socket. */
const REFUSAL_HEADER = 'x-socket-refusal'

type SocketObject = { fetch(request: Request): Promise<Response> }

/** The request that opens a socket at an object. */
export function handshakeRequest<Handshake>(handshake: Handshake & { session: string }): Request {
  const headers = { upgrade: 'websocket', [HANDSHAKE_HEADER]: encodeURIComponent(JSON.stringify(handshake)) }
  return new Request('https://room.invalid/', { headers })
}

export function readHandshake<Handshake>(request: Request): Handshake & { session: string } {
  return JSON.parse(decodeURIComponent(request.headers.get(HANDSHAKE_HEADER) ?? ''))
}

/**
 * The reply of an object that opens no socket. A socket that an object closes at once would keep it in memory, and be
 * paid for, until the client answers the close.
 */
export function refusalReply(refusal: Refusal): Response {
  return new Response(null, { status: 403, headers: { [REFUSAL_HEADER]: JSON.stringify(refusal) } })
}

/** The reason for which an object opened no socket, or null. */
export function readRefusal({ headers }: Response): Refusal | null {
  const text = headers.get(REFUSAL_HEADER)
  return text === null ? null : (JSON.parse(text) as Refusal)
}

/** Opens a socket at an object for a page. If the object refuses it, the worker's socket tells the page why. */
export async function openSocketAt<Handshake>(
  object: SocketObject,
  handshake: Handshake & { session: string },
): Promise<Response> {
  const reply = await object.fetch(handshakeRequest(handshake))
  const refusal = readRefusal(reply)
  return refusal ? refusedSocket(...refusal) : reply
}

/**
 * Opens a socket and closes it immediately, because pages see a close code, but not the status of a refused upgrade.
 * Only for the worker, whose waiting costs nothing.
 */
export function refusedSocket(code: number, reason: string): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(code, reason)
  return new Response(null, { status: 101, webSocket: client })
}
