/** The header in which the worker identifies who opens a socket; nothing else can write it. */
const HANDSHAKE_HEADER = 'x-socket-handshake'

export function handshakeRequest<Handshake>(handshake: Handshake & { session: string }): Request {
  const headers = { upgrade: 'websocket', [HANDSHAKE_HEADER]: encodeURIComponent(JSON.stringify(handshake)) }
  return new Request('https://room.invalid/', { headers })
}

export function readHandshake<Handshake>(request: Request): Handshake & { session: string } {
  return JSON.parse(decodeURIComponent(request.headers.get(HANDSHAKE_HEADER) ?? ''))
}

/** A socket that is closed as soon as it opens: pages see the close code, but not the status of a refused upgrade. */
export function refusedSocket(code: number, reason: string): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(code, reason)
  return new Response(null, { status: 101, webSocket: client })
}
