import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { COMPO_NOTICES, GROUP_ROLE_NOTICES, NOTIFICATION_CATEGORIES } from '../../../contract/http/notifications.ts'
import { awardNominations } from '../awards/schema.ts'
import { appeals, cases } from '../cases/schema.ts'
import { challenges } from '../challenges/schema.ts'
import { chatRooms } from '../chat/schema.ts'
import { comments } from '../comments/schema.ts'
import { compos } from '../compos/schema.ts'
import { forumPosts } from '../forum/schema.ts'
import { groupRequests } from '../group-requests/schema.ts'
import { groupFeatureRequests, groups } from '../groups/schema.ts'
import { sketches } from '../sketches/schema.ts'
import { storeOrders } from '../store/schema.ts'
import { streams } from '../streams/schema.ts'
import { users } from '../users/schema.ts'

/** Notes of artists to all fans. */
export const fanNotes = sqliteTable(
  'fan_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    message: text().notNull(),
    /** Number of fans who wanted notes when it was sent. */
    fansNotified: integer('fans_notified').notNull(),
    /** Fans up to this id have been notified; null when all have been. */
    notifiedUpTo: integer('notified_up_to'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('fan_notes_user').on(table.userId, table.createdAt),
    index('fan_notes_unfinished').on(table.id).where(sql`notified_up_to IS NOT NULL`),
  ],
)

/**
 * Numbers of notifications of mentions and of new fans that a member (`actor_id`) caused for another member. Each
 * number covers a day from the first notification. Triggers maintain it and never reduce it, so that taking back a
 * mention does not allow another one. A job deletes old rows.
 */
export const notificationPairs = sqliteTable(
  'notification_pairs',
  {
    recipientId: integer('recipient_id').notNull(),
    actorId: integer('actor_id').notNull(),
    since: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recipientId, table.actorId] }),
    index('notification_pairs_age').on(table.since),
  ],
)

/**
 * Notifications, written by triggers, by events of chat rooms, at the start of streams and by notes to fans. A trigger
 * rejects those that the member must not get.
 */
