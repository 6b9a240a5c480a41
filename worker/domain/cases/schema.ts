import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { APPEAL_OUTCOMES, type CaseAction, type CaseKind, type ReportReason } from '../../../contract/cases.ts'
import { APPEAL_TEXT_MAX } from '../../../contract/limits.ts'
import type { Rule } from '../../../contract/rules.ts'
import { bans } from '../bans/schema.ts'
import { comments } from '../comments/schema.ts'
import type { StoredViolation } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** The condition that a case waits for a decision, as in the indexes of its queue. */
export const isOpen = sql`decided_at IS NULL`

/**
 * Reported things that staff decide on, with a copy of the evidence at the first report. A case stays when its thing is
 * deleted.
 */
export const cases = sqliteTable(
  'cases',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<CaseKind>().notNull(),
    /** The key of the thing within its kind. */
    target: text().notNull(),
    /** The author of the thing; null if it has none. */
    userId: integer('user_id').references(() => users.id),
    /** The author's nickname at the first report, as lists of reports show it. */
    nickname: text(),
    /** The reported comment; null for other kinds, and once the comment is deleted. */
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'set null' }),
    /**
     * JSON of `CaseEvidence`; `null` once it is deleted. Lists read `summary` and `name` instead, because it can be
     * long.
     */
    evidence: text().notNull(),
    /** Number of members who reported it. */
    reportsCount: integer('reports_count').notNull(),
    /** The position in the queue: the time of the first report, less some hours for each further report. */
    queueAt: integer('queue_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** The member of staff who works on it, and since when. */
    claimedBy: integer('claimed_by').references(() => users.id),
    claimedAt: integer('claimed_at'),
    decidedAt: integer('decided_at'),
    /** The words under which lists show the thing, from the evidence. */
    summary: text().notNull().default(''),
    /** The title of the thing, or of the sketch, group, compo or topic in which it is; empty without one. */
    name: text().notNull().default(''),
    /** When the evidence is deleted, of a case that was closed without an act; null once it is. */
    evidenceEndsAt: integer('evidence_ends_at'),
  },
  (table) => [
    uniqueIndex('cases_one_open').on(table.kind, table.target).where(isOpen),
    index('cases_queue').on(table.queueAt, table.id).where(isOpen),
    index('cases_queue_kind').on(table.kind, table.queueAt, table.id).where(isOpen),
    index('cases_claimed').on(table.claimedBy, table.queueAt, table.id).where(sql`claimed_by IS NOT NULL`),
    index('cases_user').on(table.userId, table.id),
    index('cases_comment').on(table.commentId).where(sql`comment_id IS NOT NULL`),
    index('cases_decided_target').on(table.kind, table.target).where(sql`decided_at IS NOT NULL`),
    index('cases_evidence_end').on(table.evidenceEndsAt).where(sql`evidence_ends_at IS NOT NULL`),
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
    index('case_reports_case').on(table.caseId, table.id),
    index('case_reports_open').on(table.kind, table.id).where(sql`closed_at IS NULL`),
    index('case_reports_reporter').on(table.reporterId, table.createdAt, table.id),
  ],
)

/** Values that undo an act: the values before it and, where others may change them, the values after it. */
export type Undo = {
  violation?: [before: StoredViolation | null, after: StoredViolation | null]
  mature?: boolean
  madeWithAi?: boolean
  challengeId?: number
  enteredDay?: number | null
  compoId?: number
  /** The entry was disqualified. It keeps its row without a place. */
  disqualified?: boolean
  /** The title of a topic before the act and after it. */
  title?: [before: string, after: string]
  /** When the group was hidden. */
  hiddenAt?: number
  /** The revision of the whiteboard that the rollback made. */
  boardRevision?: number
}

/** Decisions on cases, one for each case. */
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
    index('case_decisions_staff').on(table.staffId, table.action, table.decidedAt),
    index('case_decisions_undone_by').on(table.undoneBy).where(sql`undone_by IS NOT NULL`),
  ],
)

/** Acts of decisions that a chat room or the whiteboard has not confirmed yet. */
export const caseRoomActs = sqliteTable(
  'case_room_acts',
  {
    caseId: integer('case_id')
      .primaryKey()
      .references(() => cases.id, { onDelete: 'cascade' }),
    act: text({ enum: ['delete_line', 'clear_lines', 'empty_room', 'roll_back', 'restore_marks'] }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('case_room_acts_date').on(table.createdAt)],
)
export type RoomAct = (typeof caseRoomActs.$inferSelect)['act']

/**
 * Appeals of members against a decision on a case, or against a ban or warning outside of cases. A decision can be
 * appealed once.
 */
export const appeals = sqliteTable(
  'appeals',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    caseId: integer('case_id').references(() => cases.id, { onDelete: 'cascade' }),
    banId: integer('ban_id').references(() => bans.id),
    text: text().notNull(),
    /** The member of staff who made the decision. Someone else decides the appeal. */
    deciderId: integer('decider_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** Null while it is open, as `closed_by` and `closed_at`. */
    outcome: text({ enum: APPEAL_OUTCOMES }),
    /** The answer to the member. */
    reason: text().notNull().default(''),
    closedBy: integer('closed_by').references(() => users.id),
    closedAt: integer('closed_at'),
  },
  (table) => [
    uniqueIndex('appeals_case_once').on(table.caseId).where(sql`case_id IS NOT NULL`),
    uniqueIndex('appeals_ban_once').on(table.banId).where(sql`ban_id IS NOT NULL`),
    index('appeals_open').on(table.createdAt, table.id).where(sql`closed_at IS NULL`),
    index('appeals_closed').on(table.closedAt, table.id).where(sql`closed_at IS NOT NULL`),
    index('appeals_user').on(table.userId, table.id),
    index('appeals_decider').on(table.deciderId),
    index('appeals_closed_by').on(table.closedBy).where(sql`closed_by IS NOT NULL`),
    check('appeals_of_one', sql`(case_id IS NULL) <> (ban_id IS NULL)`),
    check('appeals_text', sql.raw(`length(text) BETWEEN 1 AND ${APPEAL_TEXT_MAX}`)),
  ],
)

/** Numbers of each month (yyyymm, UTC) for the public page; maintained by triggers. */
export const caseMonths = sqliteTable('case_months', {
  month: integer().primaryKey(),
  reportsCount: integer('reports_count').notNull().default(0),
  /** Cases decided with an act, and without one. */
  actedCount: integer('acted_count').notNull().default(0),
  dismissedCount: integer('dismissed_count').notNull().default(0),
  upheldCount: integer('upheld_count').notNull().default(0),
  overturnedCount: integer('overturned_count').notNull().default(0),
})

/**
 * Number of decisions of each month by delay: hours since the first report, rounded up to one of a few steps.
 * Maintained by triggers.
 */
export const caseDelays = sqliteTable(
  'case_delays',
  {
    month: integer().notNull(),
    withinHours: integer('within_hours').notNull(),
    decisionsCount: integer('decisions_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.withinHours] })],
)
