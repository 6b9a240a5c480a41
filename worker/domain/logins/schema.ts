import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/**
 * Logins that opened an account and no longer do, by a keyed hash. Nobody can create an account with one of these
 * logins while an account of it exists. All its accounts are stored, because any of them can be deleted first.
 */
export const unlinkedLogins = sqliteTable(
  'unlinked_logins',
  {
    loginHash: text('login_hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.loginHash, table.userId] }), index('unlinked_logins_user').on(table.userId)],
)
