import { CHAT_EDIT_MINUTES, OWN_CHANNELS_MAX } from '../../../contract/limits.ts'
import type { ChatRefusal, ChatSpeakers } from '../../../contract/socket/chat.ts'

/** Messages of chat [2 §8]. */
export const chatMessages = {
  loginNeeded: 'Sorry, you must be logged in to chat.',
  noAccount: 'Your account cannot chat.',
  reported: 'Thanks for helping keep the site safe.',
  reportFailed: "Use /report followed by the user's profile page link",
  nameNeeded: 'A room needs a name of letters or digits.',
  joinWhat: 'Use /join followed by the name of a room.',
  emptyAction: 'Use /me followed by what you do.',
  unknownCommand: 'There is no such command. There are /join, /me and /report.',
  offline: 'Lines are sent when the connection is back.',
  held: 'A moderator looks at this line first.',
  declined: 'A moderator did not let this line in.',
  announceFailed: 'That could not be announced. Try again in a bit.',
  waited: 'You can say something again.',
  notSaid: 'That could not be changed while the connection is lost.',
} as const

/** Messages for connections to a room that were closed for good. */
export const closeReasonMessages = {
  login: chatMessages.loginNeeded,
  forbidden: 'You cannot enter this room.',
  not_found: 'There is no such room.',
  too_many_rooms: `You have opened ${OWN_CHANNELS_MAX} rooms already, which is as many as one can.`,
  elsewhere: 'This goes on in another window of yours.',
  reload: 'This page and the chat no longer understand each other. Reload the page.',
} as const

const refusals: Record<ChatRefusal, string> = {
  empty: 'There is nothing to say in this line.',
  too_fast: 'That was a lot at once.',
  slow_mode: 'This room is in slow mode.',
  muted: 'You are muted in this room.',
  speakers_day: 'In this room, members can speak a day after they joined the site.',
  speakers_fans: 'In this room, only fans of its owner can speak.',
  speakers_group: 'In this room, only members of its group can speak.',
  filtered: 'This line has a word that is not let into this room.',
  held_full: 'Too many lines wait for a moderator already. Try again later.',
  reviewed: 'In this room, lines that stand cannot be changed.',
  not_found: 'This line is not there any more.',
  not_yours: 'This line is not yours.',
  too_late: `A line can be changed for ${CHAT_EDIT_MINUTES} minutes only.`,
}

/** Message for a refused line, with the time until the next one is accepted. */
export function refusalMessage(code: ChatRefusal, seconds?: number): string {
  return seconds ? `${refusals[code]} You can say something again in ${durationText(seconds)}.` : refusals[code]
}

/** "12 seconds", "3 minutes", "2 hours", "7 days". */
export function durationText(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size * 2) ?? UNITS[3]
  const count = Math.ceil(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** "24 artists here". */
export const memberCountText = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'artist' : 'artists'} here`

/** Description of a room's slow mode; empty when it is off. */
export const slowModeText = (seconds: number) => (seconds ? `One line each ${durationText(seconds)}` : '')

export const speakerNames: Record<ChatSpeakers, string> = {
  everyone: 'Everyone',
  day: 'Members of a day or longer',
  fans: 'Fans of its owner',
  group: 'Members of its group',
}
