import * as z from 'zod/mini'
import { isChannelName } from '../channel.ts'
import { callKey, id, line } from '../http/common.ts'
import { mention } from '../http/mentions.ts'
import { person } from '../http/users.ts'
import { CHAT_LINE_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { ack } from './sockets.ts'

/**
 * Protocol of a chat room's socket [2 §7]. A client sends one message per frame; the server sends arrays of events.
 * The client begins with `auth`; the server replies with `channel`, `topic`, `user-list` and `chats`. The changes of a
 * room are numbered in one sequence, and the number of a line is its id. A reconnecting client sends the last number
 * that it has and receives the changes after it.
 */

const channel = z.string().check(z.refine(isChannelName))
const number = z.int().check(z.nonnegative())

export const chatClientMessage = z.discriminatedUnion('type', [
  /** `chatId` is a ticket for one member, `last` the latest number that the client has of this room. */
  z.strictObject({
    type: z.literal('auth'),
    chatId: z.string().check(z.maxLength(2048)),
    channel,
    last: z.optional(number),
  }),
  /** Resolves the name of a room. The reply is `redirect`. */
  z.strictObject({ type: z.literal('join'), channel: z.string().check(z.maxLength(100)) }),
  /** `key` is an idempotency key. `again` marks a retry: the latest number that the client had at the first attempt. */
  z.strictObject({
    type: z.literal('chat'),
    key: callKey,
    message: line(CHAT_LINE_MAX),
    replyTo: z.optional(id),
    again: z.optional(number),
  }),
  /** A member edits or deletes their own line, for five minutes after it was published. */
  z.strictObject({ type: z.literal('edit'), id, message: line(CHAT_LINE_MAX) }),
  z.strictObject({ type: z.literal('delete'), id }),
  /** Requests `channel-list`. */
  z.strictObject({ type: z.literal('channels') }),
  ack,
])
export type ChatClientMessage = z.infer<typeof chatClientMessage>

/** Set by the server. Lines with `announce-stream` do not count as unread. */
export const lineBackground = z.enum(['announcement', 'announce-stream'])

/** The page that an announcement links to. */
const lineLink = z.object({ path: z.string(), label: z.string() })

/** A published line [2 §3]. The server sets `action` (a `/me`) and `admin` (sent by staff). */
export const chatLine = z.object({
  id,
  user: person,
  message: z.string(),
  date: wireTime,
  admin: z.boolean(),
  action: z.boolean(),
  background: z.nullable(lineBackground),
  /** The sender's idempotency key. */
  key: z.string(),
  /** Id of the parent line, which may be deleted. */
  replyTo: z.nullable(id),
  edited: z.boolean(),
  link: z.nullable(lineLink),
  /**
   * Members that the message names, kept by id since the site looked them up; missing in a line that is just posted.
   */
  mentions: z.optional(z.array(mention)),
})
export type ChatLine = z.infer<typeof chatLine>

export const SLOW_SECONDS = [0, 5, 10, 30, 60, 300] as const
/** Members who may write: `day` means members for at least a day, `fans` the owner's fans. */
export const chatSpeakers = z.enum(['everyone', 'day', 'fans', 'group'])
export type ChatSpeakers = z.infer<typeof chatSpeakers>

/** Rules of a room, visible to everyone in it. */
export const roomRules = z.object({
  slowSeconds: z.literal(SLOW_SECONDS),
  speakers: chatSpeakers,
  /** Holds new lines until a moderator approves them. */
  hold: z.boolean(),
})
export type RoomRules = z.infer<typeof roomRules>

/**
 * `excluded`: shut out of the room. `filtered`: contains a word of the room's filter. `held_full`: too many lines await
 * review. `day_limit`: the member has written the lines of a day. `reviewed`: lines of this room are reviewed, so edits
 * are refused. `too_late`: the line is too old to be edited or deleted.
 */
export const chatRefusal = z.enum([
  'empty',
  'too_fast',
  'slow_mode',
  'day_limit',
  'muted',
  'excluded',
  'speakers_day',
  'speakers_fans',
  'speakers_group',
  'filtered',
  'held_full',
  'reviewed',
  'not_found',
  'not_yours',
  'too_late',
])
export type ChatRefusal = z.infer<typeof chatRefusal>

/** A line that awaits review; only its author and the moderators receive it. */
export const heldLine = z.object({
  id,
  user: person,
  message: z.string(),
  key: z.string(),
  replyTo: z.nullable(id),
  date: wireTime,
})
export type HeldLine = z.infer<typeof heldLine>

export const channelItem = z.object({
  channel: z.string(),
  kind: z.enum(['standing', 'stream', 'group', 'open']),
  /** Title of the room's stream; null for other rooms. */
  title: z.nullable(z.string()),
  count: z.int(),
})
export type ChannelItem = z.infer<typeof channelItem>

export const roomTopic = z.object({ message: z.string(), user: person, date: wireTime })
export type RoomTopic = z.infer<typeof roomTopic>

/** Events with a `number` change the room, in the same order for everyone. */
export const chatServerEvent = z.discriminatedUnion('type', [
  /** Reply to `auth`; `number` is the latest one. */
  z.object({
    type: z.literal('channel'),
    channel: z.string(),
    kind: channelItem.shape.kind,
    title: channelItem.shape.title,
    number,
    /** True for staff, the room's owner and its helpers. */
    moderator: z.boolean(),
    ownerId: z.nullable(id),
    /** True for the member to whom the room is offered. */
    offered: z.boolean(),
    /** For moderators: the member to whom the room is offered. */
    offeredTo: z.nullable(id),
    rules: roomRules,
    mutedUntil: z.nullable(wireTime),
  }),
  /** `missed: true`: the lines since the client's last number. `missed: false`: the latest lines of the room. */
  z.object({ type: z.literal('chats'), missed: z.boolean(), number, lines: z.array(chatLine) }),
  z.object({ type: z.literal('chat'), number, line: chatLine }),
  /** `link` changes the link of the line that announced a stream, once the stream has ended. */
  z.object({ type: z.literal('edit'), number, id, message: z.string(), link: z.optional(lineLink) }),
  z.object({ type: z.literal('delete'), number, ids: z.array(id) }),
  z.object({ type: z.literal('topic'), number, topic: z.nullable(roomTopic) }),
  z.object({ type: z.literal('rules'), number, rules: roomRules }),
  /** `users` replaces the list; `joined` and `left` change it. A long list is truncated; `count` is not. */
  z.object({
    type: z.literal('user-list'),
    count: z.int(),
    users: z.optional(z.array(person)),
    joined: z.optional(z.array(person)),
    left: z.optional(z.array(id)),
  }),
  z.object({ type: z.literal('channel-list'), channels: z.array(channelItem) }),
  /** Reply to `join`: the room's name. The client opens another socket for that room. */
  z.object({ type: z.literal('redirect'), channel: z.string() }),
  /** The ticket expires soon: send `auth` with a new one, then repeat messages that were refused meanwhile. */
  z.object({ type: z.literal('reauth') }),
  /** A line (by `key`), or an edit or deletion (by `id`), was refused; `seconds` until a retry may succeed. */
  z.object({
    type: z.literal('refused'),
    code: chatRefusal,
    key: z.optional(z.string()),
    id: z.optional(id),
    seconds: z.optional(z.int()),
  }),
  z.object({ type: z.literal('muted'), until: z.nullable(wireTime) }),
  /** All held lines after `auth`, then single ones. */
  z.object({ type: z.literal('held'), lines: z.array(heldLine) }),
  /** A held line was approved (and published as `chat`) or discarded. */
  z.object({ type: z.literal('released'), id, approved: z.boolean(), key: z.string() }),
])
export type ChatServerEvent = z.infer<typeof chatServerEvent>

export const chatServerFrame = z.array(chatServerEvent)

export const chatSocketPath = (channel: string) => `/socket/chat/${encodeURIComponent(channel)}`
