import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { GROUP_ACTIVITIES } from '../../../contract/http/group-admin.ts'
import type { GroupRole, HiddenBy } from '../../../contract/http/groups.ts'
import { GROUPS_PER_SKETCH_MAX } from '../../../contract/limits.ts'
import { groupRequests } from '../group-requests/schema.ts'
import { matureByCopies, sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Copies of a group's slug and name, which never change, so that lists do not read the group. */
const groupNameCopies = { groupSlug: text('group_slug'), groupTitle: text('group_title') }

/**
 * Groups. Statements that change members update the count of members; triggers on sketches update those of sketches.
 */
export const groups = sqliteTable(
  'groups',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Unique, lower case, and part of the name of the chat room. It never changes. */
    slug: text().notNull(),
    /** It never changes, because lists have copies of it. */
    title: text().notNull(),
    description: text().notNull(),
    rules: text().notNull().default(''),
    coverSketchId: integer('cover_sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    /** The founder of the group. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /**
     * The member who last changed the description or the rules, other than as staff. Null while they are the founder's.
     */
    textsBy: integer('texts_by').references(() => users.id),
    /** The request that became the group. Unique, so that a request becomes only one group. */
    requestId: integer('request_id').references(() => groupRequests.id, { onDelete: 'set null' }),
    official: integer({ mode: 'boolean' }).notNull().default(false),
    upvotesCount: integer('upvotes_count').notNull().default(0),
    membersCount: integer('members_count').notNull().default(0),
    /** Numbers of listed sketches, and of sketches that are listed for everyone. */
    listedCount: integer('listed_count').notNull().default(0),
    listedForAllCount: integer('listed_for_all_count').notNull().default(0),
    /** Comments of the discussion; maintained by triggers on comments. */
    commentsCount: integer('comments_count').notNull().default(0),
    /** The sum of the glops in `group_ledger`. */
    glops: integer().notNull().default(0),
    /** Stars earned by glops: one for every full 1000. */
    starsEarned: integer('stars_earned').notNull().default(0),
    /** The month (UTC, `yyyymm`) of `stars_balance`, the sum of the stars in `group_ledger` since its start. */
    starsMonth: integer('stars_month').notNull().default(0),
    starsBalance: integer('stars_balance').notNull().default(0),
    /** Time at which staff hid the group or its owner closed it, else null. Both columns are set together. */
    hiddenAt: integer('hidden_at'),
    hiddenBy: text('hidden_by').$type<HiddenBy>(),
    /** The latest day (UTC, days since 1970) on which members were notified that a challenge began. */
    challengeNotifiedDay: integer('challenge_notified_day'),
    latestActivityAt: integer('latest_activity_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('groups_slug').on(table.slug),
    uniqueIndex('groups_request').on(table.requestId).where(sql`request_id IS NOT NULL`),
    index('groups_user').on(table.userId),
    index('groups_texts_by').on(table.textsBy).where(sql`texts_by IS NOT NULL`),
    index('groups_cover').on(table.coverSketchId),
    index('groups_activity').on(table.latestActivityAt, table.id),
    index('groups_members').on(table.membersCount, table.id),
    index('groups_sketches').on(table.listedCount, table.id),
    index('groups_glops').on(table.glops, table.id),
    index('groups_upvotes').on(table.upvotesCount, table.id),
    check('group_stars_not_overspent', sql`${table.starsBalance} >= 0`),
  ],
)

export const groupMembers = sqliteTable(
  'group_members',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    role: text().$type<GroupRole>().notNull(),
    joinedAt: integer('joined_at').notNull(),
    /** True for the member to whom the group is offered. */
    isOffered: integer('is_offered', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    uniqueIndex('group_members_offered').on(table.groupId).where(sql`is_offered = 1`),
    index('group_members_user').on(table.userId, table.joinedAt, table.groupId),
    index('group_members_joined').on(table.groupId, table.joinedAt, table.userId),
    index('group_members_owner').on(table.groupId).where(sql`role = 'owner'`),
    index('group_members_moderators').on(table.groupId, table.joinedAt).where(sql`role = 'moderator'`),
  ],
)

/** Sketches of groups. Ids grow with the time at which a sketch was added. */
export const groupSketches = sqliteTable(
  'group_sketches',
  {
    /** Not `id`: drizzle identifies columns in D1 batches by name. */
    id: integer('entry_id').primaryKey({ autoIncrement: true }),
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    /** Position of this group among the groups of the sketch, from 1 to 10, which limits a sketch to ten groups. */
    slot: integer().notNull(),
    /** The sketch's artist. Copied, so that an index counts the sketches that a block hides. */
    artistId: integer('artist_id')
      .notNull()
      .references(() => users.id),
    addedAt: integer('added_at').notNull(),
    /** Copies of the sketch's flags, so that a list reads only rows that it shows. */
    listed: integer({ mode: 'boolean' }).notNull(),
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).notNull(),
    matureBy: integer('mature_by').generatedAlwaysAs(matureByCopies, { mode: 'virtual' }),
  },
  (table) => [
    uniqueIndex('group_sketches_group').on(table.groupId, table.sketchId),
    uniqueIndex('group_sketches_slot').on(table.sketchId, table.slot),
    index('group_sketches_listed').on(table.groupId, table.listed, table.id),
    index('group_sketches_listed_for_all').on(table.groupId, table.listedForAll, table.id),
    index('group_sketches_artist').on(table.groupId, table.artistId, table.listed),
    index('group_sketches_mature').on(table.groupId, table.matureBy, table.id).where(sql`mature_by IS NOT NULL`),
    check('group_limit', sql`${table.slot} BETWEEN 1 AND ${sql.raw(String(GROUPS_PER_SKETCH_MAX))}`),
  ],
)

/**
 * Sketches that were removed from a group. Adding such a sketch again deletes the row: only the artist can add it if the
 * artist removed it, and otherwise only a moderator or a group admin.
 */
export const groupSketchesTakenOut = sqliteTable(
  'group_sketches_taken_out',
  {
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id),
    /** True if another member than the artist removed it. */
    byModerator: integer('by_moderator', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.sketchId, table.groupId] })],
)

