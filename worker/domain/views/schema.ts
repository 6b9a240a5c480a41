import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Salts for the hashes of visitors' addresses by day (days since 1970). Once the salt is deleted, no address can be
 * found by its hash.
 */
export const viewSalts = sqliteTable('view_salts', {
  day: integer().primaryKey(),
  salt: text().notNull(),
})
