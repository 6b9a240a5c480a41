import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id, listOf } from './common.ts'

/** What a sketch file tells of how its sketch was drawn [1 §3]. */
export const sketchStats = z.object({
  snapshots: z.int(),
  /** Names of the brushes that were used. */
  brushes: z.array(z.string()),
  /** How many pictures lie in it. */
  images: z.int(),
  /** Of the sketches and pictures that it was made from. */
  uuids: z.array(z.string()),
  template: z.string(),
  appVersion: z.string(),
  tokens: z.array(z.object({ token: z.string(), value: z.union([z.string(), z.number()]) })),
})
export type SketchStats = z.infer<typeof sketchStats>

/** Facts of the picture and of the files beside it. Colours are `#rrggbb`, most present first. */
export const sketchInfo = z.object({
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  contentType: z.string(),
  colours: z.array(z.string()),
  /** How many pictures it showed before. */
  versions: z.int(),
  fileBytes: z.nullable(z.int()),
  videoBytes: z.nullable(z.int()),
})
export type SketchInfo = z.infer<typeof sketchInfo>

/** Who gave a heart, latest first. */
export const sketchHearts = listOf(
  z.object({ userId: id, nickname: z.string(), avatar: z.nullable(z.string()), date: wireTime }),
)
export type SketchHearts = z.infer<typeof sketchHearts>

/** `coOp` is the co-op sketch that it grew from or is. */
export const sketchHasCoOps = z.object({ hasCoOps: z.boolean(), coOp: z.nullable(id) })
export type SketchHasCoOps = z.infer<typeof sketchHasCoOps>

export const sketchFileQuery = z.object({ private: z.optional(z.literal('true')) })
