import { type SQL, sql } from 'drizzle-orm'
import type { CaseAction, CaseKind } from '../../../contract/cases.ts'
import type { SketchMark } from '../../../contract/http/sketches.ts'

type Act = {
  kind: CaseKind
  /** The key of the thing within its kind, as text. */
  target: string | SQL
  action: CaseAction
  /** A further condition on `decision`, a row of `case_decisions`. */
  where?: SQL
}

/**
 * The condition that an act of staff on a thing is in force: neither undone nor overturned by an appeal. Meanwhile the
 * author cannot reverse it. It ends when the case is deleted, some months after the decision.
 */
export function isInForce({ kind, target, action, where = sql`true` }: Act): SQL {
  // The literal condition is that of the index `cases_decided_target`.
  return sql`EXISTS (SELECT 1 FROM cases AS decided JOIN case_decisions AS decision ON decision.case_id = decided.id
    WHERE decided.kind = ${kind} AND decided.target = ${target} AND decided.decided_at IS NOT NULL
      AND decision.action = ${action} AND decision.undone_at IS NULL AND ${where}
      AND NOT EXISTS (SELECT 1 FROM appeals WHERE appeals.case_id = decided.id AND appeals.outcome = 'overturned'))`
}

const ACT_OF_MARK = { mature: 'mature', madeWithAi: 'ai' } as const

/**
 * The condition that a decision in force set a mark of a sketch. It is untrue for a mark that the artist had set
 * before, which staff do not take away.
 */
export const isMarkByStaff = (sketchId: number, mark: SketchMark): SQL =>
  isInForce({
    ...{ kind: 'sketch', target: String(sketchId), action: ACT_OF_MARK[mark] },
    where: sql`json_extract(decision.undo, ${`$.${mark}`}) = 0`,
  })
