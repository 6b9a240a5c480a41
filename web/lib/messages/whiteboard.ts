import type { BoardRefusal } from '../../../contract/socket/whiteboard-messages.ts'

/** The sentences of the whiteboard [2 §8]. */
export const whiteboardMessages = {
  loginNeeded: 'You must be logged in to access the whiteboard.',
  noAccess: 'Sorry your account does not have access to the Whiteboard yet.',
  offline: 'What you draw is sent when the connection is back.',
  frozen: 'The whiteboard is frozen. Nobody can draw on it now.',
  reload: 'This page and the whiteboard no longer understand each other. Reload the page.',
  noHistory: 'Nothing has scrolled off the board yet.',
  historyFailed: 'The history could not be loaded.',
  nothingDrawn: 'Nobody has drawn on the board in the last 24 hours.',
  timeLapseFailed: 'The time-lapse could not be loaded.',
} as const

const refusals: Record<BoardRefusal, string> = {
  frozen: whiteboardMessages.frozen,
  too_new: 'Members can draw here a day after they joined the site.',
}

/** What to tell someone whose drawing did not come to stand. */
export const boardRefusalMessage = (code: BoardRefusal) => refusals[code]
