import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { TAGS_PER_SKETCH_MAX } from '../../../contract/limits.ts'
import { addPerson } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addPicture } from '../../support/worker/uploads.ts'
import { editBodyOf } from '../role-table.ts'

const suggestions = async (query: string) =>
  (await requestJson<{ items: string[] }>(`/api/v2/tags?query=${encodeURIComponent(query)}`)).items

beforeEach(async () => {
  await env.DB.exec('DELETE FROM sketches')
})

describe('suggested tags', () => {
  it('suggestions begin with the query, most used first', async () => {
    const mira = await addPerson()
    for (const tags of [['sea', 'seagull'], ['seagull', 'sky'], ['seal', 'seagull'], ['seal']]) {
      await addPicture(mira, { tags })
    }
    expect(await suggestions('sea')).toEqual(['seagull', 'seal', 'sea'])
    expect(await suggestions('#SEAG')).toEqual(['seagull'])
    expect(await suggestions('gull')).toEqual([])
  })

  it.each(['', '   ', '#', '%', '_', '!!'])('an empty query suggests nothing: %j', async (query) => {
    await addPicture(await addPerson(), { tags: ['sea'] })
    expect(await suggestions(query)).toEqual([])
  })

  it('there are at most eight suggestions', async () => {
    await addPicture(await addPerson(), { tags: Array.from({ length: 12 }, (_, index) => `tide-${index}`) })
    expect(await suggestions('tide')).toHaveLength(8)
  })

  it('a tag is not suggested after its last sketch was deleted', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira, { tags: ['ebb'] })
    expect(await suggestions('eb')).toEqual(['ebb'])
    await sendRequest(`/api/v2/sketch/${sketch.id}`, { as: mira, body: { action: 'delete' } })
    expect(await suggestions('eb')).toEqual([])
  })

  it('a tag that only unlisted or mature sketches have is not suggested', async () => {
    const mira = await addPerson({ showMature: true })
    await addPicture(mira, { tags: ['secret-place'], unlisted: true })
    await addPicture(mira, { tags: ['secret-life'], mature: true })
    expect(await suggestions('secret')).toEqual([])
  })

  it('unused and rare tags before it do not hide a popular tag', async () => {
    await env.DB.prepare(
      `INSERT INTO tags (name, sketches_count)
        WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
        SELECT 'port-' || i, i % 2 FROM n UNION ALL SELECT 'portrait', 20`,
    ).run()
    for (const query of ['por', 'port', 'portr']) expect((await suggestions(query))[0]).toBe('portrait')
    expect(await suggestions('port-298')).toEqual([])
    expect(await suggestions('port-299')).toEqual(['port-299'])
  })

  it('a missing query and a too long query are refused', async () => {
    expect(await errorOf(sendRequest('/api/v2/tags'))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest(`/api/v2/tags?query=${'a'.repeat(33)}`))).toEqual([400, 'bad_request'])
  })

  it.each(['wat', 'water'])('suggestions read no more rows when there are more tags: %s', async (query) => {
    const fill = (from: number, to: number) =>
      env.DB.prepare(
        `INSERT INTO tags (name, sketches_count)
          WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
          SELECT 'water-' || i, 1 + i % 7 FROM n WHERE true ON CONFLICT DO NOTHING`,
      )
        .bind(from, to)
        .run()
    await fill(1, 100)
    const few = await rowsRead(`/api/v2/tags?query=${query}`)
    await fill(101, 3000)
    expect(await rowsRead(`/api/v2/tags?query=${query}`)).toBeLessThanOrEqual(few + 10)
  })
})

describe('tags without use', () => {
  const tagsLike = async (name: string) =>
    (await env.DB.prepare('SELECT name FROM tags WHERE name LIKE ?').bind(name).all<{ name: string }>()).results.length

  it('fifty edits with twenty new tags each leave twenty tags, and the deleted sketch none', async () => {
    const mira = await addPerson()
    const { id } = await addPicture(mira, { tags: ['moor-first'] })
    for (let edit = 0; edit < 50; edit++) {
      const tags = Array.from({ length: TAGS_PER_SKETCH_MAX }, (_, index) => `moor-${edit}-${index}`)
      await jsonOf(sendRequest(`/sketch/${id}/edit`, { as: mira, body: editBodyOf({ tags }) }))
    }
    expect(await tagsLike('moor-%')).toBe(TAGS_PER_SKETCH_MAX)
    await jsonOf(sendRequest(`/api/v2/sketch/${id}`, { as: mira, body: { action: 'delete' } }))
    expect(await tagsLike('moor-%')).toBe(0)
  })

  it('a tag stays as long as another sketch has it, a member follows it, or it has an alias', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const { id } = await addPicture(mira, { tags: ['fen-shared', 'fen-followed', 'fen-aliased', 'fen-alone'] })
    await addPicture(mira, { tags: ['fen-shared'] })
    const follow = (tag: string, call = 'follow') =>
      jsonOf(sendRequest(`/api/v2/tag/${call}`, { as: mira, body: { tag } }))
    await follow('fen-followed')
    const alias = { alias: 'fenland', tag: 'fen-aliased', reason: 'The same word.' }
    await jsonOf(sendRequest('/api/v2/tags/alias', { as: staff, body: alias }))
    await jsonOf(sendRequest(`/sketch/${id}/edit`, { as: mira, body: editBodyOf({ tags: [] }) }))
    expect(await tagsLike('fen-%')).toBe(3)
    await follow('fen-followed', 'unfollow')
    expect(await tagsLike('fen-followed')).toBe(0)
  })
})
