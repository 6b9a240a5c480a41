import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { DecideAppealBody } from '../../../contract/http/appeals.ts'
import { mayBan } from '../../domain/bans/rules.ts'
import { bans } from '../../domain/bans/schema.ts'
import { APPEAL_RULES, answerStatements, findAppealFacts } from '../../domain/cases/appeals.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { banOf, findMember } from '../../domain/users/viewer.ts'
import { findBan } from '../../features/bans/list.ts'
import { liftBan } from '../../features/bans/queries.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { batchEach, type Statement } from '../../lib/database.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import { tryWrite } from '../../lib/result.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf } from '../../middleware/session.ts'
import { undoDecision } from './decide.ts'

/** Codes with which an undo says that nothing is left to restore. */
const IMPOSSIBLE = ['cannot_undo', 'changed_meanwhile', 'already_gone']

/**
 * Decides an appeal. Overturning undoes the decision in the same batch, where that is possible. @throws AppError
 * `decided_already`, `own_decision` for the member of staff who made the decision, `forbidden` for one's own appeal.
 */
export async function decideAppeal(c: Context<AppEnv>, { id, outcome, reason }: DecideAppealBody): Promise<void> {
  const [db, staff, now] = [dbOf(c), memberOf(c), Date.now()]
  const appeal = orNotFound(await findAppealFacts(db, id))
  const { userId, caseId, banId } = appeal
  if (appeal.closedAt !== null) throw new AppError('decided_already')
  if (appeal.deciderId === staff.id) throw new AppError('own_decision')
  if (userId === staff.id) throw new AppError('forbidden')
  const answer = answerStatements(db, { id, userId, staffId: staff.id, outcome, reason, now })
  const isUndone = outcome === 'overturned' && (await undo(c, { caseId, banId, userId, reason, now, answer }))
  if (!isUndone) orThrow(await tryWrite(batchEach(db, answer), APPEAL_RULES))
  afterReply(c, () => tellMember(c.env, userId, 'notifications'))
}

type Undo = {
  caseId: number | null
  banId: number | null
  userId: number
  reason: string
  now: number
  /** The statements of the answer, which belong to the batch of the undo. */
  answer: Statement[]
}

/** Undoes the decision. Returns false if nothing is left to restore. */
async function undo(c: Context<AppEnv>, { caseId, banId, ...rest }: Undo): Promise<boolean> {
  if (banId !== null) return lift(c, { banId, ...rest })
  if (caseId === null) return false
  try {
    await undoDecision(c, { id: caseId, reason: rest.reason, answer: rest.answer })
    return true
  } catch (error) {
    if (error instanceof AppError && IMPOSSIBLE.includes(error.code)) return false
    throw error
  }
}

/** Lifts a ban, or withdraws a warning, that is in force. Another one that replaced it stays. */
async function lift(
  c: Context<AppEnv>,
  { banId, userId, reason, now, answer }: Omit<Undo, 'caseId'> & { banId: number },
): Promise<boolean> {
  const db = dbOf(c)
  const [found, member] = await Promise.all([findBan(db, banId), findMember(db, userId)])
  if (!found || !member || banOf(member, now) === null || found.ban.dateClosed !== null) return false
  if (!mayBan(memberOf(c), member)) throw new AppError('forbidden')
  const condition = eq(bans.id, banId)
  const lifted = liftBan(db, { staffId: memberOf(c).id, userId, reason, now, condition, along: answer })
  orThrow(await tryWrite(lifted, APPEAL_RULES))
  afterReply(c, () => tellMember(c.env, userId, 'standing'))
  return true
}
