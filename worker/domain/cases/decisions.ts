import { eq, type SQL, sql } from 'drizzle-orm'
import { type CaseAction, DELETING_ACTIONS } from '../../../contract/cases.ts'
import { UNUSED_EVIDENCE_DAYS } from '../../../contract/limits.ts'
import type { Rule } from '../../../contract/rules.ts'
import type { Db, Statement } from '../../lib/database.ts'
import { COUNTED_ACTS, mayAsStaff } from '../audit-log/staff-limits.ts'
import { holdsRole } from '../bans/holds-role.ts'
import { isStaffRow } from '../users/schema.ts'
import { isUnclaimedByOther } from './claims.ts'
import { caseDecisions, caseReports, cases, type Undo } from './schema.ts'

const UNUSED_MS = UNUSED_EVIDENCE_DAYS * 86_400_000
/** Group admins delete comments in groups with a decision, too. */
const decides = sql`(${isStaffRow} OR instr(flags, 'g') > 0)`

/**
 * Constraints of a decision whose member of staff has reached a daily limit, or has just lost their role, with their
 * error codes.
 */
export const STAFF_RULES = {
  'case_decisions.note': 'forbidden',
  'case_decisions.reason': 'deletion_limit',
  'case_decisions.decided_at': 'staff_act_limit',
} as const

/**
 * Constraints that refuse the batch of a decision and its act, with their error codes: the case is already decided,
 * another member of staff has claimed it, the act is no longer possible, or the caller has reached a daily limit or has
 * lost their role.
 */
export const DECISION_RULES = {
  'case_decisions.case_id': 'decided_already',
  'case_decisions.staff_id': 'claimed',
  'case_decisions.action': 'already_gone',
  ...STAFF_RULES,
} as const

export type NewDecision = {
  /** The id of the case, or a query that selects it and has no row if the reported thing was deleted. */
  caseId: number | SQL
  staffId: number
  action: CaseAction
  rule: Rule | null
  reason: string
  note: string
  /** The values to restore when the decision is undone; null if it cannot be. */
  undo: Undo | null
  /** The condition that the act is possible. */
  isPossible: SQL
  now: number
}

/**
 * Makes the statements that close a case, for the batch of the decision's act. The batch fails with one of
 * `DECISION_RULES` if the decision is not allowed.
 */
export function decisionStatements(db: Db, { now, isPossible, ...decision }: NewDecision): Statement[] {
  const { caseId, staffId, action, reason, note } = decision
  const isDecided = sql`EXISTS (SELECT 1 FROM case_decisions WHERE case_id = ${caseId})`
  const isFree = sql`EXISTS (SELECT 1 FROM cases WHERE id = ${caseId} AND ${isUnclaimedByOther({ by: staffId, now })})`
  const within = (limit: 'actsPerDay' | 'deletionsPerDay', value: string | number) =>
    sql`iif(${isDecided} OR ${mayAsStaff(limit, { staffId, now })}, ${value}, NULL)`
  // Each refusal must break only its own rule: a second decision the unique key, and a missing case the rule of the
  // act.
  const conditional = {
    staffId: sql`iif(${caseId} IS NULL OR ${isDecided} OR ${isFree}, ${staffId}, NULL)`,
    action: sql`iif(${isDecided} OR ${isPossible}, ${action}, NULL)`,
    note: sql`iif(${isDecided} OR ${holdsRole(decides, { staffId, now })}, ${note}, NULL)`,
    reason: DELETING_ACTIONS.includes(action) ? within('deletionsPerDay', reason) : reason,
    decidedAt: COUNTED_ACTS.includes(action) ? within('actsPerDay', now) : now,
  }
  return [
    db.insert(caseDecisions).values({ ...decision, ...conditional }),
    db.update(caseReports).set({ closedAt: now }).where(eq(caseReports.caseId, caseId)),
    // Last, because a query of the case finds it while it is open.
    db
      .update(cases)
      .set({
        decidedAt: now,
        claimedBy: null,
        claimedAt: null,
        evidenceEndsAt: action === 'none' ? now + UNUSED_MS : null,
      })
      .where(eq(cases.id, caseId)),
  ]
}

/**
 * Constraints that refuse the batch of an undo, with their error codes: the decision was undone before, or the values
 * that it changed have changed since.
 */
export const UNDO_RULES = {
  'case_decisions.staff_id': 'cannot_undo',
  'case_decisions.action': 'changed_meanwhile',
} as const

type UndoMark = {
  caseId: number
  staffId: number
  now: number
  /** The condition that the values of the decision are still in force. */
  isUnchanged: SQL
}

/**
 * Makes the statement that marks a decision as undone, for the batch of the undo. The batch fails with one of
 * `UNDO_RULES` if the decision cannot be undone.
 */
export function undoStatement(db: Db, { caseId, staffId, now, isUnchanged }: UndoMark) {
  return db
    .update(caseDecisions)
    .set({
      undoneBy: staffId,
      undoneAt: now,
      staffId: sql`iif(undone_at IS NULL, staff_id, NULL)`,
      action: sql`iif(${isUnchanged}, action, NULL)`,
    })
    .where(eq(caseDecisions.caseId, caseId))
}

/** Finds the facts of a case on which an act depends, with its decision. */
export async function findCaseFacts(db: Db, id: number) {
  const row = await db
    .select({
      id: cases.id,
      kind: cases.kind,
      target: cases.target,
      evidence: cases.evidence,
      userId: cases.userId,
      claimedBy: cases.claimedBy,
      claimedAt: cases.claimedAt,
      decidedAt: cases.decidedAt,
      decision: caseDecisions,
    })
    .from(cases)
    .leftJoin(caseDecisions, eq(caseDecisions.caseId, cases.id))
    .where(eq(cases.id, id))
    .get()
  return row ?? null
}

export type CaseFacts = NonNullable<Awaited<ReturnType<typeof findCaseFacts>>>
