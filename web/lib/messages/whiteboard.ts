import { DESCRIPTION_MAX } from '../../../contract/limits.ts'
import type { BoardRefusal } from '../../../contract/socket/whiteboard-messages.ts'

/** Messages of the whiteboard [2 §8]. */
export const whiteboardMessages = {
  loginNeeded: 'You must be logged in to access the whiteboard.',
  suspended: 'Your account has been suspended. Log in to read why.',
  noAccess: 'Sorry your account does not have access to the Whiteboard yet.',
  offline: 'What you draw is sent when the connection is back.',
  frozen: 'The whiteboard is frozen. Nobody can draw on it now.',
  reload: 'This page and the whiteboard no longer understand each other. Reload the page.',
  nobodyDrew: 'Nobody drew there in the last 24 hours.',
  dayFailed: 'Who drew in the last 24 hours could not be loaded.',
  askWho: 'Press where you want to know who drew.',
  takeBackFailed: 'The marks could not be taken back.',
  giveBackFailed: 'Something was taken back since. It cannot be given back any more.',
  orderFailed: 'That could not be changed.',
  noHistory: 'Nothing has scrolled off the board yet.',
  historyFailed: 'The history could not be loaded.',
  nothingDrawn: 'Nobody has drawn on the board in the last 24 hours.',
  timeLapseFailed: 'The time-lapse could not be loaded.',
} as const

const count = (marks: number) => `${marks.toLocaleString('en')} ${marks === 1 ? 'mark' : 'marks'}`

/** Messages after and before a rollback. */
export const rollbackMessage = (marks: number) =>
  marks === 0 ? 'There was nothing to take back.' : `${count(marks)} taken back.`
export const rollbackPreviewText = (marks: number) =>
  marks === 0 ? 'Nothing vanishes.' : `${count(marks)} will vanish for everyone.`

export const hiddenMarksText = (artists: number) =>
  `You do not see the marks of ${artists} ${artists === 1 ? 'artist' : 'artists'}.`

/** Description of a picture of the board; artists whose names do not fit are counted. */
export function drawnByText(names: readonly string[]): string {
  for (let shown = names.length; shown > 0; shown--) {
    const others = names.length - shown
    const all = [...names.slice(0, shown), ...(others > 0 ? [`${others} more`] : [])]
    const words = `Drawn on the whiteboard by ${new Intl.ListFormat('en').format(all)}.`
    if (words.length <= DESCRIPTION_MAX) return words
  }
  return ''
}

const refusals: Record<BoardRefusal, string> = {
  frozen: whiteboardMessages.frozen,
  too_new: 'Members can draw here a day after they joined the site.',
}

/** Message for refused strokes. */
export const boardRefusalMessage = (code: BoardRefusal) => refusals[code]
