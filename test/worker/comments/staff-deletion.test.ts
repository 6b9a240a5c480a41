import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addComment, commentsOf } from '../../support/worker/comments.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

describe('deletion of a comment by staff [1 §7]', () => {
  it('staff deletes a comment once, and the count follows', async () => {
    const { mira, sketch } = await makePage()
    const { id } = await addComment(mira, sketch)
    const as = await addPerson({ flags: 'm' })
    const remove = () => sendRequest('/api/v2/gloperate/deleteComment', { as, body: { id } })
    expect(await jsonOf(remove())).toEqual({ ok: true })
    expect(await commentsOf(sketch)).toMatchObject({ items: [], total: 0 })
    expect(await errorOf(remove())).toEqual([404, 'not_found'])
  })

  it('deletion by staff is written to the audit log with the text, and deletion by author or owner is not', async () => {
    const { mira, ines, sketch } = await makePage()
    const staff = await addPerson({ flags: 'm' })
    const remove = (as: Person, commentId: number) =>
      jsonOf(sendRequest('/comment', { as, body: { action: 'delete', commentId } }))
    const comments = [await addComment(mira, sketch, 'one'), await addComment(mira, sketch, 'two')]
    for (const { id } of comments) await remove(staff, id)
    await remove(mira, (await addComment(mira, sketch)).id)
    await remove(ines, (await addComment(mira, sketch)).id)
    await remove(staff, (await addComment(staff, sketch)).id)
    const { results } = await env.DB.prepare(
      "SELECT staff_id, action, user_id, target_id, changes FROM audit_log WHERE target_type = 'comment' AND staff_id = ?",
    )
      .bind(staff.id)
      .all()
    const line = { staff_id: staff.id, action: 'delete', user_id: mira.id }
    expect(results).toEqual([
      { ...line, target_id: comments[0]?.id, changes: '{"text":["one",null]}' },
      { ...line, target_id: comments[1]?.id, changes: '{"text":["two",null]}' },
    ])
  })
})
