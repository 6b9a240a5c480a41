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

/** `page` counts from 1, where the call is numbered by pages; following `cursor` reads less than naming a page. */
export const sketchList = z.extend(listOf(sketchItem), { page: z.optional(z.int()) })
export type SketchList = z.infer<typeof sketchList>

/** What is said about a sketch that is not shown to everyone, or not at all [1 §8]. */
export const sketchNotice = z.enum(['mature', 'unlisted', 'copyright', 'inappropriate', 'notsketch'])
export type SketchNotice = z.infer<typeof sketchNotice>

/** What belongs to a sketch, on its own page. */
const sketchFacts = {
  /** Its artist edits it, replaces its picture and uses it as avatar. */
  userCanEdit: z.boolean(),
  /** The picture as PNG in full size, for its artist and staff. */
  imagePng: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  /** Whether there is a sketch file for this viewer. */
  haveFile: z.boolean(),
  /** Whether that file is for its artist alone. */
  privateFile: z.boolean(),
  hasStats: z.boolean(),
  /** The sketch that this one goes on from. */
  parent: z.nullable(sketchItem),
  /** Sketches that go on from this one, latest first. */
  wips: z.array(sketchItem),
}

/** A sketch on its own page. With `hidden` set the viewer may not see it, and neither picture nor words are sent. */
export const sketchPage = z.discriminatedUnion('hidden', [
  /** From what is `blocked` the page leads home. */
  z.object({ hidden: z.literal(true), id, notice: z.union([sketchNotice, z.literal('blocked')]) }),
  z.extend(sketchItem, {
    hidden: z.literal(false),
    /** Shown above the picture to those who may see it all the same. */
    notice: z.nullable(sketchNotice),
    description: z.string(),
    tags: z.array(z.string()),
    madeWithAi: z.boolean(),
    heartsReceived: z.int(),
    userHeart: z.boolean(),
    userCanHeart: z.boolean(),
    userCanDelete: z.boolean(),
    ...sketchFacts,
  }),
])
export type SketchPage = z.infer<typeof sketchPage>
export type ShownSketch = Extract<SketchPage, { hidden: false }>

export const sketchActionBody = z.object({ action: z.literal('delete') })

export const heartBody = z.object({ action: z.literal('heart'), which: id })
export const heartReply = z.object({ hearts: z.int(), heartsAvailable: z.int() })
export type HeartReply = z.infer<typeof heartReply>
