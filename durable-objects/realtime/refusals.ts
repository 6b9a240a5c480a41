import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'

/** Close code of a socket, and a reason for developers. Pages only read the code. */
export type Refusal = readonly [code: number, reason: string]

export const REFUSED = {
  tooMany: [SOCKET_CLOSE.flood, 'too many'],
  tooManySockets: [SOCKET_CLOSE.flood, 'too many sockets'],
  badMessage: [SOCKET_CLOSE.badMessage, 'bad message'],
  notLoggedIn: [SOCKET_CLOSE.notLoggedIn, 'not logged in'],
  tooSlow: [SOCKET_CLOSE.tooSlow, 'too slow'],
  reconnect: [SOCKET_CLOSE.restarting, 'reconnect'],
} as const satisfies Record<string, Refusal>
