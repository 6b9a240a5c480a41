import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Comments on anything that can be commented on. `number` counts within the target. */
export const comments = sqliteTable(
  'comments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    targetType: text('target_type', { enum: ['sketch'] }).notNull(),
    targetId: integer('target_id').notNull(),
    number: integer().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    key: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('comments_target').on(table.targetType, table.targetId, table.number),
    uniqueIndex('comments_key').on(table.userId, table.key),
    index('comments_user').on(table.userId, table.id),
  ],
)
