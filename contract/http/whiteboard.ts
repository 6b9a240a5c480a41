import * as z from 'zod/mini'
import { BOARD } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id } from './common.ts'
import { person } from './users.ts'

/** The board as everyone may look at it, as a PNG. */
export const BOARD_PICTURE_PATH = '/whiteboard/board.png'

/** What left the board by its scroll to `shiftIndex`; another picture by each revision, as marks are taken back from it. */
export type BoardSlice = { shiftIndex: number; revision: number }

/** The name of a slice's picture. */
export const sliceName = ({ shiftIndex, revision }: BoardSlice) => `${shiftIndex}-${revision}.png`

/** Where the picture of a slice is. */
export const slicePicturePath = (slice: BoardSlice) => `/whiteboard/slices/${sliceName(slice)}`

/** The last slices that scrolled off the board, the latest first [2 §2 Whiteboard]. */
export const boardHistoryReply = z.object({
  slices: z.array(z.object({ shiftIndex: z.int(), revision: z.int(), date: wireTime })),
})
export type BoardHistoryReply = z.infer<typeof boardHistoryReply>

/**
 * The log of the board is told page by page, and no page reaches over the end of a block: numbers up to the next multiple
 * of this. So whoever reads it asks for the same pages.
 */
export const BOARD_LOG_BLOCK = 256

const flushNumber = z.int().check(z.nonnegative())
const moment = z.object({ number: flushNumber, date: wireTime })

/**
 * What the log of the last 24 hours holds [2 §2 Whiteboard], by the numbers of flushes: the day is those after `start` up
 * to `last`, and nothing was drawn in it where both are one. `snapshots` are boards to go on from, the oldest first; that of
 * the number 0 is paper. The first of them is no later than `start`. `revision` goes into the addresses of what belongs to it.
 */
export const boardLogReply = z.object({
  revision: flushNumber,
  start: moment,
  last: moment,
  snapshots: z.array(moment),
})
export type BoardLogReply = z.infer<typeof boardLogReply>

/**
 * Flushes of the log in their order, who is behind the clients in them, and the pens of the snapshots that one can go on
 * from within this page. The page goes up to the flush of the number `next`, and the following one from there; null at the
 * end of the log.
 */
export const boardLogPage = z.object({
  flushes: z.array(z.object({ number: flushNumber, date: wireTime, text: z.string() })),
  artists: z.array(z.object({ client: z.int(), person })),
  pens: z.array(z.object({ number: flushNumber, pens: z.string() })),
  next: z.nullable(flushNumber),
})
export type BoardLogPage = z.infer<typeof boardLogPage>

/** Where the page of the log is that begins after the flush of a number. */
export const boardLogPagePath = (revision: number, after: number) => `/api/v2/whiteboard/log/${revision}/${after}`

/** Where the picture of a snapshot is. */
export const snapshotPicturePath = (revision: number, number: number) =>
  `/whiteboard/snapshots/${revision}/${number}.png`

/** Who may draw: nobody while the board is frozen, or members older than a day and staff alone. */
export const drawPolicyBody = z.strictObject({ frozen: z.boolean(), membersOfDay: z.boolean() })
export type DrawPolicy = z.infer<typeof drawPolicyBody>

/** Marks are taken back of the last day at most: so long is the board's log kept. */
const ROLLBACK_MINUTES_MAX = 24 * 60

/**
 * Takes a member's marks back, for staff: all that the log has, or those of the last minutes, or those that touch a part
 * of the board, in pixels, as it lay when the board had moved left `shiftIndex` times.
 */
export const rollbackBody = z.strictObject({
  userId: id,
  minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(ROLLBACK_MINUTES_MAX))),
  area: z.nullable(
    z.strictObject({
      shiftIndex: z.int().check(z.nonnegative()),
      x: z.int().check(z.minimum(0), z.maximum(BOARD.width)),
      y: z.int().check(z.minimum(0), z.maximum(BOARD.height)),
      width: z.int().check(z.minimum(1), z.maximum(BOARD.width)),
      height: z.int().check(z.minimum(1), z.maximum(BOARD.height)),
    }),
  ),
})
export type RollbackBody = z.infer<typeof rollbackBody>

/** How many marks were taken back, and the number by which they are given back; 0 marks change nothing. */
export const rollbackReply = z.object({ marks: z.int(), revision: z.int() })
export type RollbackReply = z.infer<typeof rollbackReply>

/** Gives back what was taken back last, by its number. */
export const restoreMarksBody = z.strictObject({ revision: id })

/** An account of this name draws on no whiteboard [2 §2 Whiteboard]. */
export const ANONYMOUS_NICKNAME = 'Anonymous'
