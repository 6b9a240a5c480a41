import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** What members think of sketches, one rating each, which they may change. */
export const ratings = sqliteTable(
  'ratings',
  {
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** `rules` is a like; `piggy` says poor, and only staff see it. */
    rating: text({ enum: ['rules', 'piggy'] }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sketchId, table.userId] }),
    index('ratings_user').on(table.userId, table.sketchId),
  ],
)
