import * as z from 'zod/mini'

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
  replaced: 4410,
  /** It sent too much at once. */
  flood: 4429,
  /** The room starts again. */
  restarting: 4503,
} as const

/**
 * So many letters of texts and bytes of frames are sent before a mark among them, a frame of its own. A client answers each
 * at once by `ack`: by that it is known how much it has read, and by no word of its own.
 */
export const MARK_INTERVAL_UNITS = 65_536

/** What a client answers to a mark. */
export const ack = z.strictObject({ type: z.literal('ack'), mark: z.int().check(z.nonnegative()) })
export type Ack = z.infer<typeof ack>

const MARK_FRAME = /^\[{"type":"mark","mark":(\d{1,10})}\]$/

export const markFrame = (mark: number) => `[{"type":"mark","mark":${mark}}]`

/** The mark that a frame of text is, if it is one. */
export function parseMark(frame: string): number | null {
  const mark = MARK_FRAME.exec(frame)?.[1]
  return mark === undefined ? null : Number(mark)
}
