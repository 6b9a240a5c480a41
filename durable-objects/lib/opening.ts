/** The header in which the worker says who opens a socket; it is written by nobody else. */
const STAMP_HEADER = 'x-socket-stamp'

/** The request that opens a socket in an object: of what the browser sent, nothing but that it wants one. */
export function openingRequest<Opening>(opening: Opening & { session: string }): Request {
  const headers = { upgrade: 'websocket', [STAMP_HEADER]: encodeURIComponent(JSON.stringify(opening)) }
  return new Request('https://room.invalid/', { headers })
}

/** What the worker said of a socket, and the session that it falls with. */
export function readOpening<Opening>(request: Request): Opening & { session: string } {
  return JSON.parse(decodeURIComponent(request.headers.get(STAMP_HEADER) ?? ''))
}

/** A socket that is closed as soon as it is open: a page learns the code of that, but nothing of a refused upgrade. */
export function refusedSocket(code: number, reason: string): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(code, reason)
  return new Response(null, { status: 101, webSocket: client })
}
