import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addComment, commentsOf, deleteComment, postComment } from '../../support/worker/comments.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch, withLink } from '../../support/worker/sketches.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const countOn = async (sketch: number) => (await requestJson<{ comments: number }>(`/api/v2/sketch/${sketch}`)).comments

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

describe('comments [1 §3]', () => {
  it('a comment has an author, a text and a date', async () => {
    const { mira, sketch } = await makePage()
    const posted = await addComment(mira, sketch, 'What light!')
    expect(posted).toEqual({
      id: expect.any(Number),
      userId: mira.id,
      nickname: mira.nickname,
      avatar: null,
      comment: 'What light!',
      date: expect.stringMatching(/^\d{14}$/),
      type: 'sketch',
      which: sketch,
      key: expect.any(String),
      canDelete: true,
      edited: false,
      mentions: [],
      replyTo: null,
      thread: null,
    })
  })

  it('the list of comments has each comment as it was posted', async () => {
    const { mira, sketch } = await makePage()
    const posted = await addComment(mira, sketch, 'What light!')
    expect(await commentsOf(sketch, '', mira)).toEqual({
      items: [posted],
      context: [],
      total: 1,
      page: 1,
      cursor: '',
      done: true,
    })
  })

  it('the page of a sketch counts its comments', async () => {
    const { mira, sketch } = await makePage()
    await addComment(mira, sketch)
    expect(await countOn(sketch)).toBe(1)
  })

  it('only the author of a comment sees its key', async () => {
    const { mira, ines, sketch } = await makePage()
    const { key } = await addComment(mira, sketch)
    expect((await commentsOf(sketch, '', mira)).items[0]?.key).toBe(key)
    expect((await commentsOf(sketch, '', ines)).items[0]?.key).toBe('')
    expect((await commentsOf(sketch)).items[0]?.key).toBe('')
  })

  it('a comment posted twice with one key is stored once', async () => {
    const { mira, sketch } = await makePage()
    const key = crypto.randomUUID()
    for (const words of ['once', 'once more']) await jsonOf(postComment(mira, sketch, words, key))
    expect(await commentsOf(sketch)).toMatchObject({ total: 1, items: [{ comment: 'once' }] })
  })

  it('a repeated request with one key gets the first reply again', async () => {
    const { mira, sketch } = await makePage()
    const key = crypto.randomUUID()
    const first = await jsonOf(postComment(mira, sketch, 'once', key))
    expect(await jsonOf(postComment(mira, sketch, 'once more', key))).toEqual(first)
  })

  it('a comment posted many times at once with one key is stored once', async () => {
    const { mira, sketch } = await makePage()
    const key = crypto.randomUUID()
    const replies = await Promise.all(Array.from({ length: 8 }, () => jsonOf(postComment(mira, sketch, 'once', key))))
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect(await commentsOf(sketch)).toMatchObject({ total: 1, items: [{ comment: 'once' }] })
    expect(await countOn(sketch)).toBe(1)
  })

  it('two members may use the same key', async () => {
    const { mira, ines, sketch } = await makePage()
    const key = crypto.randomUUID()
    await postComment(mira, sketch, 'mine', key)
    expect(await jsonOf(postComment(ines, sketch, 'mine too', key))).toMatchObject({ comment: { userId: ines.id } })
    expect((await commentsOf(sketch)).total).toBe(2)
  })

  it.each(['', '   ', '\n\n', '\u200f\u202e', '\u0000'])('an empty comment is refused [1 §5]: %j', async (text) => {
    const { mira, sketch } = await makePage()
    expect(await errorOf(postComment(mira, sketch, text))).toEqual([400, 'bad_request'])
    expect((await commentsOf(sketch)).total).toBe(0)
  })

  it('a comment has at most 2,000 characters', async () => {
    const { mira, sketch } = await makePage()
    expect((await postComment(mira, sketch, 'a'.repeat(2000))).status).toBe(200)
    expect(await errorOf(postComment(mira, sketch, 'a'.repeat(2001)))).toEqual([400, 'bad_request'])
    expect(await errorOf(postComment(mira, sketch, 'a'.repeat(20_000)))).toEqual([400, 'bad_request'])
  })

  it('a comment keeps markup as typed', async () => {
    const { mira, sketch } = await makePage()
    const markup = '<img src=x onerror=alert(1)> &amp; "quoted"'
    expect((await addComment(mira, sketch, markup)).comment).toBe(markup)
  })

  it('a comment loses marks that reverse the text', async () => {
    const { mira, sketch } = await makePage()
    expect((await addComment(mira, sketch, 'left\u202eright\u2066 end')).comment).toBe('leftright end')
  })

  it('a comment keeps letters and emoji of any script', async () => {
    const { mira, sketch } = await makePage()
    expect((await addComment(mira, sketch, 'שלום 👩‍🎨 नमस्ते')).comment).toBe('שלום 👩‍🎨 नमस्ते')
  })

  it('a comment keeps line breaks and at most one empty line in a row', async () => {
    const { mira, sketch } = await makePage()
    expect((await addComment(mira, sketch, 'one\r\ntwo\n\n\n\nthree')).comment).toBe('one\ntwo\n\nthree')
  })

  it.each([{ key: 'short' }, { key: 'has blanks in it' }, { type: 'profile!' }, { which: 0 }, { which: '1' }])(
    'a malformed comment is refused: %j',
    async (wrong) => {
      const { mira, sketch } = await makePage()
      const body = { key: crypto.randomUUID(), comment: 'hello', type: 'sketch', which: sketch, ...wrong }
      expect(await errorOf(sendRequest('/comment', { as: mira, body }))).toEqual([400, 'bad_request'])
    },
  )

  it('posting and deleting a comment need a login', async () => {
    const { mira, sketch } = await makePage()
    expect(await errorOf(postComment(null, sketch, 'hello'))).toEqual([401, 'not_logged_in'])
    const { id } = await addComment(mira, sketch)
    expect(await errorOf(deleteComment(null, id))).toEqual([401, 'not_logged_in'])
    expect((await commentsOf(sketch)).total).toBe(1)
  })

  it('[1 §5] everyone with its link reads the comments on an unlisted sketch', async () => {
    const artist = await addPerson()
    const sketch = await addSketch(artist, { unlisted: true })
    await addComment(artist, sketch)
    const path = `/api/comments/${sketch}?type=sketch`
    for (const as of [null, await addPerson()])
      expect(await requestJson(path, await withLink(sketch, as))).toMatchObject({ items: { length: 1 } })
  })

  const unseen = [{ mature: true }, { violation: 'copyright' as const }]

  it('comments on a sketch that the viewer may not see are not readable', async () => {
    const { mira, ines } = await makePage()
    for (const fields of unseen) {
      const hidden = await addSketch(ines, fields)
      await addComment(ines, hidden, 'unseen')
      for (const as of [mira, null]) {
        expect(await errorOf(sendRequest(`/api/comments/${hidden}?type=sketch`, { as }))).toEqual([404, 'not_found'])
      }
      expect((await commentsOf(hidden, '', ines)).total).toBe(1)
    }
  })

  it('a comment on a sketch that the member may not see is refused', async () => {
    const { mira, ines } = await makePage()
    for (const fields of unseen) {
      const hidden = await addSketch(ines, fields)
      expect(await errorOf(postComment(mira, hidden, 'hello'))).toEqual([404, 'not_found'])
      expect((await commentsOf(hidden, '', ines)).total).toBe(0)
    }
  })

  it('a comment on an unknown sketch is refused', async () => {
    expect(await errorOf(postComment(await addPerson(), 999_999, 'hello'))).toEqual([404, 'not_found'])
  })

  it('a member with the link comments on an unlisted sketch', async () => {
    const { mira, ines } = await makePage()
    const which = await addSketch(ines, { unlisted: true })
    const body = { type: 'sketch', which, comment: 'with the link', key: crypto.randomUUID() }
    expect((await sendRequest('/comment', { body, ...(await withLink(which, mira)) })).status).toBe(200)
  })
})

