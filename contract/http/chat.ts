import * as z from 'zod/mini'
import { isChannelName } from '../channel.ts'
import { CHAT_FILTER_WORD_LENGTH_MAX, CHAT_FILTER_WORDS_MAX, CHAT_LINE_MAX, CHAT_TOPIC_MAX } from '../limits.ts'
import { chatLine, heldLine, roomRules } from '../socket/chat.ts'
import { wireTime } from '../time.ts'
import { id, line, listOf } from './common.ts'
import { optionalReason } from './reasons.ts'

/** `channel` is a room's normalised name. */
export const channelParams = z.object({ channel: z.string().check(z.refine(isChannelName)) })

/** `seconds` is the ticket's remaining validity. */
export const ticketReply = z.object({ chatId: z.string(), seconds: z.int() })

export const MUTE_MINUTES = [10, 60, 1440, 10_080] as const

/**
 * Moderation of a room by gloperators, admins, its owner and its helpers. Every change is in the audit log. Staff give
 * a reason in rooms that they do not own; owners and helpers need none.
 */
export const moderateBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('delete'), ...channelParams.shape, id, reason: optionalReason }),
  z.strictObject({
    action: z.literal('mute'),
    ...channelParams.shape,
    userId: id,
    minutes: z.literal(MUTE_MINUTES),
    reason: optionalReason,
  }),
  z.strictObject({ action: z.literal('unmute'), ...channelParams.shape, userId: id }),
  /** Deletes all lines of one member in this room. */
  z.strictObject({ action: z.literal('clear'), ...channelParams.shape, userId: id, reason: optionalReason }),
  /** An empty message removes the topic. */
  z.strictObject({ action: z.literal('topic'), ...channelParams.shape, message: line(CHAT_TOPIC_MAX) }),
  z.strictObject({
    action: z.literal('settings'),
    ...channelParams.shape,
    rules: roomRules,
    words: z
      .array(z.pipe(line(CHAT_FILTER_WORD_LENGTH_MAX), z.string().check(z.minLength(2))))
      .check(z.maxLength(CHAT_FILTER_WORDS_MAX)),
  }),
  /** Posts a highlighted line. */
  z.strictObject({ action: z.literal('announce'), ...channelParams.shape, message: line(CHAT_LINE_MAX) }),
  /** Publishes or discards a held line. */
  z.strictObject({ action: z.literal('review'), ...channelParams.shape, id, approve: z.boolean() }),
  /** The owner or staff make a member a helper, who moderates the room. */
  z.strictObject({ action: z.literal('appoint'), ...channelParams.shape, userId: id }),
  z.strictObject({ action: z.literal('dismiss'), ...channelParams.shape, userId: id }),
  /** Shuts a member out of the room, until `readmit`. */
  z.strictObject({ action: z.literal('exclude'), ...channelParams.shape, userId: id, reason: optionalReason }),
  z.strictObject({ action: z.literal('readmit'), ...channelParams.shape, userId: id }),
])
export type ModerateBody = z.infer<typeof moderateBody>

/** For moderators: `words` are blocked words, `held` are lines that await review. */
export const roomSettingsReply = z.object({
  rules: roomRules,
  words: z.array(z.string()),
  muted: z.array(z.object({ userId: id, nickname: z.string(), until: wireTime })),
  held: z.array(heldLine),
  helpers: z.array(z.object({ userId: id, nickname: z.string() })),
  excluded: z.array(z.object({ userId: id, nickname: z.string(), date: wireTime })),
})
export type RoomSettingsReply = z.infer<typeof roomSettingsReply>

/**
 * `missing`: the first member who enters creates the room and owns it. `reserved`: the name is reserved, or looks like
 * that of another room.
 */
export const roomReply = z.object({ state: z.enum(['open', 'missing', 'reserved']) })

/** Hands a room over. Its owner or staff offer it to a member, or withdraw that; the member accepts or declines. */
export const handOverBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('offer'), ...channelParams.shape, userId: id }),
  z.strictObject({ action: z.literal('withdraw'), ...channelParams.shape }),
  z.strictObject({ action: z.literal('accept'), ...channelParams.shape }),
  z.strictObject({ action: z.literal('decline'), ...channelParams.shape }),
])
export type HandOverBody = z.infer<typeof handOverBody>

/** Closes an open room: its lines are deleted, everyone leaves, and the name is free. */
export const closeRoomBody = z.strictObject({ ...channelParams.shape, reason: optionalReason })

/** For staff: lines that contain all words of `query`, latest first. */
export const chatSearchParams = z.extend(channelParams, {
  query: z.string().check(z.minLength(1), z.maxLength(100)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})
export const chatSearchReply = listOf(chatLine)
export type ChatSearchReply = z.infer<typeof chatSearchReply>
