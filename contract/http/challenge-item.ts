import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id } from './common.ts'
import { sketchCover } from './sketches.ts'

/** A challenge as lists carry it [1 §3]. */
export const challengeItem = z.object({
  id,
  title: z.string(),
  /** Midnight (UTC) of the day on which it began. */
  date: wireTime,
  /** As many entries as this viewer is shown. */
  entries: z.int().check(z.nonnegative()),
  /** The latest entry that this viewer may see. */
  thumbnail: z.nullable(sketchCover),
})
export type ChallengeItem = z.infer<typeof challengeItem>
