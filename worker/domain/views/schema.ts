import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Salts for the hashes of visitors' addresses by day (days since 1970). Once the salt is deleted, no address can be
 * found by its hash.
 */
export const viewSalts = sqliteTable('view_salts', {
  day: integer().primaryKey(),
  salt: text().notNull(),
})

/**
 * Numbers of one member, or of all visitors of one line, in a day (since 1970): views of sketches and albums that
 * counted, and sizes of pictures that were made. Deleted with the salt of the day.
 */
export const viewerDays = sqliteTable(
  'viewer_days',
  {
    day: integer().notNull(),
    viewerKey: text('viewer_key').notNull(),
    views: integer().notNull().default(0),
    madePictures: integer('made_pictures').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.viewerKey] })],
)
