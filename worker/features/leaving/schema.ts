import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../../domain/users/schema.ts'

/** Deletions of accounts that have begun. A job deletes what an account had, step by step. */
export const accountDeletions = sqliteTable(
  'account_deletions',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** The time for which the member asked. */
    dueAt: integer('due_at').notNull(),
    /** The step (erase-steps.ts) at which the job continues, and its position in it. */
    step: text().notNull().default(''),
    position: integer().notNull().default(0),
    startedAt: integer('started_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (table) => [index('account_deletions_unfinished').on(table.userId).where(sql`finished_at IS NULL`)],
)
