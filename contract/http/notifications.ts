import * as z from 'zod/mini'
import { APPEAL_OUTCOMES, CASE_ACTIONS, CASE_KINDS } from '../cases.ts'
import { NOTIFICATIONS_PAGE_SIZE } from '../limits.ts'
import { STORE_ITEM_IDS } from '../store.ts'
import { wireTime } from '../time.ts'
import { cursorParams, id, listOf } from './common.ts'
import { person } from './users.ts'

/**
 * `comments` includes comments on the member's sketches and profile, replies to the member's comments and posts of the
 * forum, and new posts in topics that they watch. `mentions` includes chat rooms that are offered to the member, and
 * roles in groups. `compos`: reminders, invites, entries and removals by staff, better places, and compos that begin in
 * a group that the member is in. `challenges`: the challenge that the member suggested begins or is declined, or one
 * begins in a group that they are in. `gifts`: members bought something for the member in the store. `moderation`:
 * decisions of staff, which cannot be switched off.
 */
export const NOTIFICATION_CATEGORIES = [
  'comments',
  'hearts',
  'fans',
  'features',
  'mentions',
  'streams',
  'notes',
  'compos',
  'challenges',
  'gifts',
  'moderation',
] as const
/**
 * Reminders of a compo, in their order: it has begun, for members of its group; its voting has begun, its voting ends
 * within a day, its result is out.
 */
export const COMPO_REMINDERS = ['begun', 'voting', 'ending', 'result'] as const
export type CompoReminder = (typeof COMPO_REMINDERS)[number]
/**
 * Reminders, and notices about one of the member's sketches: an invite, an entry by staff, a removal by staff, a better
 * place after a disqualification.
 */
export const COMPO_NOTICES = [...COMPO_REMINDERS, 'invite', 'entered', 'moved_up'] as const
export type CompoNotice = (typeof COMPO_NOTICES)[number]
/**
 * Roles in a group that a member was given. `offered`: the group is offered to the member. `former_owner`: another
 * member accepted the group. `inherited`: the owner's account was deleted. `owner` is only in notices from the time
 * when groups were handed over without an offer.
 */
export const GROUP_ROLE_NOTICES = ['owner', 'moderator', 'offered', 'former_owner', 'inherited'] as const
export type GroupRoleNotice = (typeof GROUP_ROLE_NOTICES)[number]
export const notificationCategory = z.enum(NOTIFICATION_CATEGORIES)
export type NotificationCategory = z.infer<typeof notificationCategory>
/** Categories that members can switch off. */
export const optionalCategory = z.enum(NOTIFICATION_CATEGORIES.filter((category) => category !== 'moderation'))
export type OptionalCategory = z.infer<typeof optionalCategory>

/** A notice about a decision of staff, or about an appeal if `outcome` is set. It does not name the staff. */
const noticeOfStaff = z.object({
  /** The case, or the ban or warning if it belongs to none. */
  of: z.enum(['case', 'ban']),
  id,
  /** The kind of the thing; null for bans and warnings. */
  kind: z.nullable(z.enum(CASE_KINDS)),
  /** For the author: the title of the thing, or of the page on which it is; empty without one. */
  title: z.string(),
  /** For those who reported the thing: true if staff acted. Null for its author. */
  acted: z.nullable(z.boolean()),
  /** For the author: the act, and the rule and reason. */
  action: z.nullable(z.enum(CASE_ACTIONS)),
  reason: z.string(),
  undone: z.boolean(),
  outcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
})
export type NoticeOfStaff = z.infer<typeof noticeOfStaff>

