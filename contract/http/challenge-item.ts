import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id } from './common.ts'
import { sketchCover } from './sketches.ts'

/** List item [1 §3]. */
export const challengeItem = z.object({
  id,
  title: z.string(),
  /** Midnight (UTC) of its first day. */
  date: wireTime,
  /** Number of entries that this viewer may see. */
  entries: z.int().check(z.nonnegative()),
  /** Picture of the latest entry that this viewer may see. */
  thumbnail: z.nullable(sketchCover),
})
export type ChallengeItem = z.infer<typeof challengeItem>
