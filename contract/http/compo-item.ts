import * as z from 'zod/mini'
import { COMPO_STATES } from '../compo-state.ts'
import { COMPO_KEY_MAX } from '../limits.ts'
import { mat } from '../mat.ts'
import { wireTime } from '../time.ts'
import { id } from './common.ts'
import { sketchCover } from './sketches.ts'

/** The address of a compo: lower-case letters, digits and hyphens. */
export const compoKey = z.string().check(z.regex(new RegExp(`^[a-z0-9-]{1,${COMPO_KEY_MAX}}$`)))

export const compoStateName = z.enum(COMPO_STATES)

/** List item [1 §3]. `entries` counts those that this viewer may see. */
export const compoItem = z.object({
  /** The key. */
  id: compoKey,
  title: z.string(),
  /** Null if this viewer may not see it. */
  thumbnail: z.nullable(sketchCover),
  state: compoStateName,
  startDate: wireTime,
  /** The end of the time for entries, and that of voting. */
  endDate: wireTime,
  endVotingDate: wireTime,
  entries: z.int(),
  /** The viewer may enter a sketch now. */
  canEnter: z.boolean(),
  /** The group whose members enter it; null if everyone does. */
  group: z.nullable(z.object({ id: z.string(), title: z.string() })),
})
export type CompoItem = z.infer<typeof compoItem>

/** A sketch of an entry. It does not name its artist, who is hidden until the result. */
export const compoSketch = z.object({
  id,
  title: z.string(),
  alt: z.string(),
  imageUrl: z.string(),
  thumbhash: z.string(),
  mat: z.nullable(mat),
  width: z.int(),
  height: z.int(),
  mature: z.boolean(),
})
export type CompoSketch = z.infer<typeof compoSketch>

/** The compo that leads the home page. `pictures` has its first places, or its latest entries before the result. */
export const leadCompo = z.extend(compoItem, {
  /** The viewer may vote now, and has voted. */
  canVote: z.boolean(),
  hasVoted: z.boolean(),
  pictures: z.array(compoSketch),
})
export type LeadCompo = z.infer<typeof leadCompo>
