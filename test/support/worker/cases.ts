import { env } from 'cloudflare:workers'
import type { AppealOutcome, CaseAction, CaseKind } from '../../../contract/cases.ts'
import type { AppealList, MemberDecision } from '../../../contract/http/appeals.ts'
import type { CaseDetail, CaseEvidence } from '../../../contract/http/cases.ts'
import type { NotificationItem, NotificationList } from '../../../contract/http/notifications.ts'
import { addPerson, type Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'
import { addSketch } from './sketches.ts'

/** The latest case of a thing, with its evidence. */
export async function caseOf<Kind extends CaseKind>(kind: Kind, target: number | string) {
  const row = await env.DB.prepare(
    `SELECT id, user_id AS userId, evidence, reports_count AS reports, queue_at AS queueAt FROM cases
      WHERE kind = ? AND target = ? ORDER BY id DESC LIMIT 1`,
  )
    .bind(kind, String(target))
    .first<{ id: number; userId: number; evidence: string; reports: number; queueAt: number }>()
  if (!row) throw new Error(`no case of ${kind} ${target}`)
  return { ...row, evidence: JSON.parse(row.evidence) as CaseEvidence[Kind] }
}

/** Sends a decision on a case. */
export const decide = (as: Person, id: number, body: object = { action: 'none' }) =>
  sendRequest('/api/v2/gloperate/case/decide', { as, body: { id, ...body } })

/** Undoes the decision on a case. */
export const undoDecision = (as: Person, id: number, reason = 'A mistake.') =>
  sendRequest('/api/v2/gloperate/case/undo', { as, body: { id, reason } })

/** Closes the open case of a thing as new staff, without an act. */
export async function closeCase(kind: CaseKind, target: number): Promise<void> {
  await jsonOf(decide(await addPerson({ flags: 'm' }), (await caseOf(kind, target)).id))
}

export const readCase = (as: Person, id: number) => requestJson<CaseDetail>(`/api/v2/gloperate/case?id=${id}`, { as })

/** Reports a sketch as a new member, and returns its case. */
export async function addSketchCase(sketch: number): Promise<number> {
  const body = { details: 'Seen elsewhere.', copyright: true }
  await jsonOf(sendRequest(`/sketch/${sketch}/report`, { as: await addPerson(), body }))
  return (await caseOf('sketch', sketch)).id
}

/** Reports a comment as a new member, and returns its case. */
export async function addCommentCase(comment: number): Promise<number> {
  await jsonOf(sendRequest('/api/v2/report/comment', { as: await addPerson(), body: { id: comment } }))
  return (await caseOf('comment', comment)).id
}

/** Reports a profile as a new member, and returns its case. */
export async function addProfileCase({ id }: Person): Promise<number> {
  await jsonOf(sendRequest('/api/v2/report', { as: await addPerson(), body: { user: id } }))
  return (await caseOf('profile', id)).id
}

/** A case of a new sketch that staff marked as mature. */
export async function addDecidedCase(author?: Person, staff?: Person): Promise<number> {
  const id = await addSketchCase(await addSketch(author ?? (await addPerson())))
  await jsonOf(decide(staff ?? (await addPerson({ flags: 'm' })), id, { action: 'mature', rule: 'mature' }))
  return id
}

/** Appeals against a decision, or without one against the ban or warning in force. */
export const appeal = (as: Person | null, key: { case?: number; ban?: number } = {}, text = 'It is a life drawing.') =>
  sendRequest('/api/v2/appeal', { as, body: { ...key, text } })

/** Decides an appeal. */
export const decideAppeal = (as: Person | null, id: number, outcome: AppealOutcome = 'overturned', reason = 'True.') =>
  sendRequest('/api/v2/gloperate/appeal/decide', { as, body: { id, outcome, reason } })

/** Appeals against the decision on a case and grants the appeal as new staff. */
export async function grantAppeal(author: Person, caseId: number): Promise<void> {
  await jsonOf(appeal(author, { case: caseId }))
  await jsonOf(decideAppeal(await addPerson({ flags: 'm' }), await appealAgainst(caseId)))
}

async function appealAgainst(caseId: number): Promise<number> {
  const id = await env.DB.prepare('SELECT id FROM appeals WHERE case_id = ?').bind(caseId).first<number>('id')
  return id ?? 0
}

export const listAppeals = (as: Person, query = '') =>
  requestJson<AppealList>(`/api/v2/gloperate/appeals${query}`, { as })

/** The open appeal of a new artist against the mark of a sketch as mature. */
export async function addAppeal(staff?: Person): Promise<{ id: number; caseId: number; author: Person }> {
  const author = await addPerson()
  const caseId = await addDecidedCase(author, staff)
  await jsonOf(appeal(author, { case: caseId }))
  return { id: await appealAgainst(caseId), caseId, author }
}

/** Notices of the category moderation of a member, newest first. */
export const noticesOf = async (as: Person): Promise<NotificationItem[]> =>
  (await requestJson<NotificationList>('/api/v2/notices?category=moderation', { as })).items

/** The decision of a case, as its author reads it. */
export const decisionOf = (as: Person, id: number) => requestJson<MemberDecision>(`/api/v2/decision?case=${id}`, { as })

/** Inserts decided cases of a member of staff: `count` decisions with an act. */
export async function addDecisions(staff: Person, action: CaseAction, count: number, at = Date.now()): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, index) => index))
  const target = `'of-${staff.id}-${action}-' || value`
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO cases (kind, target, evidence, reports_count, queue_at, created_at, decided_at)
        SELECT 'sketch', ${target}, '{}', 0, ?1, ?1, ?1 FROM json_each(?2)`,
    ).bind(at, numbers),
    env.DB.prepare(
      `INSERT INTO case_decisions (case_id, staff_id, action, reason, note, decided_at)
        SELECT id, ?, ?, '', '', ? FROM cases WHERE kind = 'sketch' AND target IN (SELECT ${target} FROM json_each(?))`,
    ).bind(staff.id, action, at, numbers),
  ])
}
