import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What visitors' addresses are hashed with on one day (days since 1970); once it is gone, nobody can tell them any more. */
export const viewSalts = sqliteTable('view_salts', {
  day: integer().primaryKey(),
  salt: text().notNull(),
})
