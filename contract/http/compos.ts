import * as z from 'zod/mini'
import { COMPO_SET_SIZE } from '../limits.ts'
import { id } from './common.ts'

/** A set that a voter answered: its sketches, and the picked one, or null if the voter skipped it. */
const answeredSet = z.object({
  entries: z.array(id).check(z.minLength(2), z.maxLength(COMPO_SET_SIZE)),
  pick: z.nullable(id),
})

/**
 * The download of a closed compo, from which its result can be computed again. It does not say which sets were answered
 * by the same voter. Sets may name sketches that have left the compo and are not among the entries.
 */
export const compoBallots = z.object({ key: z.string(), entries: z.array(id), sets: z.array(answeredSet) })
export type CompoBallots = z.infer<typeof compoBallots>
