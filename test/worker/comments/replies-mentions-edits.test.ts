import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Person as ListedPerson } from '../../../contract/http/users.ts'
import { addComment, commentsOf, deleteComment, editComment, postComment } from '../../support/worker/comments.ts'
import { addFans, addMembers, becomeFan, block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const MINUTE_MS = 60_000

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

const mentionsOf = async (id: number) => {
  const { results } = await env.DB.prepare('SELECT user_id FROM comment_mentions WHERE comment_id = ? ORDER BY user_id')
    .bind(id)
    .all<{ user_id: number }>()
  return results.map((row) => row.user_id)
}

describe('comments on a profile', () => {
  it('a comment on a profile is posted once under its key', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const type = 'profile'
    const key = crypto.randomUUID()
    const first = await jsonOf(postComment(mira, ines.id, 'welcome', { key, type }))
    expect(await jsonOf(postComment(mira, ines.id, 'welcome', { key, type }))).toEqual(first)
    expect((await commentsOf(ines.id, '', null, type)).total).toBe(1)
  })

  it('comments on a profile are counted and paged', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    for (let n = 0; n < 12; n++) await addComment(mira, ines.id, `${n}`, { type: 'profile' })
    const page = await commentsOf(ines.id, '', null, 'profile')
    expect(page).toMatchObject({ total: 12, items: { length: 10 }, done: false })
    expect(page.items[0]).toMatchObject({ type: 'profile', which: ines.id, comment: '11' })
  })

  it('the owner of a profile deletes comments on it, and other members do not [1 §6]', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const { id } = await addComment(mira, ines.id, 'welcome', { type: 'profile' })
    expect(await errorOf(deleteComment(await addPerson(), id))).toEqual([403, 'forbidden'])
    expect(await jsonOf(deleteComment(ines, id))).toEqual({ ok: true })
    expect((await commentsOf(ines.id, '', null, 'profile')).total).toBe(0)
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

describe('replies to comments', () => {
  it('a reply names the author of its parent, even after the parent is deleted', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'first')
    const answer = await addComment(ines, sketch, 'second', { replyTo: id })
    expect(answer.replyTo).toEqual({ id, nickname: mira.nickname })
    await deleteComment(mira, id)
    expect((await commentsOf(sketch)).items).toEqual([{ ...answer, key: '', canDelete: false }])
  })

  it('a reply to an unknown comment or to one on another target is posted as a plain comment', async () => {
    const { mira, sketch } = await makePage()
    const onAnother = await addComment(mira, await addSketch(mira))
    for (const replyTo of [onAnother.id, 999_999]) {
      expect((await addComment(mira, sketch, 'hello', { replyTo })).replyTo).toBeNull()
    }
    expect(await errorOf(postComment(mira, sketch, 'hello', { replyTo: 0 }))).toEqual([400, 'bad_request'])
  })

  it('a reply reads about one row more than a plain comment', async () => {
    const { mira, ines, sketch } = await makePage()
    const plain = await addSketch(ines)
    for (let n = 0; n < 11; n++) {
      const { id } = await addComment(mira, plain)
      const first = await addComment(mira, sketch)
      await addComment(ines, sketch, 'an answer', { replyTo: first.id })
      await addComment(ines, plain, `not to ${id}`)
    }
    const cost = (on: number) => rowsRead(`/api/comments/${on}?type=sketch`)
    expect(await cost(plain)).toBeLessThanOrEqual(30)
    expect(await cost(sketch)).toBeLessThanOrEqual((await cost(plain)) + 6)
  })
})

describe('mentions', () => {
  it('a mention is matched by the longest nickname, stored, and returned with its position', async () => {
    const { mira, sketch } = await makePage()
    const yuki = await addPerson({ nickname: 'Yuki' })
    const yukiS = await addPerson({ nickname: 'Yuki S.' })
    const text = 'See @yuki s. and @Yuki, not @Yukio or a@yuki.test'
    const { mentions, id } = await addComment(mira, sketch, text)
    expect(
      mentions.map((mention) => [mention.userId, text.slice(mention.start, mention.start + mention.length)]),
    ).toEqual([
      [yukiS.id, '@yuki s.'],
      [yuki.id, '@Yuki'],
    ])
    expect(await mentionsOf(id)).toEqual([yuki.id, yukiS.id])
    expect((await commentsOf(sketch)).items[0]?.mentions).toEqual(mentions)
  })

  it('the stored mentions follow edits and deletion of the comment', async () => {
    const { mira, sketch } = await makePage()
    const [noor, vera] = [await addPerson(), await addPerson()]
    const { id } = await addComment(mira, sketch, `@${noor.nickname} and @${noor.nickname} again`)
    expect(await mentionsOf(id)).toEqual([noor.id])
    await editComment(mira, id, `@${vera.nickname} instead`)
    expect(await mentionsOf(id)).toEqual([vera.id])
    await editComment(mira, id, 'nobody')
    expect(await mentionsOf(id)).toEqual([])
    await editComment(mira, id, `@${vera.nickname}`)
    await deleteComment(mira, id)
    expect(await mentionsOf(id)).toEqual([])
  })

  it('the stored mentions are deleted with the sketch', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, `@${ines.nickname}`)
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } }))
    expect(await mentionsOf(id)).toEqual([])
  })
})

