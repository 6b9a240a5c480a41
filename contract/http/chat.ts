import * as z from 'zod/mini'
import { isChannelName } from '../channel.ts'
import {
  CHAT_FILTER_WORD_MAX,
  CHAT_FILTER_WORDS_MAX,
  CHAT_LINE_MAX,
  CHAT_TOPIC_MAX,
  STAFF_REASON_MAX,
} from '../limits.ts'
import { chatLine, heldLine, roomRules } from '../socket/chat.ts'
import { id, line, listOf, text } from './common.ts'

export const channelQuery = z.object({ channel: z.string().check(z.refine(isChannelName)) })

/** A ticket for the sockets of a room, and for how many seconds it is good. */
export const ticketReply = z.object({ chatId: z.string(), seconds: z.int() })

/** For so many minutes a member is muted in a room. */
export const MUTE_MINUTES = [10, 60, 1440, 10_080] as const

const reason = z._default(text(STAFF_REASON_MAX), '')

/** What keeps order in a room, for gloperators, admins and its owner. Every act is in the staff log. */
export const moderateBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('delete'), ...channelQuery.shape, id, reason }),
  z.strictObject({
    action: z.literal('mute'),
    ...channelQuery.shape,
    userId: id,
    minutes: z.literal(MUTE_MINUTES),
    reason,
  }),
  z.strictObject({ action: z.literal('unmute'), ...channelQuery.shape, userId: id }),
  /** Takes away all that one member said here. */
  z.strictObject({ action: z.literal('clear'), ...channelQuery.shape, userId: id, reason }),
  z.strictObject({ action: z.literal('topic'), ...channelQuery.shape, message: line(CHAT_TOPIC_MAX) }),
  z.strictObject({
    action: z.literal('settings'),
    ...channelQuery.shape,
    rules: roomRules,
    words: z
      .array(z.pipe(line(CHAT_FILTER_WORD_MAX), z.string().check(z.minLength(2))))
      .check(z.maxLength(CHAT_FILTER_WORDS_MAX)),
  }),
  z.strictObject({ action: z.literal('announce'), ...channelQuery.shape, message: line(CHAT_LINE_MAX) }),
  /** Lets a line in that waits, or not. */
  z.strictObject({ action: z.literal('review'), ...channelQuery.shape, id, approve: z.boolean() }),
])
export type ModerateBody = z.infer<typeof moderateBody>

/** What a room's moderators see of its order: also the words that it does not let in, who is muted, and what waits. */
export const roomSettings = z.object({
  rules: roomRules,
  words: z.array(z.string()),
  muted: z.array(z.object({ userId: id, nickname: z.string(), until: z.string() })),
  held: z.array(heldLine),
})
export type RoomSettings = z.infer<typeof roomSettings>

/** Lines of a room that hold all words of `query`, the latest first, for staff. */
export const chatSearchQuery = z.extend(channelQuery, {
  query: z.string().check(z.minLength(1), z.maxLength(100)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})
export const chatSearchReply = listOf(chatLine)
export type ChatSearchReply = z.infer<typeof chatSearchReply>
