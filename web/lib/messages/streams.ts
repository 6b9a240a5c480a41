import type { StreamSource } from '../../../contract/http/streams.ts'
import { CHAPTERS_MAX } from '../../../contract/limits.ts'
import type { StreamEnd } from '../../../contract/socket/stream-messages.ts'
import type { CloseReason } from '../live-connection.ts'

/** Messages of live streams [2 §8]. */
export const streamMessages = {
  watchLogin: 'You must be logged in to watch a live stream.',
  startLogin: 'You must be logged in to start a live stream.',
  noAccount: 'Your account cannot stream.',
  mature: 'This stream is mature. It is shown to members who chose to see mature sketches.',
  matureToStaff: 'This stream is mature. Others see it only where they chose to.',
  connecting: 'Connecting',
  offline: 'The connection is lost. It goes on when it is back.',
  offlineOwn: 'The connection is lost. If it is not back within half a minute, the stream ends.',
  awayTooLong:
    'The connection was lost for too long, so the stream has ended. What was recorded is shown when it is back.',
  waiting: 'The artist has lost the connection. The stream goes on when they are back.',
  paused: 'The artist has paused the stream.',
  noPicture: 'Waiting for the first picture',
  slow: 'Your connection is slow.',
  tooSlow: 'Your connection is too slow for this stream. It is tried again.',
  keysOnly: 'You see a picture every few seconds.',
  stillsOnly: 'You see a still every now and then.',
  deaf: 'This browser cannot play the sound of this stream.',
  noReplay: 'There is no replay of it.',
  undecided: 'Its artist has not decided yet whether to keep this recording. Until then only they and staff see it.',
  noReplayYet: 'There is no replay yet.',
  replayKept: 'There is a replay of it now.',
  noRecording: 'There is no recording of it.',
  replayRemoved: 'The recording was removed.',
  pendingReplay: 'You have a week to decide what becomes of the recording. Until then only you see it.',
  hiddenReplay: 'This replay was hidden by staff.',
  replayFailed: 'The replay could not be loaded.',
  chatFailed: 'What was said beside it could not be loaded.',
  nothingSaid: 'Nobody said anything.',
  nothingSaidYet: 'Nobody has said anything up to here.',
  listFailed: 'The streams could not be loaded.',
  nobodyLive: 'Nobody is live right now.',
  noReplays: 'There are no replays yet.',
  nothingPicked: 'Nothing was picked to show.',
  pickFirst: 'Pick what to show first.',
  drawElsewhere: 'Viewers see the whiteboard as it is. You draw on it in a window of its own.',
  noCamera: 'No camera could be opened. Check that this site may use it.',
  noMicrophone: 'No microphone could be opened. Check that this site may use it.',
  sourceEnded: 'What you showed was closed. Pick something else to go on.',
  full: 'Too much waits to be sent. Nothing more is recorded until the connection is back.',
  ownWaiting: 'You are live, but nothing is sent. The stream ends within half a minute unless you go on.',
  goesOn: 'You are live, but nothing is sent from here. Pick what to show, and go on.',
  stillsInstead: 'This browser cannot code video, so viewers see stills.',
  notASketch: 'That is no address of a sketch.',
  notChapters: 'Each line of the chapters must be a time and a title, such as 1:05 Colour.',
  chaptersFull: `There are ${CHAPTERS_MAX} chapters, which is as many as a replay has.`,
  leave: 'Viewers wait for half a minute, and then the stream ends.',
  stop: 'Viewers are told that it is over. You then choose what becomes of the recording.',
  removeReplay: 'The recording is removed for good.',
  reported: 'Thanks for your report, it will be reviewed by a gloperator.',
  copied: 'Link copied',
  reminded: 'You will be told when it begins.',
  notReminded: 'You will not be told.',
  announced: 'Your stream is announced.',
  timePast: 'Choose a time that is still to come.',
} as const

export const sourceNames: Record<StreamSource, string> = {
  screen: 'Screen or window',
  camera: 'Camera',
  whiteboard: 'Whiteboard',
}

/** Labels of a stream's status in lists. */
export const streamStatusNames = { live: 'Live', paused: 'Paused', waiting: 'Artist away', offline: 'Offline' } as const

const ends: Record<StreamEnd, string> = {
  stopped: 'This stream has ended.',
  lost: 'This stream ended when the connection of its artist was lost.',
  staff: 'This stream was ended by staff.',
  day: 'This stream ended after a day, which is as long as one lasts.',
}

/** Message about the end of a stream. */
export const endMessage = (end: StreamEnd | null) => ends[end ?? 'stopped']

/** Messages for viewers' connections that were closed for good. */
export const viewerCloseMessages: Record<CloseReason, string> = {
  login: streamMessages.watchLogin,
  forbidden: 'You cannot watch this stream.',
  not_found: 'This stream is not there any more.',
  too_many_rooms: 'You cannot watch this stream.',
  elsewhere: 'You stream from another window now.',
  reload: 'This page and the stream no longer understand each other. Reload the page.',
}

/** Messages for publishers' connections that were closed for good; `not_found` means that the stream has ended. */
export const publisherCloseMessages: Record<Exclude<CloseReason, 'not_found'>, string> = {
  login: streamMessages.startLogin,
  forbidden: 'You cannot stream now.',
  too_many_rooms: 'This stream is open in too many windows of yours. Close some of them, and go on.',
  elsewhere: viewerCloseMessages.elsewhere,
  reload: viewerCloseMessages.reload,
}

const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`

export const viewerCountText = (count: number) => `${count.toLocaleString('en')} watching`
export const viewCountText = (count: number) => counted(count, 'view', 'views')
export const reminderCountText = (count: number) => counted(count, 'reminder', 'reminders')

/** "1:12:40", or "2:05" below an hour. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
