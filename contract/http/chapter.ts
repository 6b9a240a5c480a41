import * as z from 'zod/mini'

/** A part of a stream that has a title: it begins so many milliseconds after the stream did. */
export const chapter = z.object({ atMs: z.int().check(z.nonnegative()), title: z.string() })
export type Chapter = z.infer<typeof chapter>
