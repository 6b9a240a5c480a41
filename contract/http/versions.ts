import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id } from './common.ts'

/** What a sketch showed before. `imageUrl` shows it to its artist alone. */
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
export const sketchVersions = z.object({ items: z.array(sketchVersion) })

/** A new picture for a sketch, out of the uploads that wait; or what to do with an earlier one. */
export const versionBody = z.union([
  z.object({ uploadId: z.uuid() }),
  z.object({ versionId: z.uuid(), action: z.enum(['restore', 'remove']) }),
])
export type VersionBody = z.infer<typeof versionBody>

export const portraitBody = z.object({ sketch: id })
export const avatarReply = z.object({ avatar: z.string() })
export const coverReply = z.object({ cover: z.string() })
