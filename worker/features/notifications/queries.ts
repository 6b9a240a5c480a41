import { and, desc, eq, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/sqlite-core'
import type { AppealOutcome, CaseAction, CaseKind } from '../../../contract/cases.ts'
import {
  type MarkReadBody,
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
  type NotificationList,
  type UnreadCounts,
} from '../../../contract/http/notifications.ts'
import { NOTIFICATIONS_PAGE_SIZE } from '../../../contract/limits.ts'
import type { Rule } from '../../../contract/rules.ts'
import type { StoreItemId } from '../../../contract/store.ts'
import { awardCategories, awardNominations } from '../../domain/awards/schema.ts'
import { appeals, caseDecisions, cases } from '../../domain/cases/schema.ts'
import { challenges } from '../../domain/challenges/schema.ts'
import { isOfShownGroup, streamIdOfRoom } from '../../domain/chat/rooms.ts'
import { chatRooms } from '../../domain/chat/schema.ts'
import { compos } from '../../domain/compos/schema.ts'
import { forumPosts, forumTopics } from '../../domain/forum/schema.ts'
import { groupFeatureRequests, groupRequests, groups } from '../../domain/groups/schema.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { notificationCounts, notifications } from '../../domain/notifications/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, blockedColumn } from '../../domain/sketches/visibility.ts'
import { storeOrders } from '../../domain/store/schema.ts'
import { streams } from '../../domain/streams/schema.ts'
import { personColumns } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rangesAfter } from '../../lib/keyset.ts'
import { isNotificationShown, notificationOf } from './listing.ts'

const owners = alias(users, 'owners')

type GroupFeatureState = Exclude<(typeof groupFeatureRequests.$inferSelect)['state'], 'held'>

/** Position in the list: after a cursor, or a page counted from 1. */
type NotificationPosition = {
  category?: NotificationCategory | undefined
  cursor?: string | undefined
  page?: number | undefined
}

/** The challenge that began in the group on the day of the notice. */
const challengeOfGroup = sql`iif(${notifications.category} = 'challenges', (SELECT begun.id FROM challenges AS begun
  WHERE begun.group_id = ${notifications.groupId} AND begun.day = ${notifications.occurredAt} / 86400000), NULL)`

/** A gift that was taken back is not shown. */
const isKeptGift = and(eq(storeOrders.id, notifications.storeOrderId), eq(storeOrders.state, 'paid'))

