import * as z from 'zod/mini'
import { NOTIFICATIONS_PAGE_SIZE } from '../limits.ts'
import { wireTime } from '../time.ts'
import { cursorQuery, id, listOf } from './common.ts'
import { person } from './users.ts'

/** What one is told of. `comments` are those on one's sketches and profile, and answers to one's own. */
export const NOTIFICATION_CATEGORIES = ['comments', 'hearts', 'fans', 'features', 'mentions', 'streams'] as const
export const notificationCategory = z.enum(NOTIFICATION_CATEGORIES)
export type NotificationCategory = z.infer<typeof notificationCategory>

/** One thing that happened to oneself. */
export const notificationItem = z.object({
  id,
  category: notificationCategory,
  /** Who did it; of `count`, the last one. */
  actor: person,
  count: z.int(),
  /** The sketch it is about. `imageUrl` is a base address; null where the picture is not to be shown unasked. */
  sketch: z.nullable(z.object({ id, title: z.string(), imageUrl: z.nullable(z.string()) })),
  /** Whose profile it is on, where it is on no sketch. */
  profile: z.nullable(z.object({ id, nickname: z.string() })),
  comment: z.nullable(z.object({ id, excerpt: z.string() })),
  /** The line of a chat room that it is about; `title` is that of the stream which the room is beside, if any. */
  chat: z.nullable(z.object({ channel: z.string(), title: z.nullable(z.string()), line: id, excerpt: z.string() })),
  /** The stream that has begun. */
  stream: z.nullable(z.object({ id, title: z.string() })),
  /** Whether it answers a comment of one's own. */
  answer: z.boolean(),
  date: wireTime,
  read: z.boolean(),
  /** Whether one wants to hear no more of that sketch or profile. */
  muted: z.boolean(),
})
export type NotificationItem = z.infer<typeof notificationItem>

const count = z.int()
/** Unread notices by category. */
export const unreadCounts = z.object({
  comments: count,
  hearts: count,
  fans: count,
  features: count,
  mentions: count,
  streams: count,
})
export type UnreadCounts = z.infer<typeof unreadCounts>

/** The latest first. A page from which something is left out, since one may not see it any more, is shorter. */
export const notificationList = z.extend(listOf(notificationItem), { page: z.optional(z.int()), unread: unreadCounts })
export type NotificationList = z.infer<typeof notificationList>

export const notificationsQuery = z.extend(cursorQuery, { category: z.optional(notificationCategory) })

/** These, all, or all of a category. */
export const readBody = z.union([
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(NOTIFICATIONS_PAGE_SIZE * 4)) }),
  z.strictObject({ all: z.literal(true) }),
  z.strictObject({ category: notificationCategory }),
])
export type ReadBody = z.infer<typeof readBody>
export const readReply = z.object({ unread: unreadCounts })

/** A sketch or a profile, by its id; with `muted: false` one hears of it again. */
export const muteBody = z.union([
  z.strictObject({ sketch: id, muted: z._default(z.boolean(), true) }),
  z.strictObject({ profile: id, muted: z._default(z.boolean(), true) }),
])
export type MuteBody = z.infer<typeof muteBody>

/** Which categories one is told of, and what was muted, the latest first. */
export const notificationSettings = z.object({
  categories: z.object({
    comments: z.boolean(),
    hearts: z.boolean(),
    fans: z.boolean(),
    features: z.boolean(),
    mentions: z.boolean(),
    streams: z.boolean(),
  }),
  muted: z.array(z.object({ type: z.enum(['sketch', 'profile']), id, name: z.string() })),
})
export type NotificationSettings = z.infer<typeof notificationSettings>
export const notificationSettingBody = z.strictObject({ category: notificationCategory, on: z.boolean() })
