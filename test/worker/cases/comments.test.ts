import { describe, expect, it } from 'vitest'
import type { ReportedComments } from '../../../contract/http/reports.ts'
import { EVIDENCE_EXCERPT_MAX, EVIDENCE_NEIGHBOURS } from '../../../contract/limits.ts'
import { caseOf } from '../../support/worker/cases.ts'
import { addComment, deleteComment, editComment } from '../../support/worker/comments.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

async function reviewed(id: number): Promise<ReportedComments['items']> {
  const staff = await addPerson({ flags: 'm' })
  const { items } = await requestJson<ReportedComments>('/api/v2/gloperate/reportedComments', { as: staff })
  return items.filter(({ commentId }) => commentId === id)
}

describe('reporting a comment [1 §7]', () => {
  const report = (as: Person | null, id: number) => sendRequest('/api/v2/report/comment', { as, body: { id } })

  it('a case counts each reporter once', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    const vera = await addPerson()
    await Promise.all([ines, ines, vera].map(async (as) => expect(await jsonOf(report(as, id))).toEqual({ ok: true })))
    expect(await caseOf('comment', id)).toMatchObject({ userId: mira.id, reports: 2, evidence: { comment: { id } } })
  })

  it('staff see text, date, reporter and target of a report [2 §2]', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id, date } = await addComment(mira, sketch, 'rude')
    await jsonOf(report(ines, id))
    expect(await reviewed(id)).toMatchObject([
      {
        userId: mira.id,
        nickname: mira.nickname,
        reporterId: ines.id,
        reporter: ines.nickname,
        text: 'rude',
        commentedAt: date,
        target: { type: 'sketch', id: sketch, title: 'Low tide' },
        deleted: false,
      },
    ])
  })

  it('the evidence has the text at the time of the report', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    await jsonOf(report(ines, id))
    await editComment(mira, id, 'kind')
    await jsonOf(report(await addPerson(), id))
    expect((await caseOf('comment', id)).evidence.comment.text).toBe('rude')
  })

  it('the evidence has the comments before and after it on the page, oldest first', async () => {
    const { mira, ines, sketch } = await makePage()
    const ids: number[] = []
    for (let count = 0; count < EVIDENCE_NEIGHBOURS + 4; count++) ids.push((await addComment(mira, sketch)).id)
    await addComment(mira, await addSketch(ines))
    const reported = ids[EVIDENCE_NEIGHBOURS + 1] ?? 0
    await jsonOf(report(ines, reported))
    const { before, after } = (await caseOf('comment', reported)).evidence
    expect(before.map(({ id }) => id)).toEqual(ids.slice(1, EVIDENCE_NEIGHBOURS + 1))
    expect(after.map(({ id }) => id)).toEqual(ids.slice(EVIDENCE_NEIGHBOURS + 2))
  })

  it('the evidence has a long comment in full, and the beginning of long neighbours', async () => {
    const { mira, ines, sketch } = await makePage()
    const text = 'x'.repeat(EVIDENCE_EXCERPT_MAX + 2)
    await addComment(mira, sketch, text)
    const { id } = await addComment(mira, sketch, text)
    await jsonOf(report(ines, id))
    const { comment, before } = (await caseOf('comment', id)).evidence
    expect([comment.text, before[0]?.text]).toEqual([text, `${'x'.repeat(EVIDENCE_EXCERPT_MAX)}…`])
  })

  it('a report stays after its comment is deleted, and says so [1 §4]', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    await report(ines, id)
    await deleteComment(mira, id)
    expect(await reviewed(id)).toMatchObject([{ text: 'rude', deleted: true }])
    expect(await errorOf(report(ines, id))).toEqual([404, 'not_found'])
  })

  it('a comment that was deleted with its sketch counts as deleted [1 §4]', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    await report(ines, id)
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } }))
    expect(await reviewed(id)).toMatchObject([{ text: 'rude', deleted: true }])
  })

  it('members cannot report their own comments', async () => {
    const { mira, sketch } = await makePage()
    expect(await errorOf(report(mira, (await addComment(mira, sketch)).id))).toEqual([403, 'forbidden'])
  })

  it('visitors cannot report comments', async () => {
    const { mira, sketch } = await makePage()
    expect(await errorOf(report(null, (await addComment(mira, sketch)).id))).toEqual([401, 'not_logged_in'])
  })

  it('members cannot report comments that they may not see', async () => {
    const { mira, ines } = await makePage()
    const hidden = await addComment(ines, await addSketch(ines, { mature: true }))
    expect(await errorOf(report(mira, hidden.id))).toEqual([404, 'not_found'])
  })

  it('a malformed report is refused', async () => {
    const as = await addPerson()
    const reply = sendRequest('/api/v2/report/comment', { as, body: { id: 'x' } })
    expect(await errorOf(reply)).toEqual([400, 'bad_request'])
  })
})