function selectNotifications(db: Db, member: Viewer, where: SQL | undefined) {
  const { userId: sketchOwnerId, ...access } = accessColumns({ viewer: member })
  return db
    .select({
      id: notifications.id,
      category: notifications.category,
      count: notifications.actorsCount,
      commentId: notifications.commentId,
      excerpt: notifications.excerpt,
      noteId: notifications.noteId,
      chatLine: notifications.chatLineNumber,
      channel: chatRooms.channel,
      challengeId: sql<number | null>`${challenges.id}`.as('challenge_number'),
      challengeTitle: sql<string | null>`${challenges.title}`.as('challenge_title'),
      streamId: notifications.streamId,
      streamTitle: sql<string | null>`${streams.title}`.as('stream_title'),
      streamOwnerId: sql<number | null>`${streams.userId}`.as('stream_owner_id'),
      streamMature: sql`${streams.mature}`.mapWith(Boolean).as('stream_mature'),
      streamReplayMature: sql`${streams.replayMature}`.mapWith(Boolean).as('stream_replay_mature'),
      streamBlocked: sql`${blockedColumn(member, streams.userId).getSQL()}`.mapWith(Boolean).as('stream_blocked'),
      postNumber: sql<number | null>`${forumPosts.number}`.as('post_number'),
      topicId: sql<number | null>`${forumTopics.id}`.as('topic_id'),
      topicTitle: sql<string | null>`${forumTopics.title}`.as('topic_title'),
      awardYear: sql<number | null>`${awardCategories.year}`.as('award_year'),
      awardCategory: sql<string | null>`${awardCategories.title}`.as('award_category'),
      storeOrderId: notifications.storeOrderId,
      giftItem: sql<StoreItemId | null>`${storeOrders.item}`.as('gift_item'),
      groupId: notifications.groupId,
      groupSlug: sql<string | null>`${groups.slug}`.as('group_slug'),
      groupTitle: sql<string | null>`${groups.title}`.as('group_title'),
      groupRole: notifications.groupRole,
      compoId: notifications.compoId,
      compoKey: sql<string | null>`${compos.key}`.as('compo_key'),
      compoTitle: sql<string | null>`${compos.title}`.as('compo_title'),
      compoNotice: notifications.compoNotice,
      groupRequest: sql<string | null>`${groupRequests.title}`.as('group_request'),
      decision: sql<GroupFeatureState | null>`coalesce(${groupFeatureRequests.state},
        iif(${groupRequests.state} = 'deleted', 'rejected', ${groupRequests.state}))`.as('decision'),
      isReply: notifications.isReply,
      at: notifications.occurredAt,
      readAt: notifications.readAt,
      ownerId: notifications.pageOwnerId,
      actor: {
        id: sql<number | null>`${personColumns.id}`.as('actor_id'),
        nickname: sql<string | null>`${users.nickname}`.as('actor_nickname'),
        avatarKey: sql<string | null>`${users.avatarKey}`.as('actor_avatar_key'),
      },
      actorBlocked: sql`${blockedColumn(member, notifications.actorId).getSQL()}`.mapWith(Boolean).as('actor_blocked'),
      ownerNickname: sql<string | null>`${owners.nickname}`.as('owner_nickname'),
      sketchId: sql<number | null>`${sketches.id}`.as('sketch_id'),
      title: sketches.title,
      imageKey: sketches.imageKey,
      linkKey: sketches.linkKey,
      notificationBeforeLink: sketches.notificationBeforeLink,
      sketchOwnerId,
      ...access,
      muted: isMuted(member).mapWith(Boolean).as('muted'),
      ...staffColumns(member),
    })
    .from(notifications)
    .leftJoin(
      users,
      // An index look-up by null reads no row.
      sql`${users.id} = iif(${notifications.category} IN ('moderation', 'compos', 'challenges')
          OR ${notifications.awardNominationId} IS NOT NULL, NULL, ${notifications.actorId})`,
    )
    .leftJoin(awardNominations, eq(awardNominations.id, notifications.awardNominationId))
    .leftJoin(awardCategories, eq(awardCategories.id, awardNominations.categoryId))
    .leftJoin(storeOrders, isKeptGift)
    .leftJoin(appeals, eq(appeals.id, notifications.appealId))
    .leftJoin(cases, sql`${cases.id} = coalesce(${notifications.caseId}, ${appeals.caseId})`)
    .leftJoin(caseDecisions, eq(caseDecisions.caseId, notifications.caseId))
    .leftJoin(sketches, eq(sketches.id, notifications.sketchId))
    .leftJoin(chatRooms, and(eq(chatRooms.id, notifications.chatRoomId), isOfShownGroup(member)))
    .leftJoin(forumPosts, eq(forumPosts.id, notifications.forumPostId))
    .leftJoin(forumTopics, and(eq(forumTopics.id, forumPosts.topicId), ne(forumTopics.state, 'removed')))
    .leftJoin(challenges, sql`${challenges.id} = coalesce(${notifications.challengeId}, ${challengeOfGroup})`)
    .leftJoin(groups, and(eq(groups.id, notifications.groupId), isGroupShown(member)))
    .leftJoin(compos, eq(compos.id, notifications.compoId))
    .leftJoin(groupRequests, eq(groupRequests.id, notifications.groupRequestId))
    .leftJoin(groupFeatureRequests, eq(groupFeatureRequests.id, notifications.groupFeatureId))
    .leftJoin(streams, sql`${streams.id} = coalesce(${notifications.streamId}, ${streamIdOfRoom})`)
    .leftJoin(
      owners,
      // A separate condition would read the owner of every row.
      sql`${owners.id} = iif(${notifications.sketchId} IS NULL AND ${notifications.groupId} IS NULL AND ${notifications.compoId} IS NULL AND ${notifications.pageOwnerId} <> ${member.id}, ${notifications.pageOwnerId}, NULL)`,
    )
    .where(and(eq(notifications.userId, member.id), where))
    .orderBy(desc(notifications.occurredAt), desc(notifications.id))
    .limit(NOTIFICATIONS_PAGE_SIZE)
}

/** Columns of a decision on a case, or of an answer to an appeal. */
function staffColumns(member: Viewer) {
  const name = <T>(value: SQLWrapper, alias: string) => sql<T | null>`${value}`.as(alias)
  return {
    caseId: name<number>(cases.id, 'of_case_id'),
    caseKind: name<CaseKind>(cases.kind, 'case_kind'),
    // Only its author reads the title of a thing.
    caseName: sql<string | null>`iif(${cases.userId} IS ${member.id}, ${cases.name}, NULL)`.as('case_name'),
    isAuthor: sql`${cases.userId} IS ${member.id}`.mapWith(Boolean).as('is_author'),
    caseAction: name<CaseAction>(caseDecisions.action, 'case_action'),
    caseRule: name<Rule>(caseDecisions.rule, 'case_rule'),
    caseReason: name<string>(caseDecisions.reason, 'case_reason'),
    undoneAt: name<number>(caseDecisions.undoneAt, 'undone_at'),
    appealBanId: name<number>(appeals.banId, 'appeal_ban_id'),
    appealOutcome: name<AppealOutcome>(appeals.outcome, 'appeal_outcome'),
    appealReason: name<string>(appeals.reason, 'appeal_reason'),
  }
}

