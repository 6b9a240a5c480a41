import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id, listOf } from './common.ts'
import { requiredReason } from './reasons.ts'

/** Blocks the picture of a sketch: nobody can post it or a similar one. */
export const blockPictureBody = z.strictObject({ sketchId: id, reason: requiredReason })
/** `id` is that of a blocked picture. */
export const unblockPictureBody = z.strictObject({ id, reason: requiredReason })

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
