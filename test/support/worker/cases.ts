import { env } from 'cloudflare:workers'
import type { CaseKind } from '../../../contract/cases.ts'
import type { CaseDetail, CaseEvidence } from '../../../contract/http/cases.ts'
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
export async function addDecidedCase(): Promise<number> {
  const id = await addSketchCase(await addSketch(await addPerson()))
  await jsonOf(decide(await addPerson({ flags: 'm' }), id, { action: 'mature', rule: 'mature' }))
  return id
}
