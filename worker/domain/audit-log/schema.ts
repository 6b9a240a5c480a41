import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Actions of staff: who, to whom, what, why, what changed, when. Append-only. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    action: text().notNull(),
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
    index('audit_log_staff').on(table.staffId, table.id),
    index('audit_log_user').on(table.userId, table.id),
    index('audit_log_target').on(table.targetType, table.targetId, table.id),
  ],
)
