import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id, listOf } from './common.ts'

/** Statistics from a sketch file [1 §3]. */
export const sketchStats = z.object({
  snapshots: z.int(),
  brushes: z.array(z.string()),
  images: z.int(),
  /** Ids of the sketches and pictures that it was made from. */
  uuids: z.array(z.string()),
  template: z.string(),
  appVersion: z.string(),
  tokens: z.array(z.object({ token: z.string(), value: z.union([z.string(), z.number()]) })),
})
export type SketchStats = z.infer<typeof sketchStats>

/** Colours are `#rrggbb`, most frequent first. */
export const sketchInfo = z.object({
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  contentType: z.string(),
  colours: z.array(z.string()),
  /** Number of earlier versions. */
  versions: z.int(),
  fileBytes: z.nullable(z.int()),
  videoBytes: z.nullable(z.int()),
})
export type SketchInfo = z.infer<typeof sketchInfo>

/** Members who gave a heart, latest first. */
export const sketchHearts = listOf(
  z.object({ userId: id, nickname: z.string(), avatar: z.nullable(z.string()), date: wireTime }),
)
export type SketchHearts = z.infer<typeof sketchHearts>

/** `coOp` is the root of the co-op that it belongs to. */
export const sketchHasCoOps = z.object({ hasCoOps: z.boolean(), coOp: z.nullable(id) })
export type SketchHasCoOps = z.infer<typeof sketchHasCoOps>

export const sketchFileQuery = z.object({ private: z.optional(z.literal('true')) })
