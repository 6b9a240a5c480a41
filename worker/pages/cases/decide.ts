import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { ACTIONS_OF_KIND, type CaseAction, type CaseKind } from '../../../contract/cases.ts'
import type { DecideBody } from '../../../contract/http/cases.ts'
import { reasonText } from '../../../contract/rules.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { auditLog } from '../../domain/audit-log/schema.ts'
import { APPEAL_RULES, grantStatement } from '../../domain/cases/appeals.ts'
import { isClaimedByOther } from '../../domain/cases/claims.ts'
import {
  type CaseFacts,
  DECISION_RULES,
  decisionStatements,
  findCaseFacts,
  UNDO_RULES,
  undoStatement,
} from '../../domain/cases/decisions.ts'
import { tellConcerned } from '../../domain/cases/tell-concerned.ts'
import { removeCommentAsStaff } from '../../features/comments/queries.ts'
import { deletePost } from '../../features/forum/changing.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { batchEach, type Statement } from '../../lib/database.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import { tryWrite } from '../../lib/result.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countOtherAct } from '../../middleware/other-acts.ts'
import { memberOf } from '../../middleware/session.ts'
import { type Act, type Acting, numberOf, orGone, type Undoing } from './act.ts'
import { rollBackMarks } from './board-acts.ts'
import { clearChatLines, deleteChatLine } from './chat-acts.ts'
import { deleteGroupChallenge, deleteGroupCompo } from './event-acts.ts'
import { hideGroup } from './group-acts.ts'
import { ban, warn } from './member-acts.ts'
import { ai, deleteSketch, leaveChallenge, leaveCompo, mature, violation } from './sketch-acts.ts'
import { cancelStream, endLiveStream, hideReplay } from './stream-acts.ts'
import { lockTopic, removeTopic, renameTopic } from './topic-acts.ts'

const dismiss: Act = {
  run: async ({ c, db, found, staff, reason, now, decide }) => {
    await countOtherAct(c)
    const target = { userId: found.userId, targetType: 'case', targetId: found.id }
    const entry = auditEntry(db, { staffId: staff.id, action: 'case_dismiss', ...target, reason }, now)
    await batchEach(db, [...decide(null), entry])
  },
}

const deleteComment: Act = {
  run: async (acting) => {
    const { db, found, staff, reason, now, decide } = acting
    // A case is also closed if its comment was already deleted.
    const along = [...decide(null), logUnless(acting, sql`SELECT 1 FROM comments WHERE id = ${numberOf(found)}`)]
    await removeCommentAsStaff(db, { id: numberOf(found), staffId: staff.id, reason, now, along })
  },
}

const deleteForumPost: Act = {
  run: async (acting) => {
    const { db, found, staff, reason, now, decide } = acting
    // A case is also closed if its post was already deleted.
    const post = sql`SELECT 1 FROM forum_posts WHERE id = ${numberOf(found)} AND deleted_at IS NULL`
    const along = [...decide(null), logUnless(acting, post)]
    await deletePost(db, { id: numberOf(found), staff: { id: staff.id, reason }, now, along })
  },
}

/**
 * Makes the statement that logs a case as closed without an act, unless a query finds the thing that would be deleted.
 */
function logUnless({ db, found, staff, reason, now }: Acting, thing: SQL): Statement {
  return db.insert(auditLog).select(
    sql`SELECT NULL, ${staff.id}, 'case_dismiss', ${found.userId}, 'case', ${found.id}, ${reason}, '{}', ${now}
      WHERE NOT EXISTS (${thing})`,
  )
}

const DELETIONS: Partial<Record<CaseKind, Act>> = {
  sketch: deleteSketch,
  comment: deleteComment,
  post: deleteForumPost,
  compo: deleteGroupCompo,
  challenge: deleteGroupChallenge,
  chatLine: deleteChatLine,
}

/** Only deletions that can be undone keep values to restore. */
async function undoDeletion(undoing: Undoing): Promise<void> {
  await orGone(DELETIONS[undoing.found.kind]?.undo)(undoing)
}

