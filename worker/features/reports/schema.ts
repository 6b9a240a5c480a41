import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** What members report about sketches [1 §3]; open until staff close it. */
export const sketchReports = sqliteTable(
  'sketch_reports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    copyright: integer({ mode: 'boolean' }).notNull(),
    mature: integer({ mode: 'boolean' }).notNull(),
    inappropriate: integer({ mode: 'boolean' }).notNull(),
    challengedq: integer({ mode: 'boolean' }).notNull(),
    compodq: integer({ mode: 'boolean' }).notNull(),
    notsketch: integer({ mode: 'boolean' }).notNull(),
    details: text().notNull(),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    closedBy: integer('closed_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('sketch_reports_one_open').on(table.sketchId, table.userId).where(sql`closed_at IS NULL`),
    index('sketch_reports_open').on(table.id).where(sql`closed_at IS NULL`),
    index('sketch_reports_sketch').on(table.sketchId, table.id),
    index('sketch_reports_user').on(table.userId, table.id),
  ],
)