export const notifications = sqliteTable(
  'notifications',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The recipient. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    category: text({ enum: NOTIFICATION_CATEGORIES }).notNull(),
    /**
     * The member who caused it, the latest of several. It is the recipient if no member is shown, as in notices of
     * staff, compos and awards.
     */
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    /**
     * The owner of the linked page: the artist of the sketch, the member of the profile, the author of the topic, the
     * owner of the group, the member who opened the compo.
     */
    pageOwnerId: integer('page_owner_id')
      .notNull()
      .references(() => users.id),
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'cascade' }),
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** The room and number of the chat line with the mention. Without a number, the room is offered to the member. */
    chatRoomId: integer('chat_room_id').references(() => chatRooms.id, { onDelete: 'cascade' }),
    chatLineNumber: integer('chat_line_number'),
    /** The post of the forum that answers or mentions the member, or is new in a topic that they watch. */
    forumPostId: integer('forum_post_id').references(() => forumPosts.id),
    streamId: integer('stream_id').references(() => streams.id),
    /** The group of the comment, of the decision, of the role, or of the challenge or compo that began. */
    groupId: integer('group_id').references(() => groups.id),
    groupRole: text('group_role', { enum: GROUP_ROLE_NOTICES }),
    /** The compo of the comment, or the subject of the notice. */
    compoId: integer('compo_id').references(() => compos.id),
    compoNotice: text('compo_notice', { enum: COMPO_NOTICES }),
    /** The decided suggestion of a sketch for a group. */
    groupFeatureId: integer('group_feature_id').references(() => groupFeatureRequests.id, { onDelete: 'cascade' }),
    /** The member's decided request for a group. */
    groupRequestId: integer('group_request_id').references(() => groupRequests.id, { onDelete: 'cascade' }),
    /**
     * The challenge that began with the member's idea. Null for a challenge of a group, which is found by the day of
     * the notice.
     */
    challengeId: integer('challenge_id').references(() => challenges.id),
    noteId: integer('note_id').references(() => fanNotes.id),
    /** The nomination of the member, or of their sketch, that won an award. */
    awardNominationId: integer('award_nomination_id').references(() => awardNominations.id, { onDelete: 'cascade' }),
    /** The order of the store that gave the member something. */
    storeOrderId: integer('store_order_id').references(() => storeOrders.id),
    /** The case whose decision a notice of staff is about, or the appeal that was decided. */
    caseId: integer('case_id').references(() => cases.id, { onDelete: 'cascade' }),
    appealId: integer('appeal_id').references(() => appeals.id, { onDelete: 'cascade' }),
    /**
     * The text that lists show: a copy of the note, of the message of a gift or decision, or of the start of the
     * comment, post or chat line. Updated with the comment and post.
     */
    excerpt: text(),
    /** True when the comment replies to a comment by the recipient, or the post quotes one of theirs. */
    isReply: integer('is_reply', { mode: 'boolean' }).notNull().default(false),
    /** Hearts on one sketch share one notification until it is read. */
    actorsCount: integer('actors_count').notNull().default(1),
    occurredAt: integer('occurred_at').notNull(),
    readAt: integer('read_at'),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.occurredAt, table.id),
    index('notifications_category').on(table.userId, table.category, table.occurredAt, table.id),
    index('notifications_unread').on(table.userId, table.category).where(sql`read_at IS NULL`),
    index('notifications_actor').on(table.userId, table.actorId),
    index('notifications_owner').on(table.userId, table.pageOwnerId),
    index('notifications_sketch').on(table.sketchId),
    index('notifications_age').on(table.occurredAt),
    uniqueIndex('notifications_comment').on(table.commentId, table.userId).where(sql`comment_id IS NOT NULL`),
    uniqueIndex('notifications_chat')
      .on(table.chatRoomId, table.chatLineNumber, table.userId)
      .where(sql`chat_room_id IS NOT NULL`),
    uniqueIndex('notifications_forum_post').on(table.forumPostId, table.userId).where(sql`forum_post_id IS NOT NULL`),
    uniqueIndex('notifications_stream').on(table.streamId, table.userId).where(sql`stream_id IS NOT NULL`),
    uniqueIndex('notifications_group_feature')
      .on(table.groupFeatureId, table.userId)
      .where(sql`group_feature_id IS NOT NULL`),
    uniqueIndex('notifications_group_request').on(table.groupRequestId).where(sql`group_request_id IS NOT NULL`),
    uniqueIndex('notifications_group_role')
      .on(table.groupId, table.userId, table.groupRole)
      .where(sql`group_role IS NOT NULL AND read_at IS NULL`),
    uniqueIndex('notifications_compo_notice')
      .on(table.compoId, table.userId, table.compoNotice)
      .where(sql`compo_notice IS NOT NULL AND sketch_id IS NULL`),
    // The deletion of a compo deletes its notices.
    index('notifications_compo').on(table.compoId).where(sql`compo_id IS NOT NULL`),
    uniqueIndex('notifications_challenge').on(table.challengeId).where(sql`challenge_id IS NOT NULL`),
    uniqueIndex('notifications_note').on(table.noteId, table.userId).where(sql`note_id IS NOT NULL`),
    uniqueIndex('notifications_award').on(table.awardNominationId).where(sql`award_nomination_id IS NOT NULL`),
    uniqueIndex('notifications_store_order').on(table.storeOrderId).where(sql`store_order_id IS NOT NULL`),
    uniqueIndex('notifications_case').on(table.caseId, table.userId).where(sql`case_id IS NOT NULL`),
    uniqueIndex('notifications_appeal').on(table.appealId).where(sql`appeal_id IS NOT NULL`),
    uniqueIndex('notifications_hearts')
      .on(table.userId, table.sketchId)
      .where(sql`category = 'hearts' AND read_at IS NULL`),
    uniqueIndex('notifications_fans').on(table.userId, table.actorId).where(sql`category = 'fans'`),
  ],
)

/** Numbers of a member's notifications per category, in total and unread; maintained by triggers. */
export const notificationCounts = sqliteTable(
  'notification_counts',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    category: text({ enum: NOTIFICATION_CATEGORIES }).notNull(),
    unreadCount: integer('unread_count').notNull(),
    totalCount: integer('total_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.category] })],
)

/** Categories that members switched off. */
export const notificationOptOuts = sqliteTable(
  'notification_opt_outs',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    category: text({ enum: NOTIFICATION_CATEGORIES }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.category] })],
)

/** Sketches, profiles, groups and compos whose comments members muted. */
export const mutedThreads = sqliteTable(
  'muted_threads',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    targetType: text('target_type', { enum: ['sketch', 'profile', 'group', 'compo'] }).notNull(),
    targetId: integer('target_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.targetType, table.targetId] }),
    index('muted_threads_target').on(table.targetType, table.targetId),
    index('muted_threads_age').on(table.userId, table.createdAt),
  ],
)

/** The newest sketch of their feed that a member has seen. */
export const feedReadPositions = sqliteTable('feed_read_positions', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  lastSketchId: integer('last_sketch_id').notNull(),
})
