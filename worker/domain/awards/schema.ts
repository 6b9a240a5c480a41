import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AWARD_KINDS, FIRST_AWARDS_YEAR, LAST_AWARDS_YEAR } from '../../../contract/award-state.ts'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** The awards of a year. Their state follows from the times (`awardState`). */
export const awardYears = sqliteTable(
  'award_years',
  {
    year: integer().primaryKey(),
    nominationsStartAt: integer('nominations_start_at').notNull(),
    nominationsEndAt: integer('nominations_end_at').notNull(),
    votingStartAt: integer('voting_start_at').notNull(),
    votingEndAt: integer('voting_end_at').notNull(),
    /** A text of staff about the year. */
    recap: text().notNull().default(''),
    /** Time at which the winners were published. */
    resultAt: integer('result_at'),
  },
  (table) => [
    index('award_years_without_result').on(table.votingEndAt).where(sql`result_at IS NULL`),
    check('award_year', sql.raw(`year BETWEEN ${FIRST_AWARDS_YEAR} AND ${LAST_AWARDS_YEAR}`)),
    check(
      'award_times',
      sql`nominations_start_at < nominations_end_at AND nominations_end_at <= voting_start_at
        AND voting_start_at < voting_end_at`,
    ),
  ],
)

/** Categories of a year, for artists or for sketches. */
export const awardCategories = sqliteTable(
  'award_categories',
  {
    /** Not `id`: drizzle identifies columns in D1 batches by name. */
    id: integer('category_id').primaryKey({ autoIncrement: true }),
    year: integer('award_year')
      .notNull()
      .references(() => awardYears.year),
    title: text('category_title').notNull(),
    kind: text({ enum: AWARD_KINDS }).notNull(),
    /** Position among the categories of the year. */
    position: integer('category_position').notNull(),
  },
  (table) => [
    uniqueIndex('award_categories_title').on(table.year, table.title),
    index('award_categories_position').on(table.year, table.position),
    // Unique, because the foreign key of nominations refers to it.
    uniqueIndex('award_categories_kind').on(table.id, table.kind),
    check('award_kind', sql`kind IN ('artist', 'sketch')`),
  ],
)

/** Nominees, each at most once in a category. Deleting a sketch deletes its nominations and their votes. */
export const awardNominations = sqliteTable(
  'award_nominations',
  {
    id: integer('nomination_id').primaryKey({ autoIncrement: true }),
    categoryId: integer('category_id').notNull(),
    /** A copy of the category's kind. */
    kind: text({ enum: AWARD_KINDS }).notNull(),
    /** Null in a category for artists. */
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'cascade' }),
    /** The artist, or the artist of the sketch. */
    artistId: integer('artist_id')
      .notNull()
      .references(() => users.id),
    /** The member who nominated; null once that account is deleted. */
    nominatedBy: integer('nominated_by').references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** Votes in the published result; null before. */
    votesCount: integer('votes_count'),
    /**
     * True for a nominee with the most votes of the category in the published result. Several nominees may share it.
     */
    isWinner: integer('is_winner', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    foreignKey({
      columns: [table.categoryId, table.kind],
      foreignColumns: [awardCategories.id, awardCategories.kind],
      name: 'award_nominations_category_kind',
    }),
    check('award_nominee', sql`(kind = 'sketch') = (sketch_id IS NOT NULL)`),
    uniqueIndex('award_nominations_sketch').on(table.categoryId, table.sketchId).where(sql`sketch_id IS NOT NULL`),
    uniqueIndex('award_nominations_artist').on(table.categoryId, table.artistId).where(sql`sketch_id IS NULL`),
    // Unique, because the foreign key of votes refers to it.
    uniqueIndex('award_nominations_category').on(table.categoryId, table.id),
    index('award_nominations_of_sketch').on(table.sketchId),
    index('award_nominations_of_artist').on(table.artistId),
    index('award_nominations_nominator').on(table.nominatedBy),
    index('award_nominations_wins').on(table.artistId).where(sql`is_winner = 1`),
  ],
)

/**
 * Nominees that staff removed, so that nobody but staff nominates them again. `nomineeId` is the artist or sketch. It
 * has no foreign key, because it is one or the other.
 */
export const awardRemovals = sqliteTable(
  'award_removals',
  {
    categoryId: integer('category_id')
      .notNull()
      .references(() => awardCategories.id, { onDelete: 'cascade' }),
    nomineeId: integer('nominee_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.nomineeId] })],
)

/** Votes, one for each member and category. */
export const awardVotes = sqliteTable(
  'award_votes',
  {
    id: integer('vote_id').primaryKey({ autoIncrement: true }),
    categoryId: integer('category_id').notNull(),
    nominationId: integer('nomination_id').notNull(),
    /** Null once the voter's account is deleted. The vote stays. */
    voterId: integer('voter_id').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.categoryId, table.nominationId],
      foreignColumns: [awardNominations.categoryId, awardNominations.id],
      name: 'award_votes_nominee',
    }).onDelete('cascade'),
    uniqueIndex('award_votes_voter').on(table.categoryId, table.voterId),
    index('award_votes_nomination').on(table.categoryId, table.nominationId),
    index('award_votes_user').on(table.voterId),
  ],
)
