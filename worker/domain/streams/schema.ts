import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

const LISTED_REPLAY = sql`replay = 'kept' AND posted_unlisted = 0 AND posted_violating = 0`

/** Streams: announced, live, and those that have ended. What goes over them is in their objects and in R2. */
export const streams = sqliteTable(
  'streams',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** What its page called it when it made it, so that a repeated call makes it once. */
    callKey: text('call_key').notNull(),
    title: text().notNull(),
    description: text().notNull(),
    mature: integer({ mode: 'boolean' }).notNull(),
    source: text({ enum: ['screen', 'camera', 'whiteboard'] }).notNull(),
    state: text({ enum: ['announced', 'live', 'ended'] }).notNull(),
    /** What it is about. */
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    challengeId: integer('challenge_id'),
    /** When it is to begin, where it was announced. */
    startsAt: integer('starts_at'),
    startedAt: integer('started_at'),
    endedAt: integer('ended_at'),
    end: text({ enum: ['stopped', 'lost', 'staff', 'day'] }),
    durationMs: integer('duration_ms').notNull().default(0),
    /** What its object said last. */
    preview: integer().notNull().default(0),
    sw: integer().notNull().default(0),
    sh: integer().notNull().default(0),
    watching: integer().notNull().default(0),
    totalViews: integer('total_views').notNull().default(0),
    replay: text({ enum: ['none', 'pending', 'kept', 'hidden'] })
      .notNull()
      .default('none'),
    /** Since when its recording waits for its artist's decision; also of one that staff hid; null once it is decided. */
    waitsSince: integer('waits_since'),
    /** The sketch that was posted with its replay, and goes with it. */
    replaySketchId: integer('replay_sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    /** How that sketch stands; kept by triggers. */
    postedMature: integer('posted_mature', { mode: 'boolean' }).notNull().default(false),
    postedUnlisted: integer('posted_unlisted', { mode: 'boolean' }).notNull().default(false),
    postedViolating: integer('posted_violating', { mode: 'boolean' }).notNull().default(false),
    /** Whether its object has said its last word. */
    settled: integer({ mode: 'boolean' }).notNull().default(false),
    /** When its object was heard of last, or asked after. */
    heardAt: integer('heard_at').notNull().default(0),
    /** Whether all that is in its folder is to be removed. */
    clearing: integer({ mode: 'boolean' }).notNull().default(false),
    /** Members up to this id have been told that it began; null where nobody is to be told any more. */
    toldUpTo: integer('told_up_to'),
    /** How many want to be told when it begins; kept by triggers. */
    remindersCount: integer('reminders_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('streams_call').on(table.userId, table.callKey),
    uniqueIndex('streams_one_live').on(table.userId).where(sql`state = 'live'`),
    index('streams_live').on(table.watching, table.id).where(sql`state = 'live'`),
    index('streams_live_for_all').on(table.watching, table.id).where(sql`state = 'live' AND mature = 0`),
    index('streams_announced').on(table.startsAt, table.id).where(sql`state = 'announced'`),
    index('streams_announced_for_all').on(table.startsAt, table.id).where(sql`state = 'announced' AND mature = 0`),
    index('streams_announced_by').on(table.userId).where(sql`state = 'announced'`),
    index('streams_replays').on(table.endedAt, table.id).where(LISTED_REPLAY),
    index('streams_replays_for_all')
      .on(table.endedAt, table.id)
      .where(sql`${LISTED_REPLAY} AND mature = 0 AND posted_mature = 0`),
    index('streams_pending').on(table.waitsSince).where(sql`replay = 'pending'`),
    index('streams_pending_of').on(table.userId, table.id).where(sql`replay = 'pending'`),
    index('streams_unsettled').on(table.heardAt).where(sql`state <> 'announced' AND settled = 0`),
    index('streams_clearing').on(table.id).where(sql`clearing = 1`),
    index('streams_telling').on(table.id).where(sql`told_up_to IS NOT NULL`),
    index('streams_artist').on(table.userId, table.startedAt),
    index('streams_sketch').on(table.sketchId).where(sql`sketch_id IS NOT NULL`),
    index('streams_replay_sketch').on(table.replaySketchId).where(sql`replay_sketch_id IS NOT NULL`),
  ],
)

/** Chapters of a replay. */
export const streamChapters = sqliteTable(
  'stream_chapters',
  {
    streamId: integer('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'cascade' }),
    atMs: integer('at_ms').notNull(),
    title: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.streamId, table.atMs] })],
)

/** Who wants to be told when an announced stream begins. */
export const streamReminders = sqliteTable(
  'stream_reminders',
  {
    streamId: integer('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.streamId, table.userId] }), index('stream_reminders_user').on(table.userId)],
)
