import * as z from 'zod/mini'
import { id } from './common.ts'
import { sketchItem } from './sketch-item.ts'

// The gallery reads them from their own file, so that the first page carries no more of the contract than it needs.
export { type SketchItem, type SketchList, sketchList } from './sketch-item.ts'

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
