import { type SQL, sql } from 'drizzle-orm'
import type { CaseAction } from '../../../contract/cases.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import { grantStatement } from './appeals.ts'
import { decisionStatements, STAFF_RULES } from './decisions.ts'
import { type CaseThing, newCase } from './reports.ts'
import { caseDecisions, type Undo } from './schema.ts'

/** An act of staff on a thing of another member, on the page of the thing. */
export type DirectAct = CaseThing &
  RuleAndReason & {
    action: CaseAction
    /** The values to restore when the decision is undone; null if it cannot be. */
    undo?: Undo | null
    /** A further condition of the act. The thing must exist in any case. */
    isPossible?: SQL
  }

/**
 * Constraints that refuse an act on a page, with their error codes: another member of staff has claimed the case, the
 * thing was deleted or the act is no longer possible, or the caller has reached a daily limit or has lost their role.
 */
export const DIRECT_ACT_RULES = {
  'case_decisions.staff_id': 'claimed',
  'case_decisions.action': 'not_found',
  ...STAFF_RULES,
} as const

/**
 * Makes the statements that record an act of staff on a page as a decision: of the open case of its thing, otherwise of
 * a new case without reports. The decision tells author and reporters, and lets the author appeal. The statements come
 * before the act in its batch. If the act is refused or impossible, they break one of `DIRECT_ACT_RULES`.
 */
export function directDecision(db: Db, act: DirectAct & { staffId: number; now: number }): Statement[] {
  const { kind, target, thing, isPossible = sql`true`, undo = null, ...rest } = act
  const caseId = sql`(SELECT id FROM cases WHERE kind = ${kind} AND target = ${target} AND decided_at IS NULL)`
  const made = newCase({ kind, target, thing, reportsCount: 0, isAllowed: isPossible, now: rest.now })
  return [
    statement(db, sql`${made} DO NOTHING`),
    ...decisionStatements(db, {
      ...{ ...rest, caseId, undo, note: '' },
      isPossible: sql`EXISTS (${thing}) AND ${isPossible}`,
    }),
  ]
}

/** An act of staff on the page of a thing that reverses earlier decisions on it. */
export type DirectUndo = Pick<CaseThing, 'kind' | 'target'> & {
  action: CaseAction
  reason: string
  /** True while there is something to reverse. */
  isPossible: SQL
}

/**
 * Makes the statements that mark all decisions with this act on the thing as undone, for the batch that reverses the
 * act on the page. As an undo at the desk does, they notify author and reporters, and grant open appeals.
 */
export function undoOnPage(
  db: Db,
  { kind, target, action, isPossible, staffId, reason, now }: DirectUndo & { staffId: number; now: number },
): Statement[] {
  const isUndone = sql`action = ${action} AND undone_at IS NULL AND ${isPossible} AND case_id IN (
    SELECT id FROM cases WHERE kind = ${kind} AND target = ${target} AND decided_at IS NOT NULL)`
  return [
    grantStatement(db, { cases: sql`SELECT case_id FROM case_decisions WHERE ${isUndone}`, staffId, reason, now }),
    db.update(caseDecisions).set({ undoneBy: staffId, undoneAt: now }).where(isUndone),
  ]
}
