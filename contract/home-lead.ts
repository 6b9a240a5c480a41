import type { LeadCompo } from './http/compo-item.ts'
import type { Size } from './image-sizes.ts'

/** Boxes of the pictures that lead the home page, in CSS pixels. That of the challenge is shown whole. */
export const CHALLENGE_PICTURE: Size = { width: 480, height: 260 }
export const COMPO_PICTURE: Size = { width: 180, height: 112 }

export type CompoAction = 'enter' | 'vote' | 'update' | 'results' | 'entries'

/** The next act of a viewer in a compo. Visitors are invited to enter and log in then. */
export function compoAction(
  { state, canEnter, canVote, hasVoted }: Pick<LeadCompo, 'state' | 'canEnter' | 'canVote' | 'hasVoted'>,
  isVisitor: boolean,
): CompoAction {
  if (state === 'closed') return 'results'
  if (state === 'open') return canEnter || isVisitor ? 'enter' : 'entries'
  if (!canVote) return 'entries'
  return hasVoted ? 'update' : 'vote'
}