/** Lists a member's notifications, latest first, with the unread counts. @throws InvalidCursor. */
export async function listNotifications(
  db: Db,
  member: Viewer,
  { category, cursor, page: number }: NotificationPosition,
): Promise<NotificationList> {
  const list = `notices ${member.id} ${category ?? 'all'}`
  const last = decodeCursor(list, 2, cursor)
  const read = (after?: SQL) =>
    selectNotifications(db, member, and(category && eq(notifications.category, category), after))
  const [equalFirstKey, rest] = last ? rangesAfter([notifications.occurredAt, notifications.id], last) : []
  const page = last
    ? unionAll(
        db.select().from(read(equalFirstKey).as('equalFirstKey')),
        db.select().from(read(rest).as('rest')),
      ).limit(NOTIFICATIONS_PAGE_SIZE)
    : read().offset(((number ?? 1) - 1) * NOTIFICATIONS_PAGE_SIZE)
  const [rows, counts] = await db.batch([page, selectUnread(db, member)])
  const end = rows.at(-1)
  // The list ends with the first page that is not full, which saves reading one more row.
  const done = rows.length < NOTIFICATIONS_PAGE_SIZE || !end
  return {
    items: rows.filter((row) => isNotificationShown(row, member)).map((row) => notificationOf(row, member)),
    cursor: done ? '' : encodeCursor(list, [end.at, end.id]),
    done,
    ...(number && { page: number }),
    unread: unreadOf(counts),
  }
}

/**
 * A list for staff who impersonate the member, without what is the member's alone: the messages of gifts, and what
 * became of reports, which may be about the reader.
 */
export function withoutPrivate(list: NotificationList): NotificationList {
  const items = list.items.filter(({ category }) => category !== 'moderation')
  return {
    ...list,
    items: items.map((item) => ({ ...item, gift: item.gift && { ...item.gift, message: '' } })),
    unread: { ...list.unread, moderation: 0 },
  }
}

/**
 * The page that the member may have muted: the sketch of the notification, or the group, compo or profile of its
 * comment.
 */
function isMuted(member: Viewer): SQL {
  const isMutedTarget = (type: string, id: SQL) => sql`EXISTS (SELECT 1 FROM muted_threads
    WHERE user_id = ${member.id} AND target_type = ${type} AND target_id = ${id})`
  return sql`CASE WHEN notifications.sketch_id IS NOT NULL THEN ${isMutedTarget('sketch', sql`notifications.sketch_id`)}
    WHEN notifications.group_id IS NOT NULL THEN ${isMutedTarget('group', sql`notifications.group_id`)}
    WHEN notifications.compo_id IS NOT NULL THEN ${isMutedTarget('compo', sql`notifications.compo_id`)}
    WHEN notifications.comment_id IS NOT NULL THEN ${isMutedTarget('profile', sql`notifications.page_owner_id`)}
    ELSE 0 END`
}

function selectUnread(db: Db, member: Viewer) {
  return db
    .select({ category: notificationCounts.category, unread: notificationCounts.unreadCount })
    .from(notificationCounts)
    .where(eq(notificationCounts.userId, member.id))
}

function unreadOf(rows: readonly { category: NotificationCategory; unread: number }[]): UnreadCounts {
  const counts = new Map(rows.map(({ category, unread }) => [category, unread]))
  return byCategory((category) => counts.get(category) ?? 0)
}

/** Makes an object with a value for each category. */
function byCategory<T>(makeValue: (category: NotificationCategory) => T): Record<NotificationCategory, T> {
  return Object.fromEntries(NOTIFICATION_CATEGORIES.map((category) => [category, makeValue(category)])) as Record<
    NotificationCategory,
    T
  >
}

/**
 * Marks notifications of a member as read and returns the unread counts. Ignores ids of other members' notifications.
 */
export async function markRead(
  db: Db,
  member: Viewer,
  { selection, now }: { selection: MarkReadBody; now: number },
): Promise<UnreadCounts> {
  const unread = and(eq(notifications.userId, member.id), isNull(notifications.readAt))
  const chosen =
    'ids' in selection
      ? sql`${notifications.id} IN (SELECT value FROM json_each(${JSON.stringify(selection.ids)}))`
      : 'category' in selection
        ? eq(notifications.category, selection.category)
        : undefined
  const [, counts] = await db.batch([
    db.update(notifications).set({ readAt: now }).where(and(unread, chosen)),
    selectUnread(db, member),
  ])
  return unreadOf(counts)
}
