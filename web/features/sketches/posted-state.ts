import * as z from 'zod/mini'
import { id } from '../../../contract/http/common.ts'

const postedState = z.object({ posted: z.array(id).check(z.minLength(1)) })

/** State of the navigation from the upload page to the first of the posted sketches. */
export const statePosted = (posted: readonly number[]) => ({ posted })

/** Number of sketches that were posted together, if `sketchId` is the first of them; otherwise 0. */
export function postedCountOf(navigationState: unknown, sketchId: number): number {
  const posted = postedState.safeParse(navigationState).data?.posted ?? []
  return posted[0] === sketchId ? posted.length : 0
}
