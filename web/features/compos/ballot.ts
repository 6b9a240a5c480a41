import type { CompoSketch } from '../../../contract/http/compo-item.ts'
import type { BallotSet, CompoBallot } from '../../../contract/http/compos.ts'

/** The answer to a set: the picked sketch, or `skip`. */
export type Answer = number | 'skip'

/** True if the page must request sets first: the ballot was not begun, or its next set is missing. */
export const needsSets = ({ state, sets, total, step }: CompoBallot): boolean =>
  state === 'voting' && (total === 0 || (step >= sets.length && step < total))

/** Number of the set that the page shows first: the next unanswered one, or 0 if all are answered. */
export const firstSet = ({ sets, step }: CompoBallot): number => (step < sets.length ? step : 0)

/** The picked sketch of a set that was answered before. */
export const savedPick = ({ answer }: BallotSet): number | undefined =>
  typeof answer === 'number' ? answer : undefined

/** The sketches of a set with the picked one in first position [1 §4]. */
export function shownOrder(sketches: readonly CompoSketch[], pick: number | undefined): CompoSketch[] {
  return sketches.toSorted((a, b) => Number(b.id === pick) - Number(a.id === pick))
}

/** A vote on the wire [1 §4]: the picked sketch first, or all negated for a skip. */
export function voteOf({ sketches }: BallotSet, answer: Answer): number[] {
  if (answer === 'skip') return sketches.map(({ id }) => -id)
  return shownOrder(sketches, answer).map(({ id }) => id)
}
