import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id, listOf } from './common.ts'

/** List item [1 §3]. `imageUrl` is a base address, see image-sizes.ts. */
export const sketchItem = z.object({
  id,
  imageUrl: z.string(),
  title: z.string(),
  alt: z.string(),
  userId: id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
  /** Placeholder picture in base64. */
  thumbhash: z.string(),
  featured: z.boolean(),
  hearts: z.int(),
  likes: z.int(),
  comments: z.int(),
  dateCreated: wireTime,
  unlisted: z.boolean(),
  mature: z.boolean(),
  video: z.boolean(),
})
export type SketchItem = z.infer<typeof sketchItem>

export const sketchCover = z.object({
  sketchId: id,
  imageUrl: z.string(),
  thumbhash: z.string(),
  width: z.int(),
  height: z.int(),
})
export type SketchCover = z.infer<typeof sketchCover>

/** `page` counts from 1 in calls that have page numbers; following `cursor` is cheaper. */
export const sketchList = z.extend(listOf(sketchItem), { page: z.optional(z.int()) })
export type SketchList = z.infer<typeof sketchList>

/** Reason why a sketch is hidden or marked [1 §8]. */
export const sketchNotice = z.enum(['mature', 'unlisted', 'copyright', 'inappropriate', 'notsketch'])
export type SketchNotice = z.infer<typeof sketchNotice>
