import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

const LISTED_REPLAY = sql`replay = 'kept' AND replay_unlisted = 0 AND replay_violating = 0`

/** Announced, live and ended streams. Their media are in their Durable Objects and in R2. */
export const streams = sqliteTable(
  'streams',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Chosen by the page that creates the stream, so that a repeated call creates it once. */
    idempotencyKey: text('idempotency_key').notNull(),
    title: text().notNull(),
    description: text().notNull(),
    mature: integer({ mode: 'boolean' }).notNull(),
    source: text({ enum: ['screen', 'camera', 'whiteboard'] }).notNull(),
    state: text({ enum: ['announced', 'live', 'ended'] }).notNull(),
    /** The subject, as its artist gave it: a sketch, a challenge, both or neither. */
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    challengeId: integer('challenge_id'),
    /** The announced time; null for a stream that was not announced. */
    startsAt: integer('starts_at'),
    startedAt: integer('started_at'),
    endedAt: integer('ended_at'),
    /** The reason for its end: stopped by its artist, lost publisher, ended by staff, or a day long. */
    endReason: text('end_reason', { enum: ['stopped', 'lost', 'staff', 'day'] }),
    durationMs: integer('duration_ms').notNull().default(0),
    /** The last `LiveStatus` of its object. */
    previewNumber: integer('preview_number').notNull().default(0),
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
    viewersCount: integer('viewers_count').notNull().default(0),
    viewsCount: integer('views_count').notNull().default(0),
    replay: text({ enum: ['none', 'pending', 'kept', 'hidden'] })
      .notNull()
      .default('none'),
    /** Bytes of its recording. 0 once the recording is removed, and for recordings that are older than this column. */
    recordingBytes: integer('recording_bytes').notNull().default(0),
    /**
     * The time at which its recording became pending; null once the artist has decided. It stays set while staff hide
     * the recording.
     */
    replayPendingAt: integer('replay_pending_at'),
    /** The sketch posted with the replay; deleting the sketch deletes the replay. */
    replaySketchId: integer('replay_sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    /** Flags of that sketch: mature, unlisted, with a violation. Maintained by triggers. */
    replayMature: integer('replay_mature', { mode: 'boolean' }).notNull().default(false),
    replayUnlisted: integer('replay_unlisted', { mode: 'boolean' }).notNull().default(false),
    replayViolating: integer('replay_violating', { mode: 'boolean' }).notNull().default(false),
    /** True once the object's final report was stored. */
    finalized: integer({ mode: 'boolean' }).notNull().default(false),
    /** Time of the last report of its object, or of the last call to it. */
    lastContactAt: integer('last_contact_at').notNull().default(0),
    /** True from the removal of the recording until its files are deleted from R2. */
    filesDeletionPending: integer('files_deletion_pending', { mode: 'boolean' }).notNull().default(false),
    /** Members up to this id were notified of its start; null once all were. */
    notifiedUpTo: integer('notified_up_to'),
    /**
     * Set when it becomes mature: members up to this id who do not see mature streams lost the notification of its
     * start; null once all did.
     */
    hiddenUpTo: integer('hidden_up_to'),
    remindersCount: integer('reminders_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('streams_idempotency_key').on(table.userId, table.idempotencyKey),
    uniqueIndex('streams_one_live').on(table.userId).where(sql`state = 'live'`),
    index('streams_live').on(table.viewersCount, table.id).where(sql`state = 'live'`),
    index('streams_live_for_all').on(table.viewersCount, table.id).where(sql`state = 'live' AND mature = 0`),
    index('streams_announced').on(table.startsAt, table.id).where(sql`state = 'announced'`),
    index('streams_announced_for_all').on(table.startsAt, table.id).where(sql`state = 'announced' AND mature = 0`),
    index('streams_announced_by').on(table.userId).where(sql`state = 'announced'`),
    index('streams_replays').on(table.endedAt, table.id).where(LISTED_REPLAY),
    index('streams_replays_for_all')
      .on(table.endedAt, table.id)
      .where(sql`${LISTED_REPLAY} AND mature = 0 AND replay_mature = 0`),
    index('streams_replays_by').on(table.userId, table.endedAt, table.id).where(LISTED_REPLAY),
    index('streams_replays_by_for_all')
      .on(table.userId, table.endedAt, table.id)
      .where(sql`${LISTED_REPLAY} AND mature = 0 AND replay_mature = 0`),
    index('streams_replays_own_mature')
      .on(table.userId, table.endedAt, table.id)
      .where(sql`${LISTED_REPLAY} AND (mature = 1 OR replay_mature = 1)`),
    index('streams_pending').on(table.replayPendingAt).where(sql`replay = 'pending'`),
    index('streams_pending_of').on(table.userId, table.id).where(sql`replay = 'pending'`),
    index('streams_unfinalized').on(table.lastContactAt).where(sql`state <> 'announced' AND finalized = 0`),
    index('streams_files_deletion').on(table.id).where(sql`files_deletion_pending = 1`),
    index('streams_notifying').on(table.id).where(sql`notified_up_to IS NOT NULL`),
    index('streams_hiding').on(table.id).where(sql`hidden_up_to IS NOT NULL`),
    index('streams_artist').on(table.userId, table.startedAt),
    index('streams_sketch').on(table.sketchId).where(sql`sketch_id IS NOT NULL`),
    index('streams_replay_sketch').on(table.replaySketchId).where(sql`replay_sketch_id IS NOT NULL`),
  ],
)

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
