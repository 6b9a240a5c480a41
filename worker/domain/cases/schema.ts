import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CaseAction, CaseKind, ReportReason } from '../../../contract/cases.ts'
import type { Violation } from '../../../contract/http/sketches.ts'
import type { Rule } from '../../../contract/rules.ts'
import { users } from '../users/schema.ts'

/** The condition that a case waits for a decision, as in the indexes of its queue. */
export const isOpen = sql`decided_at IS NULL`

/** Reported things that staff decide on, with evidence of the first report. They outlive the thing. */
export const cases = sqliteTable(
  'cases',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<CaseKind>().notNull(),
    /** The key of the thing within its kind. */
    target: text().notNull(),
    /** The author of the thing; null if nobody is. */
    userId: integer('user_id').references(() => users.id),
    /** JSON of `CaseEvidence`. */
    evidence: text().notNull(),
    /** Members who reported it. */
    reportsCount: integer('reports_count').notNull(),
    /** The order of the queue: the time of the first report, earlier by some hours for each further one. */
    queueAt: integer('queue_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** The member of staff who works on it, and since when. */
    claimedBy: integer('claimed_by').references(() => users.id),
    claimedAt: integer('claimed_at'),
    decidedAt: integer('decided_at'),
  },
  (table) => [
    uniqueIndex('cases_one_open').on(table.kind, table.target).where(isOpen),
    index('cases_queue').on(table.queueAt, table.id).where(isOpen),
    index('cases_queue_kind').on(table.kind, table.queueAt, table.id).where(isOpen),
    index('cases_claimed').on(table.claimedBy, table.queueAt, table.id).where(sql`claimed_by IS NOT NULL`),
    index('cases_user').on(table.userId, table.id),
    index('cases_decided').on(table.decidedAt, table.id).where(sql`decided_at IS NOT NULL`),
    index('cases_decided_kind').on(table.kind, table.decidedAt, table.id).where(sql`decided_at IS NOT NULL`),
  ],
)

/** Reports, one of each member in a case. */
export const caseReports = sqliteTable(
  'case_reports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    caseId: integer('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    /** Copies of the case, so that lists of open reports read one index. */
    kind: text().$type<CaseKind>().notNull(),
    closedAt: integer('closed_at'),
    reporterId: integer('reporter_id')
      .notNull()
      .references(() => users.id),
    reasons: text({ mode: 'json' }).$type<ReportReason[]>().notNull(),
    details: text().notNull(),
    /** Seconds from the start of a stream or replay. */
    atSeconds: integer('at_seconds'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('case_reports_reporter_once').on(table.caseId, table.reporterId),
    index('case_reports_open').on(table.kind, table.id).where(sql`closed_at IS NULL`),
    index('case_reports_reporter').on(table.reporterId, table.createdAt, table.id),
  ],
)

/** Values before an act, and after it where others may change them, by which the act is undone. */
export type Undo = {
  violation?: [before: Violation | null, after: Violation | null]
  mature?: boolean
  challengeId?: number
}

/** Decisions on cases. The key lets a case have one. */
export const caseDecisions = sqliteTable(
  'case_decisions',
  {
    caseId: integer('case_id')
      .primaryKey()
      .references(() => cases.id, { onDelete: 'cascade' }),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    action: text().$type<CaseAction>().notNull(),
    rule: text().$type<Rule>(),
    /** Shown to the author. */
    reason: text().notNull(),
    /** Shown only to staff. */
    note: text().notNull(),
    /** Null if the act cannot be undone. */
    undo: text({ mode: 'json' }).$type<Undo>(),
    decidedAt: integer('decided_at').notNull(),
    undoneBy: integer('undone_by').references(() => users.id),
    undoneAt: integer('undone_at'),
  },
  (table) => [
    index('case_decisions_staff').on(table.staffId),
    index('case_decisions_undone_by').on(table.undoneBy).where(sql`undone_by IS NOT NULL`),
  ],
)
