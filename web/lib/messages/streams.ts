import type { StreamSource } from '../../../contract/http/streams.ts'
import { CHAPTERS_MAX } from '../../../contract/limits.ts'
import type { StreamEnd } from '../../../contract/socket/stream-messages.ts'
import { countText, numberText } from '../format.ts'
import type { CloseReason } from '../live-connection.ts'

/** Messages of live streams [2 §8]. */
export const streamMessages = {
  watchLogin: 'You must be logged in to watch a live stream.',
  startLogin: 'You must be logged in to start a live stream.',
  accountCannotStream: 'Your account can’t stream.',
  mature: 'This stream is mature. Only members who turned on mature sketches can watch it.',
  matureStaffNotice: 'This stream is mature. You can watch it because you’re staff.',
  connecting: 'Connecting',
  offline: 'Connection lost. Reconnecting…',
  offlineOwn: 'Connection lost. The stream ends if it isn’t back within 30 seconds.',
  reconnectFailed:
    'The connection was lost for too long, so the stream ended. Your recording will appear when you’re back online.',
  waiting: 'The artist lost connection. The stream continues when they’re back.',
  paused: 'The artist paused the stream.',
  noPicture: 'Waiting for the first picture',
  slow: 'Your connection is slow.',
  tooSlow: 'Your connection is too slow for this stream. Trying again…',
  keysOnly: 'Showing one picture every few seconds.',
  stillsOnly: 'Showing a still from time to time.',
  videoUnsupported: 'This browser can’t play live video, so you see stills.',
  soundUnsupported: 'This browser can’t play this stream’s sound.',
  noReplay: 'No replay available.',
  undecided: 'The artist hasn’t published this recording yet. Only they and staff can see it.',
  noReplayYet: 'No replay yet.',
  replayPublished: 'Replay published.',
  noRecording: 'There’s no recording.',
  recordingDeleted: 'Recording deleted.',
  recordingPending: 'You have a week to publish or delete the recording. Until then only you can see it.',
  hiddenReplay: 'This replay was hidden by staff.',
  replayFailed: 'The replay couldn’t be loaded.',
  chatFailed: 'The chat couldn’t be loaded.',
  noMessages: 'No messages.',
  noMessagesYet: 'No messages yet at this point.',
  listFailed: 'The streams couldn’t be loaded.',
  noneLive: 'No one is live right now.',
  noReplays: 'No replays to show.',
  noneByMember: 'No streams yet.',
  noSource: 'Nothing selected to show.',
  sourceRequired: 'Choose what to show first.',
  drawInOtherWindow: 'Viewers see the whiteboard. Draw on it in a separate window.',
  noCamera: 'The camera couldn’t be opened. Check that this site is allowed to use it.',
  noMicrophone: 'The microphone couldn’t be opened. Check that this site is allowed to use it.',
  sourceEnded: 'Your source was closed. Choose another one to continue.',
  bufferFull: 'Recording is paused because your connection can’t keep up. It continues when the connection is back.',
  recordingFull: 'Your storage is full, so the rest of the stream isn’t recorded. Viewers still see it.',
  ownStreamWaiting: 'You’re live, but nothing is being sent. The stream ends within 30 seconds unless you resume it.',
  publishedElsewhere: 'You’re live, but nothing is being sent from here. Choose a source to resume.',
  stillsInstead: 'This browser can’t encode video, so viewers see stills. For video, stream from another browser.',
  hiddenTab:
    'Your browser pauses the picture while this tab is hidden. Keep it visible, in its own window if you like.',
  pictureWasPaused:
    'Viewers saw a still picture while this tab was hidden. Keep it visible, in its own window if you like.',
  notASketch: 'That isn’t a link to a sketch.',
  notChapters: 'Each chapter needs a time and a title, for example 1:05 Colour.',
  chaptersFull: `A replay can have ${CHAPTERS_MAX} chapters.`,
  leave: 'Viewers wait for 30 seconds, then the stream ends.',
  stop: 'The stream ends for everyone. You can then publish or delete the recording.',
  cancellingAsStaff: 'It is removed from the schedule, and no reminders are sent.',
  endingAsStaff: 'The stream ends for everyone, and the recording stays hidden.',
  hidingReplay: 'Only the artist and staff will be able to watch it.',
  showingReplay: 'It will be shown as it was before.',
  deleteRecording: 'The recording will be deleted for good.',
  reporting: 'A gloperator will look at this stream.',
  copied: 'Link copied',
  reminded: 'We’ll remind you when it starts.',
  notReminded: 'Reminder removed.',
  announced: 'Stream scheduled.',
  startTimePast: 'Choose a time in the future.',
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
  lost: 'This stream ended because the artist lost connection.',
  staff: 'This stream was ended by staff.',
  day: 'This stream ended after 24 hours, the maximum.',
}

/** Message about the end of a stream. */
export const endMessage = (end: StreamEnd | null) => ends[end ?? 'stopped']

/** Messages for viewers' connections that do not reconnect. */
export const viewerCloseMessages: Record<CloseReason, string> = {
  login: streamMessages.watchLogin,
  forbidden: 'You can’t watch this stream.',
  shut_out: 'You can’t watch this stream.',
  not_found: 'This stream no longer exists.',
  too_many_rooms: 'You can’t watch this stream.',
  left: 'You have many chats and streams open. Close some, then reload this page.',
  reserved: 'You can’t watch this stream.',
  replaced: 'You’re streaming from another window now.',
  too_many_sockets: 'This stream is open in too many tabs. Close some and reload.',
  reload: 'Streaming was updated. Reload the page to continue.',
}

/** Messages for publishers' connections that do not reconnect; `not_found` means that the stream has ended. */
export const publisherCloseMessages: Record<Exclude<CloseReason, 'not_found'>, string> = {
  login: streamMessages.startLogin,
  forbidden: 'You can’t stream right now.',
  shut_out: 'You can’t stream right now.',
  reserved: 'You can’t stream right now.',
  too_many_rooms: 'You can’t stream right now.',
  left: viewerCloseMessages.left,
  replaced: viewerCloseMessages.replaced,
  too_many_sockets: 'You have this stream open in too many windows. Close some to continue.',
  reload: viewerCloseMessages.reload,
}

export const viewerCountText = (count: number) => `${numberText(count)} watching`
/** "1 viewer in sync, 0 lagging". */
export const lagText = (inSync: number, lagging: number) =>
  `${countText(inSync, 'viewer')} in sync, ${numberText(lagging)} lagging`
export const viewCountText = (count: number) => countText(count, 'view')
export const reminderCountText = (count: number) => countText(count, 'reminder')

/** "1:12:40", or "2:05" below an hour. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Hint of the report of a stream at a moment. */
export const reportedMoment = (ms: number) => `A gloperator will look at the stream at ${clockText(ms)}.`
