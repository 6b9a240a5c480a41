import { index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'

/** Recent emoticons of members: the centre squares of their own sketches. */
export const emoticons = sqliteTable(
  'emoticons',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    /** When it was last made. */
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('emoticons_user_sketch').on(table.userId, table.sketchId),
    index('emoticons_sketch').on(table.sketchId),
  ],
)
