import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { COMPO_REMINDERS } from '../../../contract/http/notifications.ts'
import { COMPO_ENTRIES_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { groups } from '../groups/schema.ts'
import { matureByCopies, sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Contests. Their state follows from the times (`compoState`). Triggers maintain the counts. */
export const compos = sqliteTable(
  'compos',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The address. It never changes. */
    key: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** The sketch whose picture is the cover; null once it is deleted. */
    coverSketchId: integer('cover_sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    /** The group whose members enter it; null if everyone does. */
    groupId: integer('group_id').references(() => groups.id),
    /** The member of staff who opened it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** 0 for compos that were opened before this column. */
    createdAt: integer('created_at').notNull().default(0),
    startsAt: integer('starts_at').notNull(),
    /** The end of the time for entries, and that of voting. */
    endsAt: integer('ends_at').notNull(),
    votingEndsAt: integer('voting_ends_at').notNull(),
    entriesPerMember: integer('entries_per_member').notNull().default(1),
    /** Numbers of listed entries, and of entries that are listed for everyone. */
    listedCount: integer('listed_count').notNull().default(0),
    listedForAllCount: integer('listed_for_all_count').notNull().default(0),
    /** Comments of the discussion; maintained by triggers on comments. */
    commentsCount: integer('comments_count').notNull().default(0),
    /** The last reminder that was begun, and the id up to which members have got it; null once all have. */
    reminder: text({ enum: COMPO_REMINDERS }),
    remindedUpTo: integer('reminded_up_to'),
    /** When the result was published; a trigger then gives the glops of the places. */
    resultAt: integer('result_at'),
    /** Voters with an answered set, and picks, in the result. */
    votersCount: integer('voters_count').notNull().default(0),
    picksCount: integer('picks_count').notNull().default(0),
    /** Voters with a pick, whose fits to the result are stored; null until they are. */
    comparedCount: integer('compared_count'),
  },
  (table) => [
    uniqueIndex('compos_key').on(table.key),
    index('compos_start').on(table.startsAt, table.id),
    index('compos_group').on(table.groupId, table.startsAt).where(sql`group_id IS NOT NULL`),
    index('compos_group_opened').on(table.groupId, table.createdAt).where(sql`group_id IS NOT NULL`),
    index('compos_group_without_result').on(table.groupId).where(sql`group_id IS NOT NULL AND result_at IS NULL`),
    index('compos_of_groups').on(table.startsAt, table.id).where(sql`group_id IS NOT NULL`),
    index('compos_cover').on(table.coverSketchId),
    index('compos_user').on(table.userId),
    index('compos_without_result').on(table.votingEndsAt).where(sql`result_at IS NULL`),
    index('compos_of_site').on(table.startsAt, table.id).where(sql`group_id IS NULL`),
    index('compos_open').on(table.endsAt, table.id).where(sql`result_at IS NULL`),
    index('compos_of_site_without_result').on(table.votingEndsAt).where(sql`group_id IS NULL AND result_at IS NULL`),
    index('compos_to_remind').on(table.startsAt).where(sql`reminder IS NOT 'result' OR reminded_up_to IS NOT NULL`),
    index('compos_to_compare').on(table.resultAt).where(sql`result_at IS NOT NULL AND compared_count IS NULL`),
    check('compo_times', sql`starts_at < ends_at AND ends_at < voting_ends_at`),
    check(
      'compo_entries_per_member',
      sql`entries_per_member BETWEEN 1 AND ${sql.raw(String(COMPO_ENTRIES_PER_MEMBER_MAX))}`,
    ),
  ],
)

/** Sketches entered in compos, each in at most one. Ids grow with the time of entry. */
export const compoEntries = sqliteTable(
  'compo_entries',
  {
    /** Not `id`: drizzle identifies columns in D1 batches by name. */
    id: integer('entry_id').primaryKey({ autoIncrement: true }),
    compoId: integer('compo_id')
      .notNull()
      .references(() => compos.id),
    /** Null if the sketch was deleted after the close. The entry keeps its place. */
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'cascade' }),
    artistId: integer('artist_id').references(() => users.id),
    /**
     * The number of this entry among those of its artist, from 1. Null if a merge of accounts gave the number to two
     * entries.
     */
    slot: integer(),
    enteredAt: integer('entered_at').notNull(),
    /** Copies of the sketch's flags, so that a page reads only rows that it shows. */
    listed: integer({ mode: 'boolean' }).notNull(),
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).notNull(),
    matureBy: integer('mature_by').generatedAlwaysAs(matureByCopies, { mode: 'virtual' }),
    /**
     * Exposure: sets with this entry that were given to voters without and with mature sketches. Equally exposed
     * entries are read in the random order of `lot`.
     */
    plainExposure: integer('plain_exposure').notNull().default(0),
    matureExposure: integer('mature_exposure').notNull().default(0),
    lot: integer().notNull(),
    /**
     * The result: equally strong entries share a place, and each has a position of its own. Null before. An entry that
     * is disqualified after the result loses its place, those behind it move up, and its position puts it behind them
     * all (disqualification.ts).
     */
    place: integer(),
    position: integer(),
    /** The place by the votes alone. A disqualification does not change it. */
    fittedPlace: integer('fitted_place'),
    /** Answered sets with the entry, and those in which it was picked. */
    seenCount: integer('seen_count'),
    picksCount: integer('picks_count'),
  },
  (table) => [
    uniqueIndex('compo_entries_sketch').on(table.sketchId),
    uniqueIndex('compo_entries_slot').on(table.compoId, table.artistId, table.slot),
    index('compo_entries_listed').on(table.compoId, table.listed, table.id),
    index('compo_entries_listed_for_all').on(table.compoId, table.listedForAll, table.id),
    index('compo_entries_position').on(table.compoId, table.position).where(sql`position IS NOT NULL`),
    index('compo_entries_exposure').on(table.compoId, table.listedForAll, table.plainExposure, table.lot),
    index('compo_entries_mature_exposure').on(table.compoId, table.listed, table.matureExposure, table.lot),
    index('compo_entries_mature').on(table.compoId, table.matureBy, table.id).where(sql`mature_by IS NOT NULL`),
    check('compo_entry_limit', sql`${table.slot} BETWEEN 1 AND ${sql.raw(String(COMPO_ENTRIES_PER_MEMBER_MAX))}`),
  ],
)

