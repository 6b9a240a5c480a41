import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { OWNER_ACTIONS, type StaffAction } from '../../../contract/staff-actions.ts'
import { users } from '../users/schema.ts'

/** Actions whose changes hold texts of members. They leave the log after the term of evidence. */
const ACTIONS_WITH_TEXTS = [
  'edit',
  'delete',
  'picture_unblock',
  'compo_add',
  'compo_edit',
  'compo_remove',
  'challenge_open',
  'challenge_approve',
  'challenge_edit',
  'challenge_reject',
  'challenge_remove',
  'removeImage',
  'stream_unannounce',
  'chat_delete',
  'chat_topic',
  'chat_announce',
  'chat_review',
  'impersonated_write',
  'group_approve',
  'group_reject',
  'group_edit',
] as const satisfies readonly StaffAction[]

const listOf = (actions: readonly StaffAction[]) => actions.map((action) => `'${action}'`).join(', ')

/**
 * The condition that an entry has changes with a term. Of acts on topics only new titles have one, because a restored
 * topic gets its state from the log. The trigger of the log repeats the condition. A partial index has no parameters.
 */
export const hasTexts = sql.raw(`(action IN (${listOf(ACTIONS_WITH_TEXTS)})
  OR (action = 'topic_moderate' AND changes ->> '$.title' IS NOT NULL)) AND changes <> '{}'`)

/** The condition that only staff do this. A partial index has no parameters. */
export const isOfStaffOnly = sql.raw(`action NOT IN (${listOf(OWNER_ACTIONS)})`)

/** The condition that a helper of a chat room was appointed, as in the index `audit_log_helpers`. */
export const isAppointment = sql.raw(`action = 'chat_appoint' AND target_type = 'chat_room'`)

/** Actions of staff, and of owners in their chat rooms. Append-only. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The member who acted. */
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    action: text().$type<StaffAction>().notNull(),
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
    // The staff log is searched by any of actor, member and action. Each search has an index, latest first.
    index('audit_log_date').on(table.createdAt),
    index('audit_log_staff').on(table.staffId, table.createdAt),
    index('audit_log_user').on(table.userId, table.createdAt),
    index('audit_log_action').on(table.action, table.createdAt),
    index('audit_log_staff_user').on(table.staffId, table.userId, table.createdAt),
    index('audit_log_staff_action').on(table.staffId, table.action, table.createdAt),
    index('audit_log_user_action').on(table.userId, table.action, table.createdAt),
    index('audit_log_staff_user_action').on(table.staffId, table.userId, table.action, table.createdAt),
    index('audit_log_target').on(table.targetType, table.targetId, table.id),
    index('audit_log_user_staff').on(table.userId, table.createdAt).where(isOfStaffOnly),
    index('audit_log_helpers').on(table.userId, table.targetId).where(isAppointment),
    index('audit_log_texts').on(table.createdAt).where(hasTexts),
  ],
)
