/** What all sockets of this site have in common: chat rooms, streams and the whiteboard. */

/** Longer frames are refused unread. */
export const FRAME_MAX_BYTES = 65_536

/** Why a socket was closed, for a client to know whether to come back. */
export const SOCKET_CLOSE = {
  /** Something was sent that is no message. Coming back the same way would end the same way. */
  badMessage: 4400,
  /** No ticket, an old one, or the session is over. */
  notLoggedIn: 4401,
  /** The account is suspended, or may not enter this room. */
  forbidden: 4403,
  /** There is no such room. */
  notFound: 4404,
  /** The member opened as many rooms as one may already. */
  tooManyRooms: 4409,
  /** It read too slowly. What it missed is there when it comes back. */
  tooSlow: 4408,
  /** The member does from another page now what one does here alone. */
  elsewhere: 4410,
  /** It sent too much at once. */
  flood: 4429,
  /** The room starts again. */
  again: 4503,
} as const

/**
 * So many units of frames a client reads before it says so; the first time after a part of them by chance, or all who
 * heard the same would say so at once.
 */
export const ACK_EVERY_UNITS = 65_536
