import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person as ListedPerson } from '../../../contract/http/users.ts'
import { addComment, commentsOf, deleteComment, editComment } from '../../support/worker/comments.ts'
import { addFans, addMembers, becomeFan, block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

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

describe('mentions', () => {
  it('a mention is matched by the longest nickname', async () => {
    const { mira, sketch } = await makePage()
    const yuki = await addPerson({ nickname: 'Yuki' })
    const yukiS = await addPerson({ nickname: 'Yuki S.' })
    const text = 'See @yuki s. and @Yuki, not @Yukio or a@yuki.test'
    const { mentions } = await addComment(mira, sketch, text)
    expect(
      mentions.map((mention) => [mention.userId, text.slice(mention.start, mention.start + mention.length)]),
    ).toEqual([
      [yukiS.id, '@yuki s.'],
      [yuki.id, '@Yuki'],
    ])
  })

  it('the mentions of a comment are stored', async () => {
    const { mira, sketch } = await makePage()
    const [noor, vera] = [await addPerson(), await addPerson()]
    const { id } = await addComment(mira, sketch, `@${vera.nickname} and @${noor.nickname}`)
    expect(await mentionsOf(id)).toEqual([noor.id, vera.id])
  })

  it('the list of comments has the mentions of each comment', async () => {
    const { mira, sketch } = await makePage()
    const { mentions } = await addComment(mira, sketch, `hello @${(await addPerson()).nickname}`)
    expect(mentions).toHaveLength(1)
    expect((await commentsOf(sketch)).items[0]?.mentions).toEqual(mentions)
  })

  it('the stored mentions follow edits of the comment', async () => {
    const { mira, sketch } = await makePage()
    const [noor, vera] = [await addPerson(), await addPerson()]
    const { id } = await addComment(mira, sketch, `@${noor.nickname} and @${noor.nickname} again`)
    expect(await mentionsOf(id)).toEqual([noor.id])
    await editComment(mira, id, `@${vera.nickname} instead`)
    expect(await mentionsOf(id)).toEqual([vera.id])
    await editComment(mira, id, 'nobody')
    expect(await mentionsOf(id)).toEqual([])
  })

  it('the stored mentions are deleted with the comment', async () => {
    const { mira, sketch } = await makePage()
    const vera = await addPerson()
    const { id } = await addComment(mira, sketch, `@${vera.nickname}`)
    expect(await mentionsOf(id)).toEqual([vera.id])
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

  it('a query offers no accounts that ended, however many there are', async () => {
    const mira = await addPerson()
    for (const nickname of ['Delannoy', 'Deletia', 'Mergus']) await addPerson({ nickname })
    await env.DB.prepare(
      `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
        SELECT kind.value || ' ' || n.value, kind.value || ':' || n.value, '', 0
        FROM json_each('["deleted","merged"]') AS kind, json_each(?) AS n`,
    )
      .bind(JSON.stringify(Array.from({ length: 100 }, (_, index) => 900_000 + index)))
      .run()
    const names = async (query: string) => (await offered(mira, query)).map(({ nickname }) => nickname)
    expect([await names('del'), await names('delet'), await names('merg')]).toEqual([
      ['Delannoy', 'Deletia'],
      ['Deletia'],
      ['Mergus'],
    ])
    expect([await names('deleted:'), await names('merged:9')]).toEqual([[], []])
    expect(await rowsRead('/api/v2/mention?query=del', { as: mira })).toBeLessThanOrEqual(30)
  })

  describe('among hundreds of members that match', () => {
    let mira: Person
    beforeAll(async () => {
      mira = await addPerson()
      await addFans(mira, await addMembers(300, 'Zzcrowd'))
    })

    it('completion offers eight members', async () => {
      expect(await offered(mira, 'zzc')).toHaveLength(8)
    })

    it('completion reads few rows', async () => {
      expect(await rowsRead('/api/v2/mention?query=zzc', { as: mira })).toBeLessThanOrEqual(30)
      expect(await rowsRead('/api/v2/mention?query=', { as: mira })).toBeLessThanOrEqual(110)
    })
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
