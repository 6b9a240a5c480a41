import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import type { DecideBody } from '../../../contract/http/cases.ts'
import type { CaseFacts } from '../../domain/cases/decisions.ts'
import type { Undo } from '../../domain/cases/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Db, Statement } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'

type Common = {
  c: Context<AppEnv>
  db: Db
  found: CaseFacts
  staff: Viewer
  /** For the staff log, and for the member if the act notifies them. */
  reason: string
  now: number
}

export type Acting = Common & {
  body: DecideBody
  /**
   * Makes the statements of the decision, which belong to the batch of the act. The batch fails unless the condition
   * holds when they run.
   */
  decide: (undo: Undo | null, isPossible?: SQL) => Statement[]
}

export type Undoing = Common & {
  undo: Undo
  decidedAt: number
  /**
   * Makes the statements that mark the decision as undone, which belong to the batch of the undo. The batch fails
   * unless the condition holds when they run.
   */
  mark: (isUnchanged?: SQL) => Statement[]
}

/** An act of staff on the thing of a case or on its author, in one batch with the decision: both happen or neither. */
export type Act = {
  run: (acting: Acting) => Promise<void>
  /** Restores the previous values. Absent if the act cannot be undone. */
  undo?: (undoing: Undoing) => Promise<void>
}

/** The number of the thing. */
export const numberOf = ({ target }: CaseFacts) => Number.parseInt(target, 10)

/**
 * Refuses an act on a thing that was deleted or is no longer in the state that the act changes.
 * @throws AppError `already_gone`.
 */
export function orGone<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw new AppError('already_gone')
  return thing
}
