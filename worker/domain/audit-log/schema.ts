import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** What staff did: who, to whom, what, why, what changed, when. Lines are added and stand for ever. */
export const staffActs = sqliteTable(
  'staff_acts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    act: text().notNull(),
    /** The member whom it concerns, if it does one. */
    userId: integer('user_id').references(() => users.id),
    /** What it was done to, which may be gone by now: `sketch`, `comment`, … and its id. */
    targetType: text('target_type').notNull(),
    targetId: integer('target_id').notNull(),
    reason: text().notNull().default(''),
    /** JSON of what was changed: each name with its value before and after. */
    changes: text().notNull().default('{}'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('staff_acts_staff').on(table.staffId, table.id),
    index('staff_acts_user').on(table.userId, table.id),
    index('staff_acts_target').on(table.targetType, table.targetId, table.id),
  ],
)
