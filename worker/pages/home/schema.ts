import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../../domain/users/schema.ts'

/** Messages of the day. The newest is shown, unless it is empty. */
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

/** Totals for the home page; maintained by triggers. */
export const totals = sqliteTable('totals', {
  name: text({ enum: ['sketches', 'members'] }).primaryKey(),
  count: integer().notNull(),
})
