import { fromWireTime } from './time.ts'

/**
 * `open`: artists enter sketches. `voting`: members vote. `closed`: voting has ended; the result follows within
 * minutes.
 */
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

/** Acts of viewers in compos. */
export type CompoAct = 'enter' | 'vote' | 'update'

/** Labels of the acts. */
export const COMPO_ACTS: Record<CompoAct, string> = { enter: 'Enter', vote: 'Vote', update: 'Update your vote' }

type Acting = {
  state: CompoState
  group: object | null
  entries: number
  canEnter: boolean
  canVote: boolean
  hasVoted: boolean
}

/**
 * The next act of a viewer in a compo; null if there is none. Visitors are invited to the same acts and log in then.
 */
export function compoAct(compo: Acting, isVisitor: boolean): CompoAct | null {
  const { state, group, canEnter, canVote, hasVoted } = compo
  if (state === 'open') return canEnter || (isVisitor && group === null) ? 'enter' : null
  const mayVote = canVote || (isVisitor && !hasTooFewToVote({ ...compo, own: [] }))
  if (state === 'closed' || !mayVote) return null
  return hasVoted ? 'update' : 'vote'
}
