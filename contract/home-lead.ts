import { type CompoAct, compoAct } from './compo-state.ts'
import type { Size } from './image-sizes.ts'

/** Boxes of the pictures that lead the home page, in CSS pixels. That of the challenge is shown whole. */
export const CHALLENGE_PICTURE: Size = { width: 480, height: 260 }
export const COMPO_PICTURE: Size = { width: 180, height: 112 }

export type LeadAction = CompoAct | 'results' | 'entries'

/** The next act of a viewer in the compo that leads the home page, or the list that its link leads to. */
export const leadAction = (compo: Parameters<typeof compoAct>[0], isVisitor: boolean): LeadAction =>
  compoAct(compo, isVisitor) ?? (compo.state === 'closed' ? 'results' : 'entries')
