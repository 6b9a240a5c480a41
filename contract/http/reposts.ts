import * as z from 'zod/mini'
import { STAFF_REASON_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id, listOf, text } from './common.ts'

const reason = z.pipe(text(STAFF_REASON_MAX), z.string().check(z.minLength(1)))

/** Blocks the picture of a sketch: nobody can post it or a similar one. */
export const blockPictureBody = z.strictObject({ sketchId: id, reason })
/** `id` is that of a blocked picture. */
export const unblockPictureBody = z.strictObject({ id, reason })

/** A blocked picture as it was when it was blocked. Its sketch may be deleted. */
export const blockedPicture = z.object({
  id,
  sketchId: id,
  title: z.string(),
  thumbhash: z.string(),
  width: z.int(),
  height: z.int(),
  reason: z.string(),
  date: wireTime,
})
export type BlockedPicture = z.infer<typeof blockedPicture>
export const blockedPictureList = listOf(blockedPicture)
export type BlockedPictureList = z.infer<typeof blockedPictureList>
