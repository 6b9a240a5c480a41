import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { groups } from '../groups/schema.ts'
import { matureByCopies, sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/**
 * Challenges that have begun: one each day for everyone, and challenges of groups. They never end. Triggers maintain
 * the counts.
 */
export const challenges = sqliteTable(
  'challenges',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The day on which it began (UTC, days since 1970). */
    day: integer().notNull(),
    /**
     * The number of a daily challenge, counted from 1 without gaps, so that a page of the list is a range of numbers. 0
     * for a challenge of a group.
     */
    number: integer().notNull().default(0),
    title: text().notNull(),
    description: text().notNull(),
    /** The author of the idea, or the member who opened the challenge of a group. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /**
     * The id of the idea, which was deleted when the challenge began. It is unique, so that an idea becomes one
     * challenge. 0 for a challenge of a group.
     */
    ideaId: integer('idea_id').notNull(),
    /** Numbers of listed entries, and of entries that are listed for everyone. */
    listedCount: integer('listed_count').notNull().default(0),
    listedForAllCount: integer('listed_for_all_count').notNull().default(0),
    /** The group whose members enter it; null for a daily challenge. */
    groupId: integer('group_id').references(() => groups.id),
    /**
     * Members of the group up to this id were notified that it began; null once all were, and for a daily challenge.
     */
    notifiedUpTo: integer('notified_up_to'),
  },
  (table) => [
    uniqueIndex('challenges_day').on(table.day).where(sql`group_id IS NULL`),
    uniqueIndex('challenges_number').on(table.number).where(sql`group_id IS NULL`),
    uniqueIndex('challenges_idea').on(table.ideaId).where(sql`group_id IS NULL`),
    /** Limits a group to one challenge a day, also when two helpers open one at once. */
    uniqueIndex('challenges_group_day').on(table.groupId, table.day).where(sql`group_id IS NOT NULL`),
    index('challenges_of_groups').on(table.day, table.id).where(sql`group_id IS NOT NULL`),
    index('challenges_user').on(table.userId, table.id),
    index('challenges_to_notify').on(table.id).where(sql`notified_up_to IS NOT NULL`),
  ],
)

/** Deleted challenges of groups whose notices are being removed, by the day on which they began. */
export const deletedChallenges = sqliteTable(
  'deleted_challenges',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id),
    day: integer().notNull(),
    /** Notices of members of the group up to this id were removed; null once all were. */
    removedUpTo: integer('removed_up_to'),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.day] })],
)

/** Ideas for challenges. Ideas with a queue position were chosen by staff, others are suggestions. */
export const challengeIdeas = sqliteTable(
  'challenge_ideas',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text().notNull(),
    description: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    queuePosition: integer('queue_position'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('challenge_ideas_queue').on(table.queuePosition, table.id),
    index('challenge_ideas_user').on(table.userId, table.queuePosition),
  ],
)

/** Sketches entered in challenges, each in at most one. Ids grow with the time of entry. */
export const challengeEntries = sqliteTable(
  'challenge_entries',
  {
    /** Not `id`: drizzle identifies columns in D1 batches by name. */
    id: integer('entry_id').primaryKey({ autoIncrement: true }),
    challengeId: integer('challenge_id')
      .notNull()
      .references(() => challenges.id),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    /** The sketch's artist, so that an index counts the entries that a block hides. */
    artistId: integer('artist_id')
      .notNull()
      .references(() => users.id),
    enteredAt: integer('entered_at').notNull(),
    /**
     * The day of the entry in the artist's time zone, for the streak. Null for entries that were made before streaks
     * existed.
     */
    enteredDay: integer('entered_day'),
    /** The day (UTC) on which the entry earned its artist glops; null if it earned none. Set by a trigger. */
    earnedDay: integer('earned_day'),
    /** Copies of the sketch's flags, so that a page reads only rows that it shows. */
    listed: integer({ mode: 'boolean' }).notNull(),
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).notNull(),
    matureBy: integer('mature_by').generatedAlwaysAs(matureByCopies, { mode: 'virtual' }),
  },
  (table) => [
    uniqueIndex('challenge_entries_sketch').on(table.sketchId),
    index('challenge_entries_listed').on(table.challengeId, table.listed, table.id),
    index('challenge_entries_listed_for_all').on(table.challengeId, table.listedForAll, table.id),
    index('challenge_entries_artist').on(table.challengeId, table.artistId, table.listed),
    index('challenge_entries_earned_day').on(table.artistId, table.earnedDay).where(sql`earned_day IS NOT NULL`),
    index('challenge_entries_earned').on(table.challengeId, table.artistId).where(sql`earned_day IS NOT NULL`),
    index('challenge_entries_mature').on(table.challengeId, table.matureBy, table.id).where(sql`mature_by IS NOT NULL`),
  ],
)
