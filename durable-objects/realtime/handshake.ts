/** The header in which the worker identifies the member who opens a socket. Clients cannot reach an object directly. */
const HANDSHAKE_HEADER = 'x-socket-handshake'

/** The request that opens a socket at an object. */
export function handshakeRequest<Handshake>(handshake: Handshake & { session: string }): Request {
  const headers = { upgrade: 'websocket', [HANDSHAKE_HEADER]: encodeURIComponent(JSON.stringify(handshake)) }
  return new Request('https://room.invalid/', { headers })
}

export function readHandshake<Handshake>(request: Request): Handshake & { session: string } {
  return JSON.parse(decodeURIComponent(request.headers.get(HANDSHAKE_HEADER) ?? ''))
}

/**
 * Opens a socket and closes it immediately, because pages see a close code, but not the status of a refused upgrade.
 */
export function refusedSocket(code: number, reason: string): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(code, reason)
  return new Response(null, { status: 101, webSocket: client })
}