/**
 * Sketches that staff invited into an open compo, each into one compo at a time. Entering the sketch deletes its
 * invite.
 */
export const compoInvites = sqliteTable(
  'compo_invites',
  {
    sketchId: integer('sketch_id')
      .primaryKey()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    compoId: integer('compo_id')
      .notNull()
      .references(() => compos.id),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('compo_invites_compo').on(table.compoId), index('compo_invites_staff').on(table.staffId)],
)

/** Ballots, one a member and compo. */
export const compoBallots = sqliteTable(
  'compo_ballots',
  {
    id: integer('ballot_id').primaryKey({ autoIncrement: true }),
    compoId: integer('compo_id')
      .notNull()
      .references(() => compos.id),
    /** Null once the account is deleted: the votes stay. */
    voterId: integer('voter_id').references(() => users.id),
    /** Decides between equally exposed entries. */
    seed: integer().notNull(),
    /** The number of sets, decided when the ballot was begun. */
    total: integer().notNull(),
    /** The voter saw mature sketches when the ballot was begun. */
    showsMature: integer('shows_mature', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /**
     * Answered sets, picks in them, and their fit to the result (`VoterFit`). Null before, and for ballots without a
     * pick.
     */
    setsCount: integer('sets_count'),
    picksCount: integer('picks_count'),
    likelihood: real(),
    deviation: real(),
  },
  (table) => [
    uniqueIndex('compo_ballots_voter').on(table.compoId, table.voterId),
    index('compo_ballots_user').on(table.voterId),
    index('compo_ballots_deviation').on(table.compoId, table.deviation, table.id).where(sql`deviation IS NOT NULL`),
  ],
)

/** Sets that voters were given. */
export const compoSets = sqliteTable(
  'compo_sets',
  {
    id: integer('set_id').primaryKey({ autoIncrement: true }),
    ballotId: integer('ballot_id')
      .notNull()
      .references(() => compoBallots.id),
    compoId: integer('compo_id')
      .notNull()
      .references(() => compos.id),
    /** The number of the set in its ballot, from 0. */
    step: integer().notNull(),
    /** Ids of entries in the order in which they are shown. They may be deleted. */
    entryIds: text('entry_ids', { mode: 'json' }).$type<number[]>().notNull(),
    /** The picked entry; null if the set was skipped, or is not answered. */
    pick: integer(),
    givenAt: integer('given_at').notNull(),
    answeredAt: integer('answered_at'),
    /**
     * True while the set counts in the exposure of its entries. It stops counting when it has waited too long for an
     * answer, and counts again once it is answered.
     */
    isCounted: integer('is_counted', { mode: 'boolean' }).notNull().default(true),
  },
  (table) => [
    uniqueIndex('compo_sets_step').on(table.ballotId, table.step),
    // The deletion of a compo checks this reference.
    index('compo_sets_compo').on(table.compoId),
    index('compo_sets_answered').on(table.compoId, table.id).where(sql`answered_at IS NOT NULL`),
    index('compo_sets_waiting').on(table.compoId, table.givenAt).where(sql`answered_at IS NULL AND is_counted = 1`),
  ],
)
