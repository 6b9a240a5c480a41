import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import { ROWS_TRIED } from '../../../worker/domain/sketch-lists/select-rows.ts'
import { addBlock } from '../../support/worker/albums.ts'
import { runListJobs } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addCoOp, addSketches } from '../../support/worker/sketches.ts'

const HIDDEN = 3 * ROWS_TRIED
/** For each row that is tried: itself, its sketch, and blocks in both directions. */
const ROWS_MAX = 6 * ROWS_TRIED

type Page = { items: { id: number }[]; cursor: string; done: boolean }

let reader: Person
let hidden: Person
let lover: Person
let coOp: number
let oldest: number[]
let newest: number

const run = (sql: string, ...bound: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...bound)
    .run()

/** Fills every list with a new sketch, a long stretch of sketches by an artist whom the reader blocks, and old ones. */
beforeAll(async () => {
  const artist = await addPerson()
  ;[reader, hidden, lover] = [await addPerson(), await addPerson(), await addPerson()]
  coOp = await addCoOp(artist)
  oldest = [...(await addSketches(artist, 3)), coOp]
  await addSketches(hidden, HIDDEN)
  ;[newest = 0] = await addSketches(artist, 1)
  await run('UPDATE sketches SET coop_id = ?, featured_at = id, last_hearted_at = id', coOp)
  await run(`INSERT INTO tags (name) VALUES ('sea')`)
  await run(`INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position) SELECT id, 1, user_id, 0 FROM sketches`)
  await run('UPDATE users SET hearts_available = 10000 WHERE id = ?', lover.id)
  await run('INSERT INTO hearts (sketch_id, user_id, created_at) SELECT id, ?, id FROM sketches', lover.id)
  await run('UPDATE sketches SET featured_at = id, last_hearted_at = id')
  await runListJobs()
  await addBlock(reader, hidden)
  await run(
    'INSERT INTO feed_sketches SELECT ?, id, user_id FROM sketches WHERE true ON CONFLICT DO NOTHING',
    reader.id,
  )
})

const lists: [string, () => string, string][] = [
  ['recent', () => '/recentSketches?format=json', 'recent'],
  ['featured', () => '/featuredSketches?format=json', 'featured'],
  ['hearts', () => '/recentHearts?format=json', 'hearts'],
  ['hearts of a member', () => `/user/${lover.id}/hearts?format=json`, 'hearts-LOVER'],
  ['tag', () => '/tag/sea/sketches?format=json', 'tag-sea'],
  ['tag by hearts', () => '/tag/sea/sketches?format=json&sort=hearts', 'top-tag-sea'],
  ['co-op', () => `/api/v2/coOp/${coOp}?format=json`, 'co-op-COOP'],
  ['friends', () => '/activity/1?format=json&filter=uploads', 'friends'],
]

describe('a list with many sketches that the reader may not see', () => {
  it.each(lists)('the list "%s" goes on behind them, and no page reads more than is tried', async (_, path) => {
    const found: number[] = []
    for (let cursor = '', done = false, pages = 0; !done; pages++) {
      const address = `${path()}&cursor=${cursor}`
      expect(await rowsRead(address, { as: reader })).toBeLessThan(ROWS_MAX)
      const page = await requestJson<Page>(address, { as: reader })
      found.push(...page.items.map(({ id }) => id))
      expect(pages).toBeLessThan(10)
      ;({ cursor, done } = page)
    }
    expect(found.toSorted((a, b) => b - a)).toEqual([newest, ...oldest])
  })

  it.each(lists)('the neighbours of a sketch of the list "%s" are searched among as many rows', async (_, __, list) => {
    const name = list.replace('LOVER', String(lover.id)).replace('COOP', String(coOp))
    const path = `/api/v2/sketch/${newest}/neighbours?in=${name}`
    expect(await rowsRead(path, { as: reader })).toBeLessThan(2 * ROWS_MAX)
    expect(await requestJson<Neighbours>(path, { as: reader })).toEqual({ prev: null, next: null })
  })

  it.each(['recent', 'hearts'])('the gallery of a blocked artist is empty without a search: by %s', async (sort) => {
    const path = `/user/${hidden.id}/sketches?format=json&sort=${sort}`
    expect(await rowsRead(path, { as: reader })).toBeLessThan(20)
    expect(await requestJson<Page>(path, { as: reader })).toMatchObject({ items: [], done: true })
  })

  it('the gallery of an artist by hearts goes on behind unlisted sketches', async () => {
    const artist = await addPerson()
    const [listed = 0] = await addSketches(artist, 1)
    await addSketches(artist, HIDDEN, { unlisted: true })
    await run('UPDATE sketches SET hearts_count = 1 WHERE user_id = ? AND unlisted = 1', artist.id)
    const found: number[] = []
    for (let cursor = '', done = false; !done; ) {
      const address = `/user/${artist.id}/sketches?format=json&sort=hearts&cursor=${cursor}`
      expect(await rowsRead(address, { as: reader })).toBeLessThan(ROWS_MAX)
      const page = await requestJson<Page>(address, { as: reader })
      found.push(...page.items.map(({ id }) => id))
      ;({ cursor, done } = page)
    }
    expect(found).toEqual([listed])
  })
})
