import * as z from 'zod/mini'

/** Longest text frame that a client may send, in UTF-16 units. */
export const MESSAGE_MAX_UNITS = 65_536

/** Close codes. The code shows whether the client should reconnect. */
export const SOCKET_CLOSE = {
  /** Invalid message; the same client would fail again. */
  badMessage: 4400,
  /** No valid ticket, or the session has ended. */
  notLoggedIn: 4401,
  /** The account is suspended or may not enter this room. */
  forbidden: 4403,
  notFound: 4404,
  /** The owner or a helper of the room shut the member out. */
  shutOut: 4423,
  /** The member has created too many rooms. */
  tooManyRooms: 4409,
  /** The member entered other rooms, and was in too many. */
  leftForOthers: 4412,
  /** The name of the room is reserved, or looks like the name of another room. */
  reserved: 4411,
  /** The client read too slowly; it can reconnect and catch up. */
  tooSlow: 4408,
  /** Another page of the member has taken over. */
  replaced: 4410,
  /** The member has too many pages open. */
  tooManySockets: 4413,
  /** A picture of a stream is not one that viewers should decode; those of another codec may be. */
  badPicture: 4415,
  /** The client sent too much. */
  flood: 4429,
  /** The room restarts; reconnect. */
  restarting: 4503,
} as const

/**
 * Sent volume between two `mark` frames, in bytes. A client returns each mark in an `ack`, which proves how much it
 * has read.
 */
export const MARK_INTERVAL_UNITS = 65_536

export const ack = z.strictObject({ type: z.literal('ack'), mark: z.int().check(z.nonnegative()) })
export type Ack = z.infer<typeof ack>

const MARK_FRAME = /^\[{"type":"mark","mark":(\d{1,10})}\]$/

export const markFrame = (mark: number) => `[{"type":"mark","mark":${mark}}]`

/** Null for other frames. */
export function parseMark(frame: string): number | null {
  const mark = MARK_FRAME.exec(frame)?.[1]
  return mark === undefined ? null : Number(mark)
}
