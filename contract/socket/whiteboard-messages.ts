import * as z from 'zod/mini'
import { id } from '../http/common.ts'
import { person } from '../http/users.ts'
import { ack } from './sockets.ts'

/**
 * What is said on the whiteboard's socket [2 §7]. A client sends one message a frame; a server's frame is an array of
 * events, or the bytes of a picture, which belongs to the `snapshot` that follows it.
 *
 * A socket begins with `auth` and is answered `client`, `info`, `artists`, `order`, `nextShift`, and the board: a
 * `snapshot` with the `commands` after it, or the commands alone that a client missed. From then on it hears all
 * `commands`, in one order for everyone: that of their numbers.
 */

const number = z.int().check(z.nonnegative())
const client = z.int().check(z.positive())

/** Messages of a client. */
export const boardClientMessage = z.discriminatedUnion('type', [
  /**
   * Who comes, by a ticket for the member `userId` (`chatId`), to board 0. Who comes back says which client it was, and
   * the last number that it has.
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
   * A batch of commands (whiteboard.ts), drawn while the board had moved left `shiftIndex` times. Batches of a client
   * are numbered from 1; under one number a batch stands once.
   */
  z.strictObject({
    type: z.literal('draw'),
    sequence: client,
    shiftIndex: number,
    commands: z.string().check(z.minLength(1), z.maxLength(60_000)),
  }),
  /** Asks for `info` and a `snapshot`; who asks for more than a page needs is not answered, here and for the `hash`. */
  z.strictObject({ type: z.literal('info') }),
  /** Asks for the `hash` of the board. */
  z.strictObject({ type: z.literal('hash') }),
  ack,
])
export type BoardClientMessage = z.infer<typeof boardClientMessage>

/** Why a batch was not drawn: the board is frozen, or is for members older than a day. */
export const boardRefusal = z.enum(['frozen', 'too_new'])
export type BoardRefusal = z.infer<typeof boardRefusal>

/** Events of the board. */
export const boardServerEvent = z.discriminatedUnion('type', [
  /**
   * One is in, as this client, of which the batches up to `sequence` are kept, and for `newForMs` milliseconds more a
   * member of less than a day; 0 for staff, who may draw as members of a day do.
   */
  z.object({ type: z.literal('client'), client, sequence: number, newForMs: number }),
  /** How the board stands [2 §3]: `animShiftX` is how far it has still to slide, in pixels. */
  z.object({
    type: z.literal('info'),
    shiftIndex: number,
    animShiftX: number,
    width: z.int(),
    height: z.int(),
  }),
  /** The picture that came before is the board after the flush of this number; `pens` sets the pens that go on in it. */
  z.object({ type: z.literal('snapshot'), number, shiftIndex: number, pens: z.string() }),
  /**
   * One flush: commands of all clients in their order, and in `drawn`, by turns, a client and up to which number its
   * batches are in it.
   */
  z.object({
    type: z.literal('commands'),
    number,
    text: z.string(),
    drawn: z.array(number),
  }),
  /** How long was drawn since the last scroll, of how long until the next, in milliseconds, and whether it goes on. */
  z.object({ type: z.literal('nextShift'), drawnMs: number, ofMs: number, running: z.boolean() }),
  /** 32 bits of the pixels after the flush of this number. */
  z.object({ type: z.literal('hash'), number, hash: z.int() }),
  /** Who is behind which client. */
  z.object({ type: z.literal('artists'), artists: z.array(z.object({ client, person })) }),
  /** Whether the board is frozen, and whether members of less than a day may draw. */
  z.object({ type: z.literal('order'), frozen: z.boolean(), membersOfDay: z.boolean() }),
  /** A batch of one's own was not drawn. */
  z.object({ type: z.literal('refused'), sequence: number, code: boardRefusal }),
  /** The ticket is old: `auth` with a new one. */
  z.object({ type: z.literal('reauth') }),
])
export type BoardServerEvent = z.infer<typeof boardServerEvent>

/** Where the socket of the whiteboard is. */
export const BOARD_SOCKET_PATH = '/socket/whiteboard'
