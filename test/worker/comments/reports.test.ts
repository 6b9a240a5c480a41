import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addComment, deleteComment, editComment } from '../../support/worker/comments.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

describe('reporting a comment [1 §7]', () => {
  const report = (as: Person | null, id: number) => sendRequest('/api/v2/report/comment', { as, body: { id } })
  const reportOf = (id: number) =>
    env.DB.prepare(
      `SELECT text, author_id, (SELECT count(*) FROM comment_reporters WHERE comment_id = ?1) AS reporters
       FROM comment_reports WHERE comment_id = ?1`,
    )
      .bind(id)
      .first()

  it('a report stores each reporter once', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    const vera = await addPerson()
    await Promise.all([ines, ines, vera].map(async (as) => expect(await jsonOf(report(as, id))).toEqual({ ok: true })))
    expect(await reportOf(id)).toEqual({ text: 'rude', author_id: mira.id, reporters: 2 })
  })

  it('a report keeps the text at the time of the report', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    await jsonOf(report(ines, id))
    await editComment(mira, id, 'kind')
    expect(await reportOf(id)).toMatchObject({ text: 'rude' })
  })

  it('a report outlives its comment [1 §4]', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    await report(ines, id)
    await deleteComment(mira, id)
    expect(await reportOf(id)).toMatchObject({ text: 'rude' })
    expect(await errorOf(report(ines, id))).toEqual([404, 'not_found'])
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