export const notificationItem = z.object({
  id,
  category: notificationCategory,
  /** The latest actor; null in notices of staff, of compos, of challenges and of awards. */
  actor: z.nullable(person),
  /** Number of actors whose actions this notification joins. */
  count: z.int(),
  /** `imageUrl` is a base address; null if the sketch is mature and the viewer must first confirm to see it. */
  /** `linkKey` is the unguessable part of the link to an unlisted sketch. */
  sketch: z.nullable(
    z.object({ id, linkKey: z.nullable(z.string()), title: z.string(), imageUrl: z.nullable(z.string()) }),
  ),
  /** The profile on which the comment was written. */
  profile: z.nullable(z.object({ id, nickname: z.string() })),
  /**
   * The group of a comment in its discussion, of a decision of group admins, of a challenge or compo that began, or of
   * a role of the member.
   */
  group: z.nullable(z.object({ id: z.string(), title: z.string(), discussion: id })),
  /** The compo of a comment in its discussion, or of a notice. `compoId` is its number. */
  compo: z.nullable(z.object({ id: z.string(), title: z.string(), compoId: id })),
  compoNotice: z.nullable(z.enum(COMPO_NOTICES)),
  /** The decision of group admins on a sketch that was suggested for the group, or on `groupRequest`. */
  decision: z.nullable(z.object({ state: z.enum(['approved', 'rejected']), message: z.string() })),
  /** The name of the group that the member requested. */
  groupRequest: z.nullable(z.string()),
  /** The role in the group that the actor gave to the member or took away. */
  groupRole: z.nullable(z.enum(GROUP_ROLE_NOTICES)),
  comment: z.nullable(z.object({ id, excerpt: z.string() })),
  /** A line of a chat room; `title` is the title of the stream that the room belongs to. */
  chat: z.nullable(z.object({ channel: z.string(), title: z.nullable(z.string()), line: id, excerpt: z.string() })),
  /** The chat room that the actor offers to the member. */
  offeredRoom: z.nullable(z.string()),
  /** A topic of the forum, with the number of the post in it. */
  topic: z.nullable(z.object({ id, title: z.string(), post: id, excerpt: z.string() })),
  /** The stream that started. */
  stream: z.nullable(z.object({ id, title: z.string() })),
  /** The challenge that began, with the member's idea or in `group`. */
  challenge: z.nullable(z.object({ id, title: z.string() })),
  /** The title of the member's idea for a challenge that staff declined, with the reason. */
  declinedIdea: z.nullable(z.string()),
  /** The text of an artist's note to all fans. */
  note: z.nullable(z.object({ excerpt: z.string() })),
  /** The award that the member or their sketch won. */
  award: z.nullable(z.object({ year: z.int(), category: z.string() })),
  /** The gift of the actor, with their words. */
  gift: z.nullable(z.object({ item: z.enum(STORE_ITEM_IDS), message: z.string() })),
  staff: z.nullable(noticeOfStaff),
  /** True for a reply to a comment of the member, and for a post that quotes one of theirs. */
  isReply: z.boolean(),
  date: wireTime,
  read: z.boolean(),
  /** True if the member muted that sketch, profile, group or compo. */
  muted: z.boolean(),
})
export type NotificationItem = z.infer<typeof notificationItem>

const count = z.int()
/** Number of unread notifications by category. */
export const unreadCounts = z.object({
  comments: count,
  hearts: count,
  fans: count,
  features: count,
  mentions: count,
  streams: count,
  notes: count,
  compos: count,
  challenges: count,
  gifts: count,
  moderation: count,
})
export type UnreadCounts = z.infer<typeof unreadCounts>

/**
 * Latest first. A page can have fewer items than others, because items that the member may no longer see are left out.
 * `page` repeats the number in `/activity/{page}`; absent in the reply to `/api/v2/notices`.
 */
export const notificationList = z.extend(listOf(notificationItem), { page: z.optional(z.int()), unread: unreadCounts })
export type NotificationList = z.infer<typeof notificationList>

export const notificationsParams = z.extend(cursorParams, { category: z.optional(notificationCategory) })

export const markReadBody = z.union([
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(NOTIFICATIONS_PAGE_SIZE * 4)) }),
  z.strictObject({ all: z.literal(true) }),
  z.strictObject({ category: notificationCategory }),
])
export type MarkReadBody = z.infer<typeof markReadBody>
export const markReadReply = z.object({ unread: unreadCounts })

/** `muted: false` unmutes. */
export const muteBody = z.union([
  z.strictObject({ sketch: id, muted: z._default(z.boolean(), true) }),
  z.strictObject({ profile: id, muted: z._default(z.boolean(), true) }),
  z.strictObject({ group: id, muted: z._default(z.boolean(), true) }),
  z.strictObject({ compo: id, muted: z._default(z.boolean(), true) }),
])
export type MuteBody = z.infer<typeof muteBody>

/** Categories switched on, and muted pages, latest first. */
export const notificationSettings = z.object({
  categories: z.object({
    comments: z.boolean(),
    hearts: z.boolean(),
    fans: z.boolean(),
    features: z.boolean(),
    mentions: z.boolean(),
    streams: z.boolean(),
    notes: z.boolean(),
    compos: z.boolean(),
    challenges: z.boolean(),
    gifts: z.boolean(),
  }),
  muted: z.array(
    /** `slug`: that of a group, or the key of a compo. */
    z.object({
      type: z.enum(['sketch', 'profile', 'group', 'compo']),
      id,
      name: z.string(),
      slug: z.nullable(z.string()),
    }),
  ),
})
export type NotificationSettings = z.infer<typeof notificationSettings>
export const notificationSettingBody = z.strictObject({ category: optionalCategory, on: z.boolean() })
