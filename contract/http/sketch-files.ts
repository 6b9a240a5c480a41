import * as z from 'zod/mini'

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

/** `private`: only the artist may download the file; for patrons. */
export const sketchFileParams = z.object({ private: z.optional(z.literal('true')) })