/**
 * Glops that a sketch earned for a group, less those that it lost since; always above 0. The row remains when the
 * sketch leaves the group, so that a later loss of glops is deducted from the group.
 */
export const groupSketchGlops = sqliteTable(
  'group_sketch_glops',
  {
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id),
    glops: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sketchId, table.groupId] })],
)

/** Queue of sketches that members suggested for groups. Group admins decide on them. */
export const groupFeatureRequests = sqliteTable(
  'group_feature_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id),
    ...groupNameCopies,
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The nickname that the member had at that time, or that of the account into which theirs was merged. */
    nickname: text(),
    message: text().notNull(),
    /** `held`: pending, but its group is hidden. */
    state: text({ enum: ['pending', 'held', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    /** See `group_requests`. */
    decision: text(),
    /** Message about the decision to the member who suggested the sketch. */
    reply: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('group_feature_requests_state').on(table.state, table.id),
    index('group_feature_requests_user').on(table.userId, table.state),
    index('group_feature_requests_sketch').on(table.sketchId, table.state),
    uniqueIndex('group_feature_requests_pending').on(table.groupId, table.sketchId).where(sql`state = 'pending'`),
    uniqueIndex('group_feature_requests_decision').on(table.decision).where(sql`decision IS NOT NULL`),
  ],
)

/** Events of groups and of their requests, for group admins. */
export const groupActivity = sqliteTable(
  'group_activity',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: GROUP_ACTIVITIES }).notNull(),
    /** The member who acted. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    groupId: integer('group_id').references(() => groups.id),
    ...groupNameCopies,
    requestId: integer('request_id').references(() => groupRequests.id, { onDelete: 'set null' }),
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    /** The member whose role was changed. */
    targetUserId: integer('target_user_id').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('group_activity_time').on(table.userId, table.createdAt),
    index('group_activity_target').on(table.targetUserId),
    index('group_activity_user').on(table.userId, table.groupId, table.kind, table.sketchId, table.createdAt),
    index('group_activity_request').on(table.requestId),
    index('group_activity_sketch').on(table.sketchId),
  ],
)

/** Ledger of the glops and stars of groups. Append-only. */
export const groupLedger = sqliteTable(
  'group_ledger',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id),
    unit: text({ enum: ['glop', 'star'] }).notNull(),
    amount: integer().notNull(),
    /** For glops, the reason in the artist's ledger. `month`: the stars with which the group begins a month. */
    reason: text().notNull(),
    sketchId: integer('sketch_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('group_ledger_group').on(table.groupId, table.unit, table.id)],
)
