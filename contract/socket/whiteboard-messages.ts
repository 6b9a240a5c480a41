import * as z from 'zod/mini'
import { id } from '../http/common.ts'
import { person } from '../http/users.ts'
import { ack } from './sockets.ts'

/**
 * Protocol of the whiteboard's socket [2 §7]. A client sends one message per frame; the server sends arrays of
 * events, or the PNG of the `snapshot` event that follows it. The client begins with `auth`; the server replies with
 * `client`, `info`, `artists`, `policy`, `nextShift`, and a `snapshot` with the `commands` after it, or only the
 * commands that a returning client missed. All clients then receive all `commands` in the order of their numbers.
 */

const number = z.int().check(z.nonnegative())
const positive = z.int().check(z.positive())
/** Number of a client on the board. */
const client = positive

export const boardClientMessage = z.discriminatedUnion('type', [
  /**
   * `chatId` is a ticket for the member `userId`. A returning client sends its `client` and the last number that it
   * has.
   */
  z.strictObject({
    type: z.literal('auth'),
    chatId: z.string().check(z.maxLength(2048)),
    board: z.literal(0),
    userId: id,
    client: z.optional(client),
    last: z.optional(number),
  }),
  /**
   * Commands (draw-commands.ts) drawn after `shiftIndex` scrolls. A client numbers its batches from 1; a repeated
   * number is ignored.
   */
  z.strictObject({
    type: z.literal('draw'),
    sequence: positive,
    shiftIndex: number,
    commands: z.string().check(z.minLength(1), z.maxLength(60_000)),
  }),
  /** Requests `info` and a `snapshot`. Rate limited, as is `hash`. */
  z.strictObject({ type: z.literal('info') }),
  z.strictObject({ type: z.literal('hash') }),
  ack,
])
export type BoardClientMessage = z.infer<typeof boardClientMessage>

/** The board is frozen, or closed to members younger than a day, or the member has drawn the maximum of a day. */
export const boardRefusal = z.enum(['frozen', 'too_new', 'day_limit'])
export type BoardRefusal = z.infer<typeof boardRefusal>

export const boardServerEvent = z.discriminatedUnion('type', [
  /**
   * Batches of this client up to `sequence` are stored. `untilDayOldMs` is the time until the member is a day old; 0
   * for staff and older members.
   */
  z.object({ type: z.literal('client'), client, sequence: number, untilDayOldMs: number }),
  /** `animShiftX` is the rest of the scroll animation, in pixels [2 §3]. */
  z.object({
    type: z.literal('info'),
    shiftIndex: number,
    animShiftX: number,
    width: z.int(),
    height: z.int(),
  }),
  /** The preceding picture is the board after the flush `number`; `pens` are the commands that restore its pens. */
  z.object({ type: z.literal('snapshot'), number, shiftIndex: number, pens: z.string() }),
  /**
   * A flush: commands of all clients in order. `drawn` alternates a client and its latest batch number in this
   * flush.
   */
  z.object({
    type: z.literal('commands'),
    number,
    text: z.string(),
    drawn: z.array(number),
  }),
  /**
   * `drawnMs`: drawing time since the last scroll. `intervalMs`: drawing time between scrolls. The clock runs only
   * while someone draws.
   */
  z.object({ type: z.literal('nextShift'), drawnMs: number, intervalMs: number, running: z.boolean() }),
  /** Hash of the pixels after the flush `number`. */
  z.object({ type: z.literal('hash'), number, hash: z.int() }),
  /** Members who have the board open, with their clients; later only those who join. */
  z.object({ type: z.literal('artists'), artists: z.array(z.object({ client, person })) }),
  z.object({ type: z.literal('policy'), frozen: z.boolean(), excludesNewMembers: z.boolean() }),
  z.object({ type: z.literal('refused'), sequence: number, code: boardRefusal }),
  /** The ticket expires soon: send `auth` with a new one. */
  z.object({ type: z.literal('reauth') }),
])
export type BoardServerEvent = z.infer<typeof boardServerEvent>

export const BOARD_SOCKET_PATH = '/socket/whiteboard'
