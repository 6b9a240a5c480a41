import { fromWireTime } from './time.ts'

/** `open`: sketches are entered. `voting`: members vote. `closed`: the result is there, or about to be computed. */
export const COMPO_STATES = ['open', 'voting', 'closed'] as const
export type CompoState = (typeof COMPO_STATES)[number]

type Deadlines = {
  /** The end of the time for entries, and that of voting, in milliseconds since 1970. */
  endsAt: number
  votingEndsAt: number
  /** When the result was published; null before. */
  resultAt: number | null
}

/** The state of a compo [1 §4]. A published result stays closed, even if a clock is set back. */
export function compoState({ endsAt, votingEndsAt, resultAt }: Deadlines, now: number): CompoState {
  if (resultAt !== null || now >= votingEndsAt) return 'closed'
  return now >= endsAt ? 'voting' : 'open'
}

type Entering = { state: CompoState; startDate: string; group: object | null; canEnter: boolean; own: object[] }

/** True for a compo that takes entries now, which the viewer cannot enter without joining its group. */
export const needsMembership = ({ state, startDate, group, canEnter, own }: Entering, now: number) =>
  state === 'open' && fromWireTime(startDate) <= now && group !== null && !canEnter && own.length === 0

/** True if a compo has too few entries of others for the viewer to compare. */
export const hasTooFewToVote = ({ entries, own }: { entries: number; own: object[] }) => entries - own.length < 2
