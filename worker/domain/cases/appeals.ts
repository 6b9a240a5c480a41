import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AppealOutcome } from '../../../contract/cases.ts'
import type { Db, Statement } from '../../lib/database.ts'
import { auditEntry } from '../audit-log/audit-log.ts'
import { appeals } from './schema.ts'

/**
 * Constraints that refuse a decision on an appeal: the appeal is already decided, or the caller made the decision that
 * it contests.
 */
export const APPEAL_RULES = { 'appeals.text': 'decided_already', 'appeals.decider_id': 'own_decision' } as const

type Answer = { staffId: number; outcome: AppealOutcome; reason: string; now: number }

/**
 * Makes the statements that decide an appeal, for the batch that also undoes the decision. If the appeal cannot be
 * decided, the batch fails with one of `APPEAL_RULES`.
 */
export function answerStatements(
  db: Db,
  { id, userId, ...answer }: Answer & { id: number; userId: number },
): Statement[] {
  const { staffId, outcome, reason, now } = answer
  const action = outcome === 'upheld' ? 'appeal_uphold' : 'appeal_overturn'
  return [
    db
      .update(appeals)
      .set({
        ...{ outcome, reason, closedBy: staffId, closedAt: now },
        text: sql`iif(closed_at IS NULL, text, NULL)`,
        // If the appeal was decided before, only the first rule must fail.
        deciderId: sql`iif(closed_at IS NOT NULL OR decider_id <> ${staffId}, decider_id, NULL)`,
      })
      .where(eq(appeals.id, id)),
    auditEntry(db, { staffId, action, userId, targetType: 'appeal', targetId: id, reason }, now),
  ]
}

/**
 * Makes the statement that grants open appeals against decisions that staff undo by themselves. `cases` selects ids.
 */
export function grantStatement(db: Db, { cases, staffId, reason, now }: Omit<Answer, 'outcome'> & { cases: SQL }) {
  return db
    .update(appeals)
    .set({ outcome: 'overturned', reason, closedBy: staffId, closedAt: now })
    .where(and(sql`case_id IN (${cases})`, isNull(appeals.closedAt)))
}

/** Finds the facts on which the decision on an appeal depends. */
export async function findAppealFacts(db: Db, id: number) {
  const { userId, caseId, banId, deciderId, closedAt } = appeals
  return (
    (await db
      .select({ id: appeals.id, userId, caseId, banId, deciderId, closedAt })
      .from(appeals)
      .where(eq(appeals.id, id))
      .get()) ?? null
  )
}
