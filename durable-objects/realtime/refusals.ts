import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'

/** Close code of a socket, and a reason for developers. Pages only read the code. */
export type Refusal = readonly [code: number, reason: string]

export const REFUSED = {
  tooMany: [SOCKET_CLOSE.flood, 'too many'],
  tooManySockets: [SOCKET_CLOSE.tooManySockets, 'too many sockets'],
  badMessage: [SOCKET_CLOSE.badMessage, 'bad message'],
  excluded: [SOCKET_CLOSE.shutOut, 'shut out'],
  notLoggedIn: [SOCKET_CLOSE.notLoggedIn, 'not logged in'],
  notFound: [SOCKET_CLOSE.notFound, 'not found'],
  tooSlow: [SOCKET_CLOSE.tooSlow, 'too slow'],
  reconnect: [SOCKET_CLOSE.restarting, 'reconnect'],
} as const satisfies Record<string, Refusal>
