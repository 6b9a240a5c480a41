import * as z from 'zod/mini'

/** `atMs` counts from the start of the stream. */
export const chapter = z.object({ atMs: z.int().check(z.nonnegative()), title: z.string() })
export type Chapter = z.infer<typeof chapter>