describe('a comment on a sketch that is deleted at the same time', () => {
  it('the comment is refused as not found and not stored', async () => {
    const { mira, ines, sketch } = await makePage()
    const db = watchedDb(env.DB, async (run, statement) => {
      const isBatch = statement === null
      if (isBatch) await sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } })
      return run()
    })
    const body = { key: crypto.randomUUID(), comment: 'too late', type: 'sketch', which: sketch }
    expect(await errorOf(sendRequestWith({ ...env, DB: db }, '/comment', { as: mira, body }))).toEqual([
      404,
      'not_found',
    ])
    const left = await env.DB.prepare('SELECT count(*) AS n FROM comments WHERE target_id = ?').bind(sketch).first()
    expect(left).toEqual({ n: 0 })
  })
})

describe('deleting a comment [1 §6]', () => {
  it.each(['its author', 'the owner of the page', 'a gloperator', 'an admin'])(
    'a comment is deleted by %s',
    async (role) => {
      const { mira, ines, sketch } = await makePage()
      const { id } = await addComment(mira, sketch)
      const others = { 'a gloperator': { flags: 'm' }, 'an admin': { flags: 'a' } }[role]
      const as = role === 'its author' ? mira : others ? await addPerson(others) : ines
      expect((await commentsOf(sketch, '', as)).items[0]?.canDelete).toBe(true)
      expect(await jsonOf(deleteComment(as, id, others && 'Unkind.'))).toEqual({ ok: true })
      expect(await commentsOf(sketch)).toMatchObject({ items: [], total: 0 })
      expect(await countOn(sketch)).toBe(0)
      expect(await errorOf(deleteComment(as, id))).toEqual([404, 'not_found'])
    },
  )

  it('a comment is not deleted by other members', async () => {
    const { mira, sketch } = await makePage()
    const { id } = await addComment(mira, sketch)
    for (const flags of ['', 'g', 'f', 'p']) {
      const other = await addPerson({ flags })
      expect((await commentsOf(sketch, '', other)).items[0]?.canDelete).toBe(false)
      expect(await errorOf(deleteComment(other, id))).toEqual([403, 'forbidden'])
    }
    expect((await commentsOf(sketch)).items[0]?.canDelete).toBe(false)
    expect((await commentsOf(sketch)).total).toBe(1)
  })
})

