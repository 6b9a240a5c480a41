import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CaseKind, ReportReason } from '../../../contract/cases.ts'
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
    decidedAt: integer('decided_at'),
  },
  (table) => [
    uniqueIndex('cases_one_open').on(table.kind, table.target).where(isOpen),
    index('cases_queue').on(table.queueAt, table.id).where(isOpen),
    index('cases_queue_kind').on(table.kind, table.queueAt, table.id).where(isOpen),
    index('cases_user').on(table.userId, table.id),
    index('cases_decided').on(table.decidedAt, table.id).where(sql`decided_at IS NOT NULL`),
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
