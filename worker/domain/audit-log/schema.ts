import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Actions of staff, and of owners in their chat rooms. Append-only. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The member who acted. */
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    action: text().notNull(),
    /** The member whom the action concerns. */
    userId: integer('user_id').references(() => users.id),
    /** The kind of target, such as `sketch` or `comment`. The target may be deleted by now. */
    targetType: text('target_type').notNull(),
    targetId: integer('target_id').notNull(),
    reason: text().notNull().default(''),
    /** A JSON object of changed values by name, each as a pair of before and after. */
    changes: text().notNull().default('{}'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('audit_log_staff').on(table.staffId, table.id),
    index('audit_log_user').on(table.userId, table.id),
    index('audit_log_target').on(table.targetType, table.targetId, table.id),
  ],
)
