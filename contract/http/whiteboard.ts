import * as z from 'zod/mini'
import { wireTime } from '../time.ts'

/** The board as everyone may look at it, as a PNG. */
export const BOARD_PICTURE_PATH = '/whiteboard/board.png'

/** Where the picture of a slice is. */
export const slicePicturePath = (shiftIndex: number) => `/whiteboard/slices/${shiftIndex}.png`

/** The last slices that scrolled off the board, the latest first [2 §2 Whiteboard]. */
export const boardHistoryReply = z.object({
  slices: z.array(z.object({ shiftIndex: z.int(), date: wireTime })),
})
export type BoardHistoryReply = z.infer<typeof boardHistoryReply>

/** Who may draw: nobody while the board is frozen, or members older than a day and staff alone. */
export const boardOrderBody = z.strictObject({ frozen: z.boolean(), membersOfDay: z.boolean() })
export type BoardOrder = z.infer<typeof boardOrderBody>

/** An account of this name draws on no whiteboard [2 §2 Whiteboard]. */
export const ANONYMOUS = 'Anonymous'
