import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { addChallenge } from '../../support/worker/challenges.ts'
import { runListJobs } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addCoOp, addSketches } from '../../support/worker/sketches.ts'

type Page = { items: { id: number }[]; cursor: string; done: boolean }
type Neighbours = Record<'prev' | 'next', { id: number } | null>

/** Has mature sketches in every list, and mature sketches switched off. */
let artist: Person
let matureViewer: Person
let coOp: number
let challenge: number
let ownMature: number[]
let othersMature: Set<number>

const run = (sql: string, ...bound: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...bound)
    .run()

/** Mixes own and others' mature sketches with those for everyone, in lists with many equal keys. */
beforeAll(async () => {
  artist = await addPerson()
  matureViewer = await addPerson({ showMature: true, heartsAvailable: 1000 })
  const other = await addPerson()
  coOp = await addCoOp(other)
  const [own, others] = [[] as number[], [] as number[]]
  for (const count of [1, 6, 2, 9]) {
    await addSketches(other, count)
    own.push(...(await addSketches(artist, count, { mature: true })))
    others.push(...(await addSketches(other, 3, { mature: true })))
    await addSketches(artist, 2)
  }
  await addSketches(other, 30)
  ownMature = own
  othersMature = new Set(others)
  await run('UPDATE sketches SET coop_id = ?1, parent_id = iif(id = ?1, NULL, ?1), featured_at = id / 7', coOp)
  await run(`INSERT INTO tags (name) VALUES ('sea')`)
  await run('INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position) SELECT id, 1, user_id, 0 FROM sketches')
  const now = Date.now()
  const [first, second] = [await addPerson({ heartsAvailable: 1000 }), matureViewer]
  for (const [giver, every] of [
    [first, 1],
    [second, 3],
  ] as const) {
    await run(
      'INSERT INTO hearts (sketch_id, user_id, created_at) SELECT id, ?, ? - id / 5 * 1000 FROM sketches WHERE id % ? = 0',
      ...[giver.id, now, every],
    )
  }
  challenge = await addChallenge(other)
  await run(
    `INSERT INTO challenge_entries (challenge_id, sketch_id, artist_id, entered_at, listed, listed_for_all)
      SELECT ?, id, user_id, 0, listed, listed_for_all FROM sketches`,
    challenge,
  )
  await runListJobs(now + 1000)
})

/** All ids of a list, by its cursors. */
async function readAll(path: string, as: Person): Promise<number[]> {
  const ids: number[] = []
  for (let cursor = '', done = false; !done; ) {
    const reply = await requestJson<Page & { sketches?: Page }>(`${path}cursor=${cursor}`, { as })
    const page = reply.sketches ?? reply
    ids.push(...page.items.map(({ id }) => id))
    ;({ cursor, done } = page)
  }
  return ids
}

/** The list as the artist should see it: that of a member who shows mature sketches, without those of others. */
async function expectedOf(path: string): Promise<number[]> {
  const all = await readAll(path, matureViewer)
  return all.filter((id) => !othersMature.has(id))
}

const LISTS: [name: string, list: string, path: () => string][] = [
  ['recent', 'recent', () => '/recentSketches?format=json&'],
  ['featured', 'featured', () => '/featuredSketches?format=json&'],
  ['hearts', 'hearts', () => '/recentHearts?format=json&'],
  ['tag', 'tag-sea', () => '/tag/sea/sketches?format=json&'],
  ['tag by hearts', 'top-tag-sea', () => '/tag/sea/sketches?format=json&sort=hearts&'],
  ['co-op', 'co-op', () => `/api/v2/coOp/${coOp}?format=json&`],
  ['challenge', 'challenge', () => `/api/v2/challenge/${challenge}?`],
  ['trending', 'trending', () => '/api/v2/index/trending?'],
  ['tops', 'tops', () => '/topSketches/1?format=json&'],
  ['tops of 7 days', 'tops7', () => '/topSketches/1?format=json&filter=7&'],
]

describe('own mature sketches of an artist who does not show mature sketches', () => {
  it.each(LISTS)('the pages of the list "%s" show each of them once, in its place', async (_name, _list, path) => {
    const expected = await expectedOf(path())
    expect(expected.filter((id) => ownMature.includes(id))).toHaveLength(ownMature.length)
    expect(await readAll(path(), artist)).toEqual(expected)
  })

  it.each(LISTS)('the neighbours of each one in "%s" are those in the list', async (_name, list, path) => {
    const ids = await readAll(path(), artist)
    const name = list === 'co-op' ? `co-op-${coOp}` : list === 'challenge' ? `challenge-${challenge}` : list
    const near = ids.flatMap((id, index) =>
      ids.slice(index - 1, index + 2).some((at) => ownMature.includes(at)) ? [{ id, index }] : [],
    )
    const found = await Promise.all(
      near.map(({ id }) => requestJson<Neighbours>(`/api/v2/sketch/${id}/neighbours?in=${name}`, { as: artist })),
    )
    expect(found.map(({ prev, next }) => [prev?.id, next?.id])).toEqual(
      near.map(({ index }) => [ids[index - 1], ids[index + 1]]),
    )
  })

  it.each([
    ['pages of top sketches', (page: number) => `/topSketches/${page + 1}?format=json`],
    ['pages of trending sketches', (page: number) => `/api/v2/index/trending?page=${page + 1}`],
    ['offsets in top sketches', (page: number) => `/api/v2/search/tops?limit=25&offset=${page * GALLERY_PAGE_SIZE}`],
  ])('%s by number continue each other', async (name, pathOf) => {
    const expected = await readAll(
      name.includes('trending') ? '/api/v2/index/trending?' : '/topSketches/1?format=json&',
      artist,
    )
    const pages = Math.ceil(expected.length / GALLERY_PAGE_SIZE)
    const found = await Promise.all(
      Array.from({ length: pages }, (_, page) => requestJson<Page>(pathOf(page), { as: artist })),
    )
    expect(found.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(expected)
  })

  it('a page of top sketches may begin anywhere among them', async () => {
    const expected = await readAll('/topSketches/1?format=json&', artist)
    const offsets = expected.map((_, offset) => offset)
    const found = await Promise.all(
      offsets.map((offset) => requestJson<Page>(`/api/v2/search/tops?limit=1&offset=${offset}`, { as: artist })),
    )
    expect(found.map(({ items }) => items[0]?.id)).toEqual(expected)
  })
})
