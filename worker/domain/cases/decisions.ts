import { eq, type SQL, sql } from 'drizzle-orm'
import type { CaseAction } from '../../../contract/cases.ts'
import type { Rule } from '../../../contract/rules.ts'
import type { Db, Statement } from '../../lib/database.ts'
import { caseDecisions, caseReports, cases, type Undo } from './schema.ts'

/** The rule of the database that a second decision of a case breaks. */
export const ONE_DECISION = 'case_decisions.case_id'

export type NewDecision = {
  caseId: number
  staffId: number
  action: CaseAction
  rule: Rule | null
  reason: string
  note: string
  /** The values to restore when the decision is undone; null if it cannot be. */
  undo: Undo | null
  now: number
}

/** Makes the statements that close a case, for the batch of its act. A second decision breaks `ONE_DECISION`. */
export function decisionStatements(db: Db, { now, ...decision }: NewDecision): Statement[] {
  const { caseId } = decision
  return [
    db.insert(caseDecisions).values({ ...decision, decidedAt: now }),
    db.update(cases).set({ decidedAt: now, claimedBy: null, claimedAt: null }).where(eq(cases.id, caseId)),
    db.update(caseReports).set({ closedAt: now }).where(eq(caseReports.caseId, caseId)),
  ]
}

/** Rules of the database that an undo breaks, and with it its act: after another undo, and after a later change. */
export const UNDO_RULES = {
  'case_decisions.staff_id': 'cannot_undo',
  'case_decisions.action': 'changed_meanwhile',
} as const

type UndoMark = {
  caseId: number
  staffId: number
  now: number
  /** True while the values of the decision are in force. */
  isUnchanged: SQL
}

/** Makes the statement that marks a decision as undone, for the batch of the undo. Breaks one of `UNDO_RULES` or acts. */
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
