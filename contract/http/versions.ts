import * as z from 'zod/mini'
import { wireTime } from '../time.ts'

/** An earlier picture of a sketch. Only the artist and staff see the picture. */
export const sketchVersion = z.object({
  id: z.uuid(),
  imageUrl: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  thumbhash: z.string(),
  dateReplaced: wireTime,
})
export type SketchVersion = z.infer<typeof sketchVersion>

/** Latest first. */
export const sketchVersionsReply = z.object({ items: z.array(sketchVersion) })

/** Replaces the picture with a pending upload, or restores or deletes an earlier version. */
export const versionBody = z.union([
  z.object({ uploadId: z.uuid() }),
  z.object({ versionId: z.uuid(), action: z.enum(['restore', 'remove']) }),
])
export type VersionBody = z.infer<typeof versionBody>
