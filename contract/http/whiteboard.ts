import * as z from 'zod/mini'
import { BOARD } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id } from './common.ts'
import { requiredReason } from './reasons.ts'
import { person } from './users.ts'

/** The columns that the scroll to `shiftIndex` removed. `revision` increases when marks are rolled back from them. */
export type BoardSlice = { shiftIndex: number; revision: number }

export const sliceName = ({ shiftIndex, revision }: BoardSlice) => `${shiftIndex}-${revision}.png`

export const slicePicturePath = (slice: BoardSlice) => `/whiteboard/slices/${sliceName(slice)}`

/** Latest first [2 §2 Whiteboard]. */
export const boardHistoryReply = z.object({
  slices: z.array(z.object({ shiftIndex: z.int(), revision: z.int(), date: wireTime })),
})
export type BoardHistoryReply = z.infer<typeof boardHistoryReply>

/** Clients request pages of the log from multiples of this number, so that all of them request the same ones. */
export const BOARD_LOG_BLOCK = 256
/** No page of the log crosses a multiple of this number. A day of small flushes has a few hundred pages. */
export const BOARD_LOG_PAGE = 4096

const flushNumber = z.int().check(z.nonnegative())
const moment = z.object({ number: flushNumber, date: wireTime })

/**
 * The log of the last 24 hours [2 §2 Whiteboard], by numbers of flushes: after `start`, up to and including `last`;
 * empty if both are equal. `snapshots` are starting points for a replay, oldest first and the first at or before
 * `start`; number 0 is a blank board. `revision` is part of the addresses of pages and pictures.
 */
export const boardLogReply = z.object({
  revision: flushNumber,
  start: moment,
  last: moment,
  snapshots: z.array(moment),
})
export type BoardLogReply = z.infer<typeof boardLogReply>

/** The beginning of the block that has the flush after a number. */
export const boardLogBlock = (after: number) => after - (after % BOARD_LOG_BLOCK)

/**
 * Flushes in order, the members of their clients, and the pens of the snapshots in this page. The page ends at `next`,
 * which is null at the end of the log (`followingLogPage`).
 */
export const boardLogPage = z.object({
  flushes: z.array(z.object({ number: flushNumber, date: wireTime, text: z.string() })),
  artists: z.array(z.object({ client: z.int(), person })),
  pens: z.array(z.object({ number: flushNumber, pens: z.string() })),
  next: z.nullable(flushNumber),
})
export type BoardLogPage = z.infer<typeof boardLogPage>

/**
 * The number for the request after that of a page; null at the end of the log. A page that goes beyond its block is
 * followed by the block in which it ends, which repeats some flushes: no other numbers are answered.
 */
export function followingLogPage(after: number, { next }: Pick<BoardLogPage, 'next'>): number | null {
  if (next === null) return null
  const block = boardLogBlock(next)
  return block > after ? block : next
}

export const boardLogPagePath = (revision: number, after: number) => `/api/v2/whiteboard/log/${revision}/${after}`

export const snapshotPicturePath = (revision: number, number: number) =>
  `/whiteboard/snapshots/${revision}/${number}.png`

/** `frozen` stops all drawing. With `excludesNewMembers`, only staff and members older than a day can draw. */
export const drawPolicyBody = z.strictObject({ frozen: z.boolean(), excludesNewMembers: z.boolean() })
export type DrawPolicy = z.infer<typeof drawPolicyBody>

/** The board's log covers this time. */
const ROLLBACK_MINUTES_MAX = 24 * 60

/**
 * Rolls back marks of a member: those of the last minutes if `minutes` is set, and only those that touch `area` if it
 * is set. The area is in pixels of the board after `shiftIndex` scrolls.
 */
const rollback = z.strictObject({
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
export type Rollback = z.infer<typeof rollback>

/** A rollback by staff. It is refused without a reason, which is for the staff log. */
export const rollbackBody = z.strictObject({ ...rollback.shape, reason: requiredReason })
export type RollbackBody = z.infer<typeof rollbackBody>

/** `revision` identifies the rollback for `restore`; with 0 marks nothing changed. */
export const rollbackReply = z.object({ marks: z.int(), revision: z.int() })
export type RollbackReply = z.infer<typeof rollbackReply>

/** Restores the latest rollback, if it is still the latest. */
export const restoreMarksBody = z.strictObject({ revision: id })

/**
 * A mark of a client in a flush of the log, and a place that it covers, in pixels of the board after `shiftIndex`
 * scrolls.
 */
export const boardMark = z.strictObject({
  flush: id,
  client: id,
  shiftIndex: z.int().check(z.nonnegative()),
  x: z.int().check(z.minimum(0), z.maximum(BOARD.width)),
  y: z.int().check(z.minimum(0), z.maximum(BOARD.height)),
})
export type BoardMark = z.infer<typeof boardMark>
