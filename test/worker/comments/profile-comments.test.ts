import { describe, expect, it } from 'vitest'
import { addComment, commentsOf, deleteComment, postComment } from '../../support/worker/comments.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

describe('comments on a profile', () => {
  it('a comment on a profile is posted once under its key', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const type = 'profile'
    const key = crypto.randomUUID()
    const first = await jsonOf(postComment(mira, ines.id, 'welcome', { key, type }))
    expect(await jsonOf(postComment(mira, ines.id, 'welcome', { key, type }))).toEqual(first)
    expect((await commentsOf(ines.id, '', null, type)).total).toBe(1)
  })

  it('comments on a profile have pages of ten, newest first', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    for (let n = 0; n < 12; n++) await addComment(mira, ines.id, `${n}`, { type: 'profile' })
    const page = await commentsOf(ines.id, '', null, 'profile')
    expect(page).toMatchObject({ total: 12, items: { length: 10 }, done: false })
    expect(page.items[0]).toMatchObject({ type: 'profile', which: ines.id, comment: '11' })
  })

  it('the owner of a profile deletes comments on it [1 §6]', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const { id } = await addComment(mira, ines.id, 'welcome', { type: 'profile' })
    expect(await jsonOf(deleteComment(ines, id))).toEqual({ ok: true })
    expect((await commentsOf(ines.id, '', null, 'profile')).total).toBe(0)
  })

  it('other members do not delete comments on a profile [1 §6]', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const { id } = await addComment(mira, ines.id, 'welcome', { type: 'profile' })
    expect(await errorOf(deleteComment(await addPerson(), id))).toEqual([403, 'forbidden'])
    expect((await commentsOf(ines.id, '', null, 'profile')).total).toBe(1)
  })

  it('comments on a profile and on a sketch with the same id are separate', async () => {
    const mira = await addPerson({ id: 5_000_000 })
    const sketch = await addSketch(mira, { id: 5_000_000 })
    await addComment(mira, mira.id, 'on me', { type: 'profile' })
    await addComment(mira, sketch, 'on it')
    expect((await commentsOf(sketch)).items).toMatchObject([{ comment: 'on it' }])
    expect((await commentsOf(mira.id, '', null, 'profile')).items).toMatchObject([{ comment: 'on me' }])
  })

  it('a comment on an unknown profile is refused', async () => {
    const mira = await addPerson()
    expect(await errorOf(postComment(mira, 999_999, 'hello', { type: 'profile' }))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/comments/999999?type=profile'))).toEqual([404, 'not_found'])
  })
})
