import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type SearchSuggestions, searchSuggestions } from '../../../contract/http/search.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'
import { addTag } from '../../support/worker/tags.ts'

let worlds = 0
/** Returns a word that no other test uses. */
const word = () => `hint${(++worlds).toString(36)}z`

const pathOf = (typed: string) => `/api/v2/search/suggestions?q=${encodeURIComponent(typed)}`
/** Asks as a member, because visitors share a reply for five seconds. */
const suggest = async (typed: string, as: Person | null): Promise<SearchSuggestions> =>
  searchSuggestions.parse(await requestJson(pathOf(typed), { as }))

describe('suggestions for a search', () => {
  it('the typed start of a word suggests tags, artists and sketches', async () => {
    const w = word()
    const [member, artist] = [await addPerson(), await addPerson({ nickname: `${w}ola` })]
    const titled = await addSketch(artist, { title: `${w}boat at noon` })
    const tagged = await addSketch(artist)
    await addTag(tagged, artist, `${w}ink`)
    const found = await suggest(w.slice(0, -1), member)
    expect(found.tags).toEqual([{ name: `${w}ink`, count: 1 }])
    expect(found.artists).toEqual([{ id: artist.id, nickname: `${w}ola`, avatar: null, fans: 0 }])
    expect(found.sketches.map(({ id }) => id)).toEqual([tagged, titled])
  })

  it('tags are suggested by the number of their sketches', async () => {
    const [w, member] = [word(), await addPerson()]
    for (const name of [`${w}rare`, `${w}often`, `${w}often`]) await addTag(await addSketch(member), member, name)
    expect((await suggest(w, member)).tags).toEqual([
      { name: `${w}often`, count: 2 },
      { name: `${w}rare`, count: 1 },
    ])
  })

  it('several words suggest tags of each, in singular and plural', async () => {
    const [w, v, member] = [word(), word(), await addPerson()]
    const sketch = await addSketch(member)
    for (const name of [`${w}boat`, `${v}moonlight`, 'leaf']) await addTag(sketch, member, name)
    const { tags } = await suggest(`the ${w}boat and ${v}moon leaves`, member)
    expect(tags.map(({ name }) => name).sort()).toEqual([`${w}boat`, `${v}moonlight`, 'leaf'].sort())
  })

  it('artists are suggested by the number of their fans, an exact name first', async () => {
    const [w, member] = [word(), await addPerson()]
    const [exact, known, unknown] = [
      await addPerson({ nickname: w }),
      await addPerson({ nickname: `${w} known`, fansCount: 40 }),
      await addPerson({ nickname: `${w} unknown` }),
    ]
    expect((await suggest(w, member)).artists.map(({ id }) => id)).toEqual([exact.id, known.id, unknown.id])
  })

  it('each kind has at most five suggestions', async () => {
    const [w, member] = [word(), await addPerson()]
    for (let n = 0; n < 7; n++) {
      const artist = await addPerson({ nickname: `${w} ${n}` })
      await addTag(await addSketch(artist, { title: w }), artist, `${w}${n}`)
    }
    const { tags, artists, sketches } = await suggest(w, member)
    expect([tags.length, artists.length, sketches.length]).toEqual([5, 5, 5])
  })

  it('a start of more than four words suggests no sketches', async () => {
    const [words, member] = [Array.from({ length: 5 }, word), await addPerson()]
    const sketch = await addSketch(member, { title: words.join(' ') })
    await addTag(sketch, member, `${words[4]}ink`)
    expect((await suggest(words.slice(1).join(' '), member)).sketches.map(({ id }) => id)).toEqual([sketch])
    const { tags, sketches } = await suggest(words.join(' '), member)
    expect([tags.map(({ name }) => name), sketches]).toEqual([[`${words[4]}ink`], []])
  })

  it('without a start only the most used tags are suggested', async () => {
    const [w, member] = [word(), await addPerson()]
    await addTag(await addSketch(member), member, w)
    await env.DB.prepare('UPDATE tags SET sketches_count = 5000 WHERE name = ?').bind(w).run()
    for (const typed of ['', '   ', '#']) {
      const { tags, artists, sketches } = await suggest(typed, member)
      expect([tags[0], artists, sketches]).toEqual([{ name: w, count: 5000 }, [], []])
    }
    const unasked = searchSuggestions.parse(await requestJson('/api/v2/search/suggestions', { as: member }))
    expect(unasked.tags[0]?.name).toBe(w)
  })

  it('artists and sketches across a block are not suggested', async () => {
    const w = word()
    const [member, artist] = [await addPerson(), await addPerson({ nickname: w })]
    await addSketch(artist, { title: w })
    await block(artist, member)
    expect(await suggest(w, member)).toEqual({ tags: [], artists: [], sketches: [] })
  })

  it('mature sketches are suggested only to their artist and to members who show them', async () => {
    const w = word()
    const [artist, member] = [await addPerson(), await addPerson()]
    const matureViewer = await addPerson({ showMature: true })
    const mature = await addSketch(artist, { title: w, mature: true })
    expect((await suggest(w, member)).sketches).toEqual([])
    for (const viewer of [artist, matureViewer])
      expect((await suggest(w, viewer)).sketches.map(({ id }) => id)).toEqual([mature])
  })

  const cacheControlOf = async (as: Person | null) =>
    (await sendRequest(pathOf(word()), { as })).headers.get('cache-control') ?? ''

  it('shared caches may store the suggestions for visitors', async () => {
    expect(await cacheControlOf(null)).toMatch(/^public, max-age=0, s-maxage=[45]$/)
  })

  it('shared caches do not store the suggestions for members', async () => {
    expect(await cacheControlOf(await addPerson())).not.toContain('public')
  })

  it('a start that is too long is refused', async () => {
    expect(await errorOf(sendRequest(pathOf('a'.repeat(201))))).toEqual([400, 'bad_request'])
  })

  it('suggestions read no more rows when there are more sketches, tags and artists', async () => {
    const [w, mira, member] = [word(), await addPerson(), await addPerson()]
    const fill = (from: number, to: number) => {
      const numbers = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`
      return env.DB.batch([
        env.DB.prepare(`INSERT INTO tags (name, sketches_count) ${numbers} SELECT '${w}' || i, 1 + i % 7 FROM n`),
        env.DB.prepare(
          `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
           ${numbers} SELECT '${w} ' || i, '${w} ' || i, '1990-03-03', 1 FROM n`,
        ),
      ])
    }
    const cost = async () => {
      const rows: Record<string, number> = {}
      for (const typed of ['', w.slice(0, 2), w]) rows[typed] = await rowsRead(pathOf(typed), { as: member })
      return rows
    }
    const addTitled = async (count: number) => {
      await addSketches(mira, count)
      await env.DB.prepare('UPDATE sketches SET title = ? WHERE user_id = ?').bind(w, mira.id).run()
    }
    await fill(1, 600)
    await addTitled(20)
    const few = await cost()
    await fill(601, 2000)
    await addTitled(200)
    const many = await cost()
    for (const [typed, rows] of Object.entries(many)) {
      expect([typed, rows]).toEqual([typed, expect.toSatisfy((n: number) => n <= (few[typed] ?? 0) + 10)])
    }
  })
})
