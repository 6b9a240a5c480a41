import * as z from 'zod/mini'
import { id } from './common.ts'

/** An award that an artist, or the sketch with this id, won. */
export const wonAward = z.object({ year: z.int(), category: z.string(), sketchId: z.nullable(id) })
export type WonAward = z.infer<typeof wonAward>
