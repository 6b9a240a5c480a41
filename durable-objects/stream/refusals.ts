import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'

/** Why a socket is closed: the code, and words for whoever looks at it. */
export type Refusal = readonly [code: number, reason: string]

export const REFUSED = {
  tooMany: [SOCKET_CLOSE.flood, 'too many'],
  badMessage: [SOCKET_CLOSE.badMessage, 'bad message'],
  badFrame: [SOCKET_CLOSE.badMessage, 'bad frame'],
  notForThem: [SOCKET_CLOSE.badMessage, 'not for who comes as they do'],
  notThePublisher: [SOCKET_CLOSE.forbidden, 'not the publisher'],
  notLoggedIn: [SOCKET_CLOSE.notLoggedIn, 'not logged in'],
  tooSlow: [SOCKET_CLOSE.tooSlow, 'too slow'],
  elsewhere: [SOCKET_CLOSE.elsewhere, 'elsewhere'],
  again: [SOCKET_CLOSE.again, 'again'],
  over: [SOCKET_CLOSE.notFound, 'over'],
  bye: [1000, ''],
} as const satisfies Record<string, Refusal>
