import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { addComment, commentsOf } from '../../support/worker/comments.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

describe('deletion of a comment by staff [1 §7]', () => {
  const removeAsStaff = (as: Person, id: number, reason?: string) =>
    sendRequest('/api/v2/gloperate/deleteComment', { as, body: { id, reason } })
  const remove = (as: Person, commentId: number, reason?: string) =>
    sendRequest('/comment', { as, body: { action: 'delete', commentId, reason } })
  const auditLogOf = async (staff: Person) => {
    const { results } = await env.DB.prepare(
      "SELECT staff_id, action, user_id, target_id, changes FROM audit_log WHERE target_type = 'comment' AND staff_id = ?",
    )
      .bind(staff.id)
      .all()
    return results
  }

  it('a comment that staff deletes is neither listed nor counted', async () => {
    const { mira, sketch } = await makePage()
    const { id } = await addComment(mira, sketch)
    expect(await jsonOf(removeAsStaff(await addPerson({ flags: 'm' }), id, 'Unkind.'))).toEqual({ ok: true })
    expect(await commentsOf(sketch)).toMatchObject({ items: [], total: 0 })
  })

  it('a deleted comment is not found', async () => {
    const { mira, sketch } = await makePage()
    const { id } = await addComment(mira, sketch)
    const staff = await addPerson({ flags: 'm' })
    await removeAsStaff(staff, id, 'Unkind.')
    expect(await errorOf(removeAsStaff(staff, id, 'Unkind.'))).toEqual([404, 'not_found'])
  })

  it('deletion by staff is written to the audit log with the text', async () => {
    const { mira, sketch } = await makePage()
    const staff = await addPerson({ flags: 'm' })
    const comments = [await addComment(mira, sketch, 'one'), await addComment(mira, sketch, 'two')]
    for (const { id } of comments) await jsonOf(remove(staff, id, 'Unkind.'))
    const line = { staff_id: staff.id, action: 'delete', user_id: mira.id }
    expect(await auditLogOf(staff)).toEqual([
      { ...line, target_id: comments[0]?.id, changes: '{"text":["one",null]}' },
      { ...line, target_id: comments[1]?.id, changes: '{"text":["two",null]}' },
    ])
  })

  it('the reason of staff is on the staff log, and one that is too long is refused', async () => {
    const { mira, sketch } = await makePage()
    const staff = await addPerson({ flags: 'm' })
    const { id } = await addComment(mira, sketch)
    const removeFor = (reason: string) =>
      sendRequest('/api/v2/gloperate/deleteComment', { as: staff, body: { id, reason } })
    expect(await errorOf(removeFor('x'.repeat(STAFF_REASON_MAX + 1)))).toEqual([400, 'bad_request'])
    await jsonOf(removeFor('Unkind.'))
    expect((await staffLogOf(mira)).at(-1)).toMatchObject({ action: 'delete', reason: 'Unkind.' })
  })

  it('a deletion by the call of staff needs a reason', async () => {
    const { mira, sketch } = await makePage()
    const staff = await addPerson({ flags: 'm' })
    const { id } = await addComment(mira, sketch)
    for (const reason of [undefined, '', ' '])
      expect(await errorOf(removeAsStaff(staff, id, reason))).toEqual([400, 'bad_request'])
    expect((await commentsOf(sketch)).total).toBe(1)
  })

  it('staff give a reason for a comment of another member on the page of another', async () => {
    const { mira, sketch } = await makePage()
    const staff = await addPerson({ flags: 'm' })
    const { id } = await addComment(mira, sketch)
    expect(await errorOf(remove(staff, id))).toEqual([400, 'bad_request'])
    expect((await commentsOf(sketch)).total).toBe(1)
    await jsonOf(remove(staff, id, 'Unkind.'))
    expect((await staffLogOf(mira)).at(-1)).toMatchObject({ action: 'delete', reason: 'Unkind.' })
  })

  it('staff who say why they delete a comment on their own page act as staff', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(staff)
    await jsonOf(remove(staff, (await addComment(mira, sketch)).id))
    expect(await staffLogOf(mira)).toEqual([])
    await jsonOf(remove(staff, (await addComment(mira, sketch)).id, 'Unkind.'))
    expect(await staffLogOf(mira)).toMatchObject([{ action: 'delete', reason: 'Unkind.' }])
  })

  it('deletion by the author or the owner of the page is not written to the audit log', async () => {
    const { mira, ines, sketch } = await makePage()
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(remove(mira, (await addComment(mira, sketch)).id))
    await jsonOf(remove(ines, (await addComment(mira, sketch)).id))
    await jsonOf(remove(staff, (await addComment(staff, sketch)).id))
    for (const person of [mira, ines, staff]) expect(await auditLogOf(person)).toEqual([])
  })
})
