import * as z from 'zod/mini'
import { BOARD } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id } from './common.ts'

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

/** Who may draw: nobody while the board is frozen, or members older than a day and staff alone. */
export const boardOrderBody = z.strictObject({ frozen: z.boolean(), membersOfDay: z.boolean() })
export type BoardOrder = z.infer<typeof boardOrderBody>

/** Marks are taken back of the last day at most: so long is the board's log kept. */
const TAKE_BACK_MINUTES_MAX = 24 * 60

/**
 * Takes a member's marks back, for staff: all that the log has, or those of the last minutes, or those that touch a part
 * of the board, in pixels, as it lay when the board had moved left `shiftIndex` times.
 */
export const takeBackBody = z.strictObject({
  userId: id,
  minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(TAKE_BACK_MINUTES_MAX))),
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
export type TakeBackBody = z.infer<typeof takeBackBody>

/** How many marks were taken back, and the number by which they are given back; 0 marks change nothing. */
export const takeBackReply = z.object({ marks: z.int(), revision: z.int() })
export type TakeBackReply = z.infer<typeof takeBackReply>

/** Gives back what was taken back last, by its number. */
export const giveBackBody = z.strictObject({ revision: id })

/** An account of this name draws on no whiteboard [2 §2 Whiteboard]. */
export const ANONYMOUS = 'Anonymous'
