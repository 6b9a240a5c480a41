import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/**
 * Numbers of events on a member's work in the hour, day or month that began at `startsAt`. Triggers count into hours. A
 * job adds old hours to days, and old days to months, so each event is counted in one row only. No row names a viewer.
 */
export const memberCounts = sqliteTable(
  'member_counts',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    grain: text({ enum: ['hour', 'day', 'month'] }).notNull(),
    /** Milliseconds since 1970, UTC. */
    startsAt: integer('starts_at').notNull(),
    views: integer().notNull().default(0),
    hearts: integer().notNull().default(0),
    /** On the member's sketches and profile. */
    comments: integer().notNull().default(0),
    /** Only `rules`. */
    ratings: integer().notNull().default(0),
    fans: integer().notNull().default(0),
    sketches: integer().notNull().default(0),
    /**
     * Only in hours, for daily limits, and not part of the statistics. Uploads are counted whether posted or not, and
     * comments by the member whether deleted or not. Edits are those of sketches, streams, comments, posts of the
     * forum, nickname and avatar, and the ends of blocks and of being a fan. Chat lines are counted in blocks, and text
     * bytes are those of `TEXT_BYTES_PER_DAY`. Room acts are acts of owners, helpers and staff in chat rooms, and room
     * clears those of staff that delete the lines of a member or of the room. Staff acts are those that no other limit
     * of staff counts. Given ratings are the ratings by the member, and their changes. Made PNGs are those that
     * the member downloaded, of own sketches or as staff. Album adds are sketches added to albums and collections.
     */
    uploads: integer().notNull().default(0),
    postedComments: integer('posted_comments').notNull().default(0),
    edits: integer().notNull().default(0),
    roomActs: integer('room_acts').notNull().default(0),
    roomClears: integer('room_clears').notNull().default(0),
    staffActs: integer('staff_acts').notNull().default(0),
    chatLines: integer('chat_lines').notNull().default(0),
    givenRatings: integer('given_ratings').notNull().default(0),
    textBytes: integer('text_bytes').notNull().default(0),
    madePngs: integer('made_pngs').notNull().default(0),
    albumAdds: integer('album_adds').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.grain, table.startsAt] }),
    index('member_counts_age').on(table.grain, table.startsAt),
  ],
)
