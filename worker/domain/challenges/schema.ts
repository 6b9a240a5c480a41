import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Daily challenges that have begun; they never end. Their counts follow the entries, by triggers. */
export const challenges = sqliteTable(
  'challenges',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The day on which it began (UTC), in days since 1970. */
    day: integer().notNull(),
    /** Counts the challenges from 1, without gaps. A page of them is found by its first number. */
    number: integer().notNull().default(0),
    title: text().notNull(),
    description: text().notNull(),
    /** Whose idea it was. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** What it was in the queue; each begins once. */
    ideaId: integer('idea_id').notNull(),
    /** Its entries that are in lists, and of those the ones for everyone. */
    listedCount: integer('listed_count').notNull().default(0),
    listedForAllCount: integer('listed_for_all_count').notNull().default(0),
  },
  (table) => [
    uniqueIndex('challenges_day').on(table.day),
    uniqueIndex('challenges_number').on(table.number),
    uniqueIndex('challenges_idea').on(table.ideaId),
  ],
)

/** Ideas for challenges: queued ones were chosen by staff, the others are members' suggestions. */
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

/** Sketches that are entered, each in one challenge at most. Ids grow with the entries. */
export const challengeEntries = sqliteTable(
  'challenge_entries',
  {
    /** Under a name of its own: pages of entries are read in batches, which go by the names of columns. */
    id: integer('entry_id').primaryKey({ autoIncrement: true }),
    challengeId: integer('challenge_id')
      .notNull()
      .references(() => challenges.id),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    /** Who made the sketch, so that what a block hides can be counted. */
    artistId: integer('artist_id')
      .notNull()
      .references(() => users.id),
    enteredAt: integer('entered_at').notNull(),
    /** These two follow the sketch, so that a page reads nothing that it does not show. */
    listed: integer({ mode: 'boolean' }).notNull(),
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    uniqueIndex('challenge_entries_sketch').on(table.sketchId),
    index('challenge_entries_listed').on(table.challengeId, table.listed, table.id),
    index('challenge_entries_listed_for_all').on(table.challengeId, table.listedForAll, table.id),
    index('challenge_entries_artist').on(table.challengeId, table.artistId, table.listed),
  ],
)
