import * as z from 'zod/mini'
import { MESSAGE_MAX, MESSAGES_PAGE_SIZE, PAGES_MAX, POSTS_PAGE_SIZE, SUBJECT_MAX } from '../limits.ts'
import { hasVisibleText } from '../text.ts'
import { wireTime } from '../time.ts'
import { anyId, callKey, cursorParams, id, line, text } from './common.ts'
import { shownMention } from './mentions.ts'
import { sketchThumb } from './sketch-page.ts'
import { person } from './users.ts'

/** `requests` are threads with a first message from a member to whom the viewer has not written. */
export const messageFolder = z.enum(['inbox', 'requests'])
export type MessageFolder = z.infer<typeof messageFolder>

/** A thread in a list [2 §3]. The other member is `userTo`, with the avatar `userFromAvatar`. */
export const messageTopic = z.object({
  id,
  subject: z.string(),
  latestReply: wireTime,
  /** The beginning of the latest post. */
  excerpt: z.string(),
  /** The viewer wrote the latest post. */
  isOwn: z.boolean(),
  read: z.boolean(),
  userFromAvatar: z.nullable(z.string()),
  userToId: id,
  userToNickname: z.string(),
})
export type MessageTopic = z.infer<typeof messageTopic>

const counts = z.object({ total: z.int(), unread: z.int() })
const folderCounts = z.object({ inbox: counts, requests: counts })
export type FolderCounts = z.infer<typeof folderCounts>

/** Latest first. `page` is that of the request; `cursor` continues exactly after this page. */
export const messageTopicList = z.object({
  items: z.array(messageTopic),
  page: z.int(),
  cursor: z.string(),
  done: z.boolean(),
  counts: folderCounts,
})
export type MessageTopicList = z.infer<typeof messageTopicList>

const sizeOf = (size: number) => z.optional(z.union([z.literal(size), z.literal(String(size))]))

export const messageTopicsParams = z.extend(cursorParams, {
  folder: z._default(messageFolder, 'inbox'),
  page: z.optional(z.pipe(anyId, z.number().check(z.maximum(PAGES_MAX)))),
  pageSize: sizeOf(MESSAGES_PAGE_SIZE),
})

/** `POST /api/v2/messages` */
export const messageTopicsBody = z.strictObject(messageTopicsParams.shape)

/** An attached sketch; `hidden` if this viewer may not see it. */
export const messageSketch = z.discriminatedUnion('hidden', [
  z.object({ hidden: z.literal(true) }),
  z.extend(sketchThumb, {
    hidden: z.literal(false),
    /** The unguessable part of the link to an unlisted sketch. */
    linkKey: z.nullable(z.string()),
  }),
])
export type MessageSketch = z.infer<typeof messageSketch>

/** A post of a thread [2 §3]. `id` counts within the thread. */
export const messagePost = z.object({
  id,
  userId: id,
  userNickname: z.string(),
  userAvatar: z.nullable(z.string()),
  date: wireTime,
  text: z.string(),
  mentions: z.array(shownMention),
  sketch: z.nullable(messageSketch),
  /** The idempotency key, for the author only; empty for others. */
  key: z.string(),
})
export type MessagePost = z.infer<typeof messagePost>

export const messageThread = z.object({
  id,
  subject: z.string(),
  other: z.extend(person, { joined: wireTime }),
  /** The other member's account was deleted, or merged into another. Nobody answers. */
  hasLeft: z.boolean(),
  /** `request`: the viewer has not accepted it. `waiting`: the other member has not. Both end with `open`. */
  state: z.enum(['open', 'request', 'waiting']),
  /** Posts that the viewer has not deleted. */
  total: z.int(),
  read: z.boolean(),
})
export type MessageThread = z.infer<typeof messageThread>

/** Posts, latest first. `page` counts from 1, the latest posts. */
export const messagePostList = z.object({
  items: z.array(messagePost),
  page: z.int(),
  cursor: z.string(),
  done: z.boolean(),
  thread: messageThread,
})
export type MessagePostList = z.infer<typeof messagePostList>

export const messagePostsParams = z.extend(cursorParams, {
  id: anyId,
  page: z.optional(anyId),
  pageSize: sizeOf(POSTS_PAGE_SIZE),
})

/** `POST /api/v2/message/posts` */
export const messagePostsBody = z.strictObject(messagePostsParams.shape)

const content = {
  text: z.pipe(text(MESSAGE_MAX), z.string().check(z.refine(hasVisibleText))),
  /** A sketch of the author. */
  sketch: z.optional(z.nullable(id)),
  key: z.optional(callKey),
}

/** `POST /api/v2/message/write` [2 §7] */
export const writeMessageBody = z.strictObject({
  to: id,
  subject: z.pipe(line(SUBJECT_MAX), z.string().check(z.refine(hasVisibleText))),
  ...content,
})
export const writeMessageReply = z.object({ id })

/** `POST /api/v2/message/reply` [2 §7]. Replying to a request accepts it. */
export const replyMessageBody = z.strictObject({ id, ...content })
export const replyMessageReply = z.object({ post: messagePost })

/** `POST /api/v2/message/read`: the viewer has read posts up to this number. Returns the number of unread threads. */
export const readMessageBody = z.strictObject({ id, upTo: id })
export const readMessageReply = z.object({ unread: z.int() })

/** `POST /message/{id}` [2 §7]. A deleted request is declined. */
export const messageActionBody = z.strictObject({ action: z.enum(['delete', 'accept']) })