const ACTS: Record<CaseAction, Act> = {
  none: dismiss,
  mature,
  ai,
  violation,
  leave_challenge: leaveChallenge,
  leave_compo: leaveCompo,
  end_stream: endLiveStream,
  cancel_stream: cancelStream,
  hide_replay: hideReplay,
  hide_group: hideGroup,
  remove_topic: removeTopic,
  lock_topic: lockTopic,
  rename_topic: renameTopic,
  delete: {
    run: (acting) => orGone(DELETIONS[acting.found.kind]).run(acting),
    undo: undoDeletion,
  },
  clear_lines: clearChatLines,
  roll_back: rollBackMarks,
  warn,
  ban,
}

/**
 * Decides a case with its act, both or neither. @throws AppError `decided_already` after another decision, `claimed`
 * while another member of staff works on it, `forbidden` for cases about the viewer, `already_gone` for a deleted
 * thing, `deletion_limit`, `staff_act_limit`, `other_act_limit` for closing without an act.
 */
export async function decideCase(c: Context<AppEnv>, body: DecideBody): Promise<void> {
  const [db, staff, now] = [dbOf(c), memberOf(c), Date.now()]
  const found = await findDecidable(c, body.id)
  if (found.decidedAt !== null) throw new AppError('decided_already')
  if (isClaimedByOther(found, { by: staff.id, now })) throw new AppError('claimed')
  const { action, rule, reason, note } = body
  if (!ACTIONS_OF_KIND[found.kind].includes(action))
    throw new AppError('bad_request', { message: 'does not fit the kind' })
  const decision = { caseId: found.id, staffId: staff.id, action, rule, reason, note, now }
  const written = ACTS[action].run({
    c,
    db,
    found,
    body,
    staff,
    reason: reasonText(rule, reason),
    now,
    decide: (undo, isPossible = sql`true`) => decisionStatements(db, { ...decision, undo, isPossible }),
  })
  orThrow(await tryWrite(written, DECISION_RULES))
  afterReply(c, () => tellConcerned(db, c.env, body.id))
}

/**
 * Undoes the act of a decision, which stays decided. `answer` are the statements that decide an appeal; without them an
 * open appeal is granted, and the undo counts as an act of staff if others made the decision. @throws AppError
 * `cannot_undo` for acts that nothing restores, and after an undo; `changed_meanwhile`, `already_gone`,
 * `other_act_limit`.
 */
export async function undoDecision(
  c: Context<AppEnv>,
  { id, reason, answer }: { id: number; reason: string; answer?: Statement[] },
): Promise<void> {
  const [db, staff, now] = [dbOf(c), memberOf(c), Date.now()]
  const found = await findDecidable(c, id)
  const { decision } = found
  const undo = decision && ACTS[decision.action].undo
  if (!decision?.undo || !undo || decision.undoneAt !== null) throw new AppError('cannot_undo')
  if (!answer && decision.staffId !== staff.id) await countOtherAct(c)
  const mark = (isUnchanged = sql`true`) => [
    undoStatement(db, { caseId: id, staffId: staff.id, now, isUnchanged }),
    ...(answer ?? [grantStatement(db, { cases: sql`${id}`, staffId: staff.id, reason, now })]),
  ]
  const values = { undo: decision.undo, decidedAt: decision.decidedAt }
  const written = undo({ c, db, found, staff, reason, now, ...values, mark })
  orThrow(await tryWrite(written, { ...UNDO_RULES, ...APPEAL_RULES }))
  afterReply(c, () => tellConcerned(db, c.env, id))
}

/** Finds a case that is not about the viewer. @throws AppError `not_found`, `forbidden`. */
async function findDecidable(c: Context<AppEnv>, id: number): Promise<CaseFacts> {
  const found = orNotFound(await findCaseFacts(dbOf(c), id))
  if (found.userId === memberOf(c).id) throw new AppError('forbidden')
  return found
}
