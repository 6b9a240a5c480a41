import * as z from 'zod/mini'
import { isChannelName } from '../channel.ts'
import { callKey, id, line } from '../http/common.ts'
import { person } from '../http/users.ts'
import { CHAT_LINE_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { ack } from './sockets.ts'

/**
 * What is said on a room's socket [2 §7]. A client sends one message a frame; a server's frame is an array of events.
 *
 * A socket begins with `auth` and is answered `channel`, `topic`, `user-list`, `chats`; before that nothing else is heard.
 * Whatever changes what stands in a room has a number of one row: a line's number is its id. A client says the last
 * number that it has when it comes back, and is told what it missed.
 */

const channel = z.string().check(z.refine(isChannelName))
const number = z.int().check(z.nonnegative())

/** Messages of a client. */
export const chatClientMessage = z.discriminatedUnion('type', [
  /** Who comes, by a ticket for one member (`chatId`), and the last number that they have of this room. */
  z.strictObject({
    type: z.literal('auth'),
    chatId: z.string().check(z.maxLength(2048)),
    channel,
    last: z.optional(number),
  }),
  /** Where a room of such a name is; answered `redirect`. */
  z.strictObject({ type: z.literal('join'), channel: z.string().check(z.maxLength(100)) }),
  /**
   * A line. `key` is the client's own; under one key a line stands once. `again`: it was sent before, and this was the
   * last number that the client had then.
   */
  z.strictObject({
    type: z.literal('chat'),
    key: callKey,
    message: line(CHAT_LINE_MAX),
    replyTo: z.optional(id),
    again: z.optional(number),
  }),
  /** One's own line, for five minutes. */
  z.strictObject({ type: z.literal('edit'), id, message: line(CHAT_LINE_MAX) }),
  z.strictObject({ type: z.literal('delete'), id }),
  /** Asks for the list of rooms. */
  z.strictObject({ type: z.literal('channels') }),
  ack,
])
export type ChatClientMessage = z.infer<typeof chatClientMessage>

/** Set by the server alone: an announcement, or that someone began a stream, which is not counted as unread. */
export const lineBackground = z.enum(['announcement', 'announce-stream'])

/** A line as it stands in a room [2 §3]. `action` is a `/me`, `admin` is said of staff; both are the server's. */
export const chatLine = z.object({
  id,
  user: person,
  message: z.string(),
  date: wireTime,
  admin: z.boolean(),
  action: z.boolean(),
  background: z.nullable(lineBackground),
  /** What its client called it. */
  key: z.string(),
  /** Id of the line that it answers, which may be gone. */
  replyTo: z.nullable(id),
  edited: z.boolean(),
  /** A page of this site that an announcement leads to. */
  link: z.nullable(z.object({ path: z.string(), label: z.string() })),
})
export type ChatLine = z.infer<typeof chatLine>

export const SLOW_SECONDS = [0, 5, 10, 30, 60, 300] as const
export const chatSpeakers = z.enum(['everyone', 'day', 'fans', 'group'])
/** Who may speak in a room: everyone, members of a day, fans of its owner, members of its group. */
export type ChatSpeakers = z.infer<typeof chatSpeakers>

/** What everyone in a room is told of its order. */
export const roomRules = z.object({
  slowSeconds: z.literal(SLOW_SECONDS),
  speakers: chatSpeakers,
  /** Whether lines wait until a moderator of the room lets them in. */
  hold: z.boolean(),
})
export type RoomRules = z.infer<typeof roomRules>

/** Why a line, an edit or a deletion did not come to stand. */
export const chatRefusal = z.enum([
  'empty',
  'too_fast',
  'slow_mode',
  'muted',
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

/** A line that waits; those who wrote it and the moderators of the room are told of it. */
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
  /** What the stream is called that it is beside; null for other rooms. */
  title: z.nullable(z.string()),
  /** How many members are in it. */
  count: z.int(),
})
export type ChannelItem = z.infer<typeof channelItem>

export const roomTopic = z.object({ message: z.string(), user: person, date: wireTime })
export type RoomTopic = z.infer<typeof roomTopic>

/** Events of a room. Those with a `number` change what stands, in this order for everyone. */
export const chatServerEvent = z.discriminatedUnion('type', [
  /** One is in; `number` is the last that was given out. */
  z.object({
    type: z.literal('channel'),
    channel: z.string(),
    kind: channelItem.shape.kind,
    title: channelItem.shape.title,
    number,
    /** Whether one keeps order here: staff, and the room's owner. */
    moderator: z.boolean(),
    ownerId: z.nullable(id),
    rules: roomRules,
    /** Until when one may say nothing here. */
    mutedUntil: z.nullable(wireTime),
  }),
  /** The lines that stand: all that a page keeps (`missed: false`), or those since the last number that one had. */
  z.object({ type: z.literal('chats'), missed: z.boolean(), number, lines: z.array(chatLine) }),
  z.object({ type: z.literal('chat'), number, line: chatLine }),
  z.object({ type: z.literal('edit'), number, id, message: z.string() }),
  z.object({ type: z.literal('delete'), number, ids: z.array(id) }),
  z.object({ type: z.literal('topic'), number, topic: z.nullable(roomTopic) }),
  z.object({ type: z.literal('rules'), number, rules: roomRules }),
  /** `users` begins the list anew; else it goes on by who `joined` and who `left`. Of many, the first are named. */
  z.object({
    type: z.literal('user-list'),
    count: z.int(),
    users: z.optional(z.array(person)),
    joined: z.optional(z.array(person)),
    left: z.optional(z.array(id)),
  }),
  z.object({ type: z.literal('channel-list'), channels: z.array(channelItem) }),
  /** The room that was asked for by `join` is this one, on a socket of its own. */
  z.object({ type: z.literal('redirect'), channel: z.string() }),
  /** The ticket is old: `auth` with a new one. What was refused meanwhile is sent again. */
  z.object({ type: z.literal('reauth') }),
  /** A line (by its `key`), or an edit or deletion (by `id`), did not come to stand; `seconds` until it may. */
  z.object({
    type: z.literal('refused'),
    code: chatRefusal,
    key: z.optional(z.string()),
    id: z.optional(id),
    seconds: z.optional(z.int()),
  }),
  z.object({ type: z.literal('muted'), until: z.nullable(wireTime) }),
  /** Lines that wait: `lines` are those there are, or one that came. */
  z.object({ type: z.literal('held'), lines: z.array(heldLine) }),
  /** A line waits no more: it was let in (and came as `chat`), or not. */
  z.object({ type: z.literal('released'), id, approved: z.boolean(), key: z.string() }),
])
export type ChatServerEvent = z.infer<typeof chatServerEvent>

export const chatServerFrame = z.array(chatServerEvent)

/** Where the socket of a room is. */
export const chatSocketPath = (channel: string) => `/socket/chat/${encodeURIComponent(channel)}`
