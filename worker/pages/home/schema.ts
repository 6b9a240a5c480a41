import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../../domain/users/schema.ts'

/** Messages of the day; the newest is shown, an empty one shows nothing. */
export const motds = sqliteTable('motds', {
  id: integer().primaryKey({ autoIncrement: true }),
  text: text().notNull(),
  /** A path of this site. */
  link: text(),
  createdBy: integer('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: integer('created_at').notNull(),
})

/** How many there are of what the home page tells, kept by triggers. */
export const totals = sqliteTable('totals', {
  name: text({ enum: ['sketches', 'members'] }).primaryKey(),
  count: integer().notNull(),
})
