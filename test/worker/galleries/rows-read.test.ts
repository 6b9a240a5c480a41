import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { runListJobs } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addCoOp, addSketches } from '../../support/worker/sketches.ts'

/** Each item of a page costs a row of the order, one of the sketch and one of the artist. */
const ROWS_MAX = 3 * GALLERY_PAGE_SIZE
/** Session, member, id of a tag, and the time of the recommendations. */
const FIXED_ROWS = 5
/** The next of the artist's own mature sketches, which is compared with the last one of a page. */
const OWN_MATURE_ROWS = 3
const HIDDEN = 300

type Page = { items: { id: number }[]; cursor: string }

let artist: Person
let reader: Person
/** Shows mature sketches too. */
let matureViewer: Person
/** Has mature sketches among the others, and does not show mature sketches. */
let matureArtist: Person
let coOp: number

const insertFor = (sql: string, ...bound: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...bound)
    .run()

/** Fills every list, each with a long stretch of sketches at its start that the reader may not see. */
beforeAll(async () => {
  artist = await addPerson()
  reader = await addPerson()
  matureViewer = await addPerson({ showMature: true })
  matureArtist = await addPerson()
  const other = await addPerson()
  coOp = await addCoOp(artist)
  await insertFor('INSERT INTO fans (user_id, fan_id, created_at) VALUES (?, ?, 0)', artist.id, reader.id)
  await addSketches(artist, 120)
  await addSketches(artist, HIDDEN, { unlisted: true })
  await addSketches(other, 100)
  await addSketches(matureArtist, 60, { mature: true })
  await addSketches(other, 100)
  await insertFor('UPDATE sketches SET coop_id = ?, featured_at = id / 200', coOp)
  await insertFor(`INSERT INTO tags (name) VALUES ('sea')`)
  await insertFor(
    `INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position) SELECT id, 1, user_id, 0 FROM sketches`,
  )
  await insertFor('UPDATE users SET hearts_available = 10000 WHERE id = ?', reader.id)
  await insertFor(
    'INSERT INTO hearts (sketch_id, user_id, created_at) SELECT id, ?, ? - id / 200 FROM sketches WHERE listed_for_all = 1',
    reader.id,
    Date.now(),
  )
  await insertFor('UPDATE sketches SET hearts_count = 1, last_hearted_at = ? - id / 200 WHERE mature = 1', Date.now())
  await runListJobs()
  await insertFor(
    'INSERT INTO recommendations (user_id, rank, sketch_id, chosen_at) SELECT ?, id, id, ? FROM sketches WHERE listed_for_all = 1',
    reader.id,
    Date.now(),
  )
})

describe('the cost of galleries', () => {
  const paths: [string, () => string][] = [
    ['recent', () => '/recentSketches?format=json'],
    ['featured', () => '/featuredSketches?format=json'],
    ['hearts', () => '/recentHearts?format=json'],
    ['artist', () => `/user/${artist.id}/sketches?format=json`],
    ['artist by hearts', () => `/user/${artist.id}/sketches?format=json&sort=hearts`],
    ['hearts of a member', () => `/user/${reader.id}/hearts?format=json`],
    ['tag', () => '/tag/sea/sketches?format=json'],
    ['tag by hearts', () => '/tag/sea/sketches?format=json&sort=hearts'],
    ['co-op', () => `/api/v2/coOp/${coOp}?format=json`],
    ['trending', () => '/api/v2/index/trending?page=1'],
    ['tops', () => '/topSketches/2?format=json'],
    ['tops of 7 days', () => '/topSketches/1?format=json&filter=7'],
    ['friends', () => '/activity/1?format=json&filter=uploads'],
    ['recommended', () => '/api/v2/user/recommendations?format=json'],
  ]

  it.each(paths)('a page of the gallery "%s" reads at most three rows per sketch', async (_mode, path) => {
    const first = await requestJson<Page>(path(), { as: reader })
    expect(first.items).toHaveLength(GALLERY_PAGE_SIZE)
    const rows = [await rowsRead(path(), { as: reader })]
    if (path().includes('?format=json')) rows.push(await rowsRead(`${path()}&cursor=${first.cursor}`, { as: reader }))
    expect(Math.max(...rows)).toBeLessThanOrEqual(ROWS_MAX + FIXED_ROWS)
  })

  it.each(paths.slice(0, 9))('deep pages of the gallery "%s" read no more rows than the first', async (_mode, path) => {
    for (const [as, rowsMax] of [
      [reader, ROWS_MAX + FIXED_ROWS],
      [matureViewer, ROWS_MAX + FIXED_ROWS],
      [matureArtist, ROWS_MAX + FIXED_ROWS + OWN_MATURE_ROWS],
    ] as const) {
      const seen = new Set<number>()
      for (let cursor = ''; seen.size < 100; ) {
        const rows = await rowsRead(`${path()}&cursor=${cursor}`, { as })
        expect(rows).toBeLessThanOrEqual(rowsMax)
        const page = await requestJson<Page>(`${path()}&cursor=${cursor}`, { as })
        for (const { id } of page.items) seen.add(id)
        expect(seen.size % GALLERY_PAGE_SIZE).toBe(0)
        cursor = page.cursor
      }
    }
  })
})
