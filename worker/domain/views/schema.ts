import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Salts of visitors' addresses by day (days since 1970). Without the salt an address cannot be recognised. */
export const viewSalts = sqliteTable('view_salts', {
  day: integer().primaryKey(),
  salt: text().notNull(),
})
