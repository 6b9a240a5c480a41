import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id, listOf } from './common.ts'

/** A sketch as lists carry it [1 §3]. `imageUrl` is a base address: add `/` and a width, see image-sizes. */
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
  /** A tiny picture of the sketch, base64, shown until the real one is there. */
  thumbhash: z.string(),
  featured: z.boolean(),
  hearts: z.int(),
  likes: z.int(),
  comments: z.int(),
  dateCreated: wireTime,
  unlisted: z.boolean(),
  mature: z.boolean(),
  /** Whether a video belongs to it. */
  video: z.boolean(),
})
export type SketchItem = z.infer<typeof sketchItem>

/** A sketch as the cover of what it is in. */
export const sketchCover = z.object({
  sketchId: id,
  imageUrl: z.string(),
  thumbhash: z.string(),
  width: z.int(),
  height: z.int(),
})
export type SketchCover = z.infer<typeof sketchCover>

/** `page` counts from 1, where the call is numbered by pages; following `cursor` reads less than naming a page. */
export const sketchList = z.extend(listOf(sketchItem), { page: z.optional(z.int()) })
export type SketchList = z.infer<typeof sketchList>

/** What is said about a sketch that is not shown to everyone, or not at all [1 §8]. */
export const sketchNotice = z.enum(['mature', 'unlisted', 'copyright', 'inappropriate', 'notsketch'])
export type SketchNotice = z.infer<typeof sketchNotice>
