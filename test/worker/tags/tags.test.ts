import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addPerson } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addPicture } from '../../support/worker/uploads.ts'

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

  it('a missing query and a too long query are refused', async () => {
    expect(await errorOf(sendRequest('/api/v2/tags'))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest(`/api/v2/tags?query=${'a'.repeat(33)}`))).toEqual([400, 'bad_request'])
  })

  it('suggestions read no more rows when there are more tags', async () => {
    const fill = (from: number, to: number) =>
      env.DB.prepare(
        `INSERT INTO tags (name, sketches_count)
          WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
          SELECT 'water-' || i, 1 + i % 7 FROM n`,
      )
        .bind(from, to)
        .run()
    await fill(1, 100)
    const few = await rowsRead('/api/v2/tags?query=wat')
    await fill(101, 3000)
    expect(await rowsRead('/api/v2/tags?query=wat')).toBeLessThanOrEqual(few + 10)
  })
})
