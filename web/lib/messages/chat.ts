import { CHAT_EDIT_MINUTES, OPEN_ROOMS_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import type { ChatRefusal, ChatSpeakers } from '../../../contract/socket/chat.ts'
import { countText, unitText } from '../format.ts'
import { limitText } from './errors.ts'

/** Messages of chat [2 §8]. */
export const chatMessages = {
  loginNeeded: 'Sorry, you must be logged in to chat.',
  accountCannotChat: 'Your account can’t chat.',
  excluding: 'They leave this room, and can’t enter it or write in it until someone lets them back in.',
  appointing: 'Helpers can delete messages, mute and shut out people, and change the settings of this room.',
  offering: 'The room is yours until they accept. Then it is theirs.',
  offered: 'You’re offered this room. If you accept, it’s yours and counts as one of your rooms.',
  closing: 'Everyone leaves, and all messages are deleted. Anyone can open a new room under this name.',
  missing: 'If you open it, it’s yours: you can choose helpers, mute people and shut them out.',
  reserved: 'This name is reserved, or looks like the name of another room. Choose another one.',
  reporting: 'A gloperator will read this message and those around it as they are now.',
  reported: 'Thanks for helping keep the site safe.',
  reportFailed: "Use /report followed by the user's profile page link",
  nameNeeded: 'Room names can have letters and digits.',
  joinUsage: 'Use /join followed by a room name.',
  emptyAction: 'Use /me followed by what you’re doing.',
  unknownCommand: 'Unknown command. You can use /join, /me and /report.',
  offline: 'Messages will be sent when you’re back online.',
  held: 'A moderator will review this message first.',
  declined: 'A moderator rejected this message.',
  announceFailed: 'The announcement failed. Try again in a bit.',
  cooldownOver: 'You can write again.',
  notWhileOffline: 'You can’t change this while offline.',
} as const

/** Messages for connections to a room that do not reconnect. */
export const closeReasonMessages = {
  login: chatMessages.loginNeeded,
  forbidden: 'You can’t enter this room.',
  shut_out: 'You’re shut out of this room.',
  not_found: 'This room doesn’t exist.',
  too_many_rooms: `You already have ${OPEN_ROOMS_PER_MEMBER_MAX} rooms, the maximum.`,
  left: 'You’re in many rooms, so you left this one. Reload the page to come back.',
  reserved: chatMessages.reserved,
  replaced: 'You’re using this chat in another window.',
  too_many_sockets: 'This room is open in too many tabs. Close some and reload.',
  reload: 'Chat was updated. Reload the page to continue.',
} as const

const refusals: Record<ChatRefusal, string> = {
  empty: 'This message is empty.',
  too_fast: 'You’re sending too fast.',
  slow_mode: 'This room is in slow mode.',
  day_limit: limitText('chatLinesPerDay', (count) => `send ${count} messages a day in chat`),
  muted: 'You’re muted in this room.',
  excluded: closeReasonMessages.shut_out,
  speakers_day: 'In this room, members can write one day after joining.',
  speakers_fans: 'Only fans of this room’s owner can write here.',
  speakers_group: 'Only members of the group can write here.',
  filtered: 'This message contains a word that is blocked here.',
  held_full: 'Too many messages are waiting for review. Try again later.',
  reviewed: 'Published lines cannot be edited.',
  not_found: 'This message no longer exists.',
  not_yours: 'This isn’t your message.',
  too_late: `Messages can only be edited for ${CHAT_EDIT_MINUTES} minutes.`,
}

/** Message for a refused line, with the time until the next one is accepted. */
export function refusalMessage(code: ChatRefusal, seconds?: number): string {
  return seconds ? `${refusals[code]} You can write again in ${durationText(seconds)}.` : refusals[code]
}

/** "12 seconds", "3 minutes", "2 hours", "7 days". */
export function durationText(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size * 2) ?? UNITS[3]
  const count = Math.ceil(seconds / size)
  return unitText(count, unit)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** "24 artists here". */
export const memberCountText = (count: number) => `${countText(count, 'artist')} here`

/** Description of a room's slow mode; empty when it is off. */
export const slowModeText = (seconds: number) => (seconds ? `One message every ${durationText(seconds)}` : '')

export const speakerNames: Record<ChatSpeakers, string> = {
  everyone: 'Everyone',
  day: 'Members for a day or longer',
  fans: 'Fans of the owner',
  group: 'Members of the group',
}
