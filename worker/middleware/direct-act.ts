import type { Context } from 'hono'
import { reasonText } from '../../contract/rules.ts'
import {
  DIRECT_ACT_RULES,
  type DirectAct,
  type DirectUndo,
  directDecision,
  undoOnPage,
} from '../domain/cases/direct-acts.ts'
import { tellConcernedOfAct, tellConcernedOfUndo } from '../domain/cases/tell-concerned.ts'
import { afterReply } from '../lib/after-reply.ts'
import type { Statement } from '../lib/database.ts'
import { orThrow } from '../lib/or-throw.ts'
import { tryWrite } from '../lib/result.ts'
import type { AppEnv } from './app-env.ts'
import { dbOf } from './database.ts'
import { countOtherAct } from './other-acts.ts'
import { memberOf } from './session.ts'
import { requireReason } from './validation.ts'

type ByStaff = {
  staffId: number
  /** The rule and the words, for the staff log. */
  reason: string
  now: number
  /** The decision, or its undo, which belongs before the act in its batch. */
  along: Statement[]
}

/**
 * Acts as staff on a thing of another member, on its page, with the decision that its author reads. Both happen or
 * neither.
 * @throws AppError `bad_request` without a rule and a reason, `claimed` while other staff work on the case of the
 * thing, `not_found` if the thing is gone or the act is no longer possible, `deletion_limit`, `staff_act_limit`,
 * `forbidden` if the caller has lost their role.
 */
export async function actDirectly<T>(
  c: Context<AppEnv>,
  act: DirectAct,
  write: (by: ByStaff) => Promise<T>,
): Promise<T> {
  const [db, staffId, now] = [dbOf(c), memberOf(c).id, Date.now()]
  const reason = reasonText(act.rule, act.reason)
  requireReason(reason)
  const along = directDecision(db, { ...act, staffId, now })
  const written = orThrow(await tryWrite(write({ staffId, reason, now, along }), DIRECT_ACT_RULES))
  afterReply(c, () => tellConcernedOfAct(db, c.env, { ...act, now }))
  return written
}

/**
 * Takes back as staff, on the page of a thing, what decisions did to it, and marks them as undone. Both happen or
 * neither. Each counts as an act of staff, because it takes back any number of decisions, or what no decision did.
 * @throws AppError `other_act_limit`.
 */
export async function undoDirectly<T>(
  c: Context<AppEnv>,
  undo: DirectUndo,
  write: (by: ByStaff) => Promise<T>,
): Promise<T> {
  const [db, staffId, now] = [dbOf(c), memberOf(c).id, Date.now()]
  await countOtherAct(c)
  const along = undoOnPage(db, { ...undo, staffId, now })
  const written = await write({ staffId, reason: undo.reason, now, along })
  afterReply(c, () => tellConcernedOfUndo(db, c.env, { ...undo, now }))
  return written
}