describe('the count of comments', () => {
  it('the count is exact after concurrent posts and deletions', async () => {
    const { mira, ines, sketch } = await makePage()
    const first = await Promise.all(Array.from({ length: 10 }, () => addComment(mira, sketch)))
    const gone = first.slice(0, 6)
    await Promise.all([
      ...gone.flatMap(({ id }) => [deleteComment(mira, id), deleteComment(ines, id)]),
      ...Array.from({ length: 8 }, () => addComment(ines, sketch)),
    ])
    const rows = await env.DB.prepare('SELECT count(*) AS n FROM comments WHERE target_id = ?').bind(sketch).first('n')
    expect(rows).toBe(12)
    expect(await countOn(sketch)).toBe(12)
    expect(await commentsOf(sketch, '&count=all')).toMatchObject({ total: 12, items: { length: 12 } })
  })
})

it('visitors read the comments on exactly the sketches that they may see, also those of the first member', async () => {
  const first = await addPerson({ id: 1 })
  const [open, unlisted, mature] = [
    await addSketch(first),
    await addSketch(first, { unlisted: true }),
    await addSketch(first, { mature: true }),
  ]
  expect(await commentsOf(open)).toMatchObject({ total: 0 })
  for (const sketch of [unlisted, mature])
    expect(await errorOf(sendRequest(`/api/comments/${sketch}?type=sketch`))).toEqual([404, 'not_found'])
})
