import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../../domain/users/schema.ts'

/** Merges of accounts into others. A job moves the rows of an account step by step. */
export const merges = sqliteTable(
  'merges',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The account that is merged. It is unique, because an account is merged once. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    targetId: integer('target_id')
      .notNull()
      .references(() => users.id),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    /** The step (merge-steps.ts) at which the job continues, and the last row id that it has read in it. */
    step: text().notNull().default(''),
    position: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (table) => [
    uniqueIndex('merges_user').on(table.userId),
    index('merges_unfinished').on(table.id).where(sql`finished_at IS NULL`),
  ],
)
