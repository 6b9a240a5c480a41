import { DESCRIPTION_MAX } from '../../../contract/limits.ts'
import type { BoardRefusal } from '../../../contract/socket/whiteboard-messages.ts'
import { countText } from '../format.ts'

/** Messages of the whiteboard [2 §8]. */
export const whiteboardMessages = {
  loginNeeded: 'You must be logged in to access the whiteboard.',
  noAccess: 'Sorry your account does not have access to the Whiteboard yet.',
  offline: 'You’re offline. Your drawing will be sent when you’re back.',
  frozen: 'The whiteboard is frozen. No one can draw right now.',
  reload: 'The whiteboard was updated. Reload the page to continue.',
  tooManySockets: 'The whiteboard is open in too many tabs. Close some and reload.',
  noArtistThere: 'No one drew there in the last 24 hours.',
  artistsFailed: 'The artists couldn’t be loaded.',
  pickPlaceHint: 'Press a place on the board to see who drew there.',
  reporting: 'A gloperator will see who drew it, when, and the board around it as it is now.',
  rollbackFailed: 'The marks couldn’t be removed.',
  restoreFailed: 'Other marks were removed since then, so this can’t be undone any more.',
  policyFailed: 'That couldn’t be changed.',
  noHistory: 'Nothing has scrolled off the board yet.',
  historyFailed: 'The history couldn’t be loaded.',
  nothingDrawn: 'No one drew on the board in the last 24 hours.',
  timeLapseFailed: 'The time-lapse couldn’t be loaded.',
} as const

export const NO_UNDO = 'There’s no undo.'

/** Ways to move the view, by input device. */
export const deviceHints = {
  mouse: 'The wheel zooms, and turns with Shift. Hold Space or the middle button to move.',
  touch: 'Two fingers zoom, turn and move. A three-finger tap resets the rotation.',
  pen: 'Press harder for a thicker line. Two fingers zoom, turn and move.',
} as const

/** Messages after and before a rollback. */
export const rollbackMessage = (marks: number) =>
  marks === 0 ? 'There was nothing to remove.' : `${countText(marks, 'mark')} removed.`
export const rollbackPreviewText = (marks: number) =>
  marks === 0 ? 'No marks will be removed.' : `${countText(marks, 'mark')} will be removed for everyone.`

export const hiddenMarksText = (artists: number) => `You’re hiding the marks of ${countText(artists, 'artist')}.`

/** Description of a picture of the board; artists whose names do not fit are counted. */
export function drawnByText(names: readonly string[]): string {
  for (let shown = names.length; shown > 0; shown--) {
    const others = names.length - shown
    const all = [...names.slice(0, shown), ...(others > 0 ? [`${others} more`] : [])]
    const text = `Drawn on the whiteboard by ${new Intl.ListFormat('en').format(all)}.`
    if (text.length <= DESCRIPTION_MAX) return text
  }
  return ''
}

const refusals: Record<BoardRefusal, string> = {
  frozen: whiteboardMessages.frozen,
  too_new: 'Members can draw here one day after joining.',
  day_limit: 'You’ve drawn as much as a member can in a day. Please come back later.',
}

export const boardRefusalMessage = (code: BoardRefusal) => refusals[code]