describe('completion of mentions', () => {
  const offered = async (as: Person, query: string) =>
    (await requestJson<{ items: ListedPerson[] }>(`/api/v2/mention?query=${encodeURIComponent(query)}`, { as })).items

  it('an empty query offers followed artists and fans, each of them once', async () => {
    const [mira, ines, noor] = [await addPerson(), await addPerson(), await addPerson()]
    await becomeFan(mira, ines)
    await becomeFan(ines, mira)
    await becomeFan(noor, mira)
    expect((await offered(mira, '')).map(({ id }) => id)).toEqual([ines.id, noor.id])
  })

  it('a query offers members whose nickname begins with it, without regard to case', async () => {
    const mira = await addPerson({ nickname: 'Quill Mira' })
    await addPerson({ nickname: 'quill Ines' })
    await addPerson({ nickname: 'Quill Noor' })
    await addPerson({ nickname: 'Not Quill' })
    expect((await offered(mira, 'QUI')).map(({ nickname }) => nickname)).toEqual(['quill Ines', 'Quill Noor'])
    expect(await offered(mira, 'quill_')).toEqual([])
    expect(await offered(mira, '%')).toEqual([])
  })

  it('a query never offers the asking member or a member hidden by a block', async () => {
    const mira = await addPerson({ nickname: 'Plume Mira' })
    const [ines, noor] = [await addPerson({ nickname: 'plume Ines' }), await addPerson({ nickname: 'Plume Noor' })]
    await block(noor, mira)
    expect((await offered(mira, 'plume')).map(({ id }) => id)).toEqual([ines.id])
  })

  it('completion offers eight members and reads few rows, however many match', async () => {
    const mira = await addPerson()
    const ids = await addMembers(300, 'Zzcrowd')
    await addFans(mira, ids)
    expect(await offered(mira, 'zzc')).toHaveLength(8)
    expect(await rowsRead('/api/v2/mention?query=zzc', { as: mira })).toBeLessThanOrEqual(30)
    expect(await rowsRead('/api/v2/mention?query=', { as: mira })).toBeLessThanOrEqual(110)
  })

  it('a missing query and one longer than a nickname are refused', async () => {
    const mira = await addPerson()
    expect(await errorOf(sendRequest('/api/v2/mention', { as: mira }))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest(`/api/v2/mention?query=${'a'.repeat(25)}`, { as: mira }))).toEqual([
      400,
      'bad_request',
    ])
  })
})

describe('editing a comment', () => {
  afterEach(() => vi.useRealTimers())
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

  it('the author edits a comment for fifteen minutes, and it is marked as edited', async () => {
    const { mira, sketch } = await makePage()
    const posted = await addComment(mira, sketch, 'Wat light!')
    later(14 * MINUTE_MS)
    const { comment: changed } = await jsonOf<{ comment: unknown }>(editComment(mira, posted.id, 'What light!'))
    expect(changed).toEqual({ ...posted, comment: 'What light!', edited: true })
    later(2 * MINUTE_MS)
    expect(await errorOf(editComment(mira, posted.id, 'Too late'))).toEqual([409, 'too_late_to_edit'])
    expect((await commentsOf(sketch)).items).toMatchObject([{ comment: 'What light!', edited: true }])
  })

  it('only the author edits a comment, not staff or the owner of the page', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'mine')
    for (const as of [ines, await addPerson({ flags: 'a' })]) {
      expect(await errorOf(editComment(as, id, 'yours'))).toEqual([403, 'forbidden'])
    }
    expect(await errorOf(editComment(null, id, 'yours'))).toEqual([401, 'not_logged_in'])
    expect((await commentsOf(sketch)).items).toMatchObject([{ comment: 'mine', edited: false }])
  })

  it('an edit needs text, an existing comment and a page that the author may see', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'mine')
    expect(await errorOf(editComment(mira, id, ' \n'))).toEqual([400, 'bad_request'])
    expect(await errorOf(editComment(mira, id, 'a'.repeat(2001)))).toEqual([400, 'bad_request'])
    expect(await errorOf(editComment(mira, 999_999, 'hello'))).toEqual([404, 'not_found'])
    await block(ines, mira)
    expect(await errorOf(editComment(mira, id, 'still here'))).toEqual([404, 'not_found'])
  })
})

describe('reporting a comment [1 §7]', () => {
  const report = (as: Person | null, id: number) => sendRequest('/api/v2/report/comment', { as, body: { id } })
  const reportOf = (id: number) =>
    env.DB.prepare(
      `SELECT text, author_id, (SELECT count(*) FROM comment_reporters WHERE comment_id = ?1) AS reporters
       FROM comment_reports WHERE comment_id = ?1`,
    )
      .bind(id)
      .first()

  it('a report stores each reporter once and the text at that time', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    const vera = await addPerson()
    await Promise.all([ines, ines, vera].map(async (as) => expect(await jsonOf(report(as, id))).toEqual({ ok: true })))
    await editComment(mira, id, 'kind')
    expect(await reportOf(id)).toEqual({ text: 'rude', author_id: mira.id, reporters: 2 })
  })

  it('a report outlives its comment [1 §4]', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'rude')
    await report(ines, id)
    await deleteComment(mira, id)
    expect(await reportOf(id)).toMatchObject({ text: 'rude' })
    expect(await errorOf(report(ines, id))).toEqual([404, 'not_found'])
  })

  it('members report the visible comments of others, and visitors report none', async () => {
    const { mira, ines, sketch } = await makePage()
    const own = await addComment(mira, sketch)
    expect(await errorOf(report(mira, own.id))).toEqual([403, 'forbidden'])
    expect(await errorOf(report(null, own.id))).toEqual([401, 'not_logged_in'])
    const hidden = await addComment(ines, await addSketch(ines, { mature: true }))
    expect(await errorOf(report(mira, hidden.id))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/v2/report/comment', { as: mira, body: { id: 'x' } }))).toEqual([
      400,
      'bad_request',
    ])
  })
})

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
