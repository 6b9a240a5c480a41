import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { GroupList } from '../../../contract/http/groups.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { findMember } from '../../../worker/domain/users/viewer.ts'
import { chooseRecommendations } from '../../../worker/features/galleries/recommended.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { runListJobs, runNamed } from '../../support/worker/jobs.ts'
import { deleteAccount } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRows, rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addCoOp, addSketch, addSketches } from '../../support/worker/sketches.ts'

const HOUR_MS = 3_600_000

const idsOf = ({ items }: SketchList) => items.map(({ id }) => id)
const list = (path: string, as: Person | null = null) => requestJson<SketchList>(path, { as })
const ids = async (path: string, as: Person | null = null) => idsOf(await list(path, as))

/** Follows the cursor to the end and returns the ids of each page. */
async function pagesOf(path: string, as: Person | null = null): Promise<number[][]> {
  const pages: number[][] = []
  for (let cursor = ''; ; ) {
    const page = await list(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`, as)
    pages.push(idsOf(page))
    if (page.done) return pages
    cursor = page.cursor
  }
}

async function heart(sketchId: number, from: Person, at = Date.now()): Promise<void> {
  await env.DB.prepare('INSERT INTO hearts (sketch_id, user_id, created_at) VALUES (?, ?, ?)')
    .bind(sketchId, from.id, at)
    .run()
}

async function feature(sketchId: number, at = Date.now()): Promise<void> {
  await env.DB.prepare('UPDATE sketches SET featured_at = ? WHERE id = ?').bind(at, sketchId).run()
}

async function follow(fan: Person, artist: Person): Promise<void> {
  await env.DB.prepare('INSERT INTO fans (user_id, fan_id, created_at) VALUES (?, ?, ?)')
    .bind(artist.id, fan.id, Date.now())
    .run()
}

async function addTag(sketchId: number, artist: Person, name: string): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('INSERT INTO tags (name) VALUES (?) ON CONFLICT DO NOTHING').bind(name),
    env.DB.prepare(
      'INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position) SELECT ?, id, ?, 0 FROM tags WHERE name = ?',
    ).bind(sketchId, artist.id, name),
  ])
}

describe('the featured gallery [1 §2]', () => {
  it('the gallery contains featured sketches, latest featured first, whatever their age', async () => {
    const artist = await addPerson()
    const [newest = 0, middle = 0, oldest = 0] = await addSketches(artist, 3)
    await feature(newest, 1_900_000_000_000)
    await feature(oldest, 1_900_000_000_001)
    const shown = await list('/featuredSketches')
    expect(idsOf(shown).slice(0, 2)).toEqual([oldest, newest])
    expect(idsOf(shown)).not.toContain(middle)
    expect(shown.items[0]?.featured).toBe(true)
  })
})

describe('the gallery of hearts [1 §7 recentHearts]', () => {
  it('a sketch is listed once, by its latest heart', async () => {
    const [artist, firstGiver, secondGiver] = [await addPerson(), await addPerson(), await addPerson()]
    const [a = 0, b = 0] = await addSketches(artist, 2)
    const now = Date.now()
    await heart(a, firstGiver, now - 3000)
    await heart(b, firstGiver, now - 2000)
    await heart(a, secondGiver, now - 1000)
    const shown = await ids('/recentHearts', firstGiver)
    expect(shown.filter((id) => id === a || id === b)).toEqual([a, b])
  })

  it('the hearts of a member list the sketches they gave hearts to', async () => {
    const [artist, giver] = [await addPerson(), await addPerson()]
    const [a = 0, , c = 0] = await addSketches(artist, 3)
    await heart(c, giver, 1000)
    await heart(a, giver, 2000)
    expect(await ids(`/user/${giver.id}/hearts?format=json`)).toEqual([a, c])
  })

  it('the hearts of a deleted member count, and are not listed', async () => {
    const [artist, giver] = [await addPerson(), await addPerson()]
    const id = await addSketch(artist)
    await heart(id, giver, 1000)
    await deleteAccount(giver)
    for (const as of [null, artist]) expect(await ids(`/user/${giver.id}/hearts?format=json`, as)).toEqual([])
    expect((await list(`/user/${artist.id}/sketches?format=json`)).items).toMatchObject([{ id, hearts: 1 }])
  })

  it('across a block the hearts and groups of a member are not listed [1 §5]', async () => {
    const [artist, giver, blocked] = [await addPerson(), await addPerson(), await addPerson()]
    await heart(await addSketch(artist), giver, 1000)
    await addGroup(giver, 'Waders', await addSketch(giver))
    await block(giver, blocked)
    const seenBy = async (as: Person) => [
      (await ids(`/user/${giver.id}/hearts?format=json`, as)).length,
      (await requestJson<GroupList>(`/api/v2/group?action=groupsForUser&userId=${giver.id}`, { as })).items.length,
    ]
    expect([await seenBy(artist), await seenBy(blocked)]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })
})

describe('the gallery of an artist', () => {
  it('the gallery has 25 sketches a page, latest first, each of them once', async () => {
    const artist = await addPerson()
    const made = await addSketches(artist, 60)
    const pages = await pagesOf(`/user/${artist.id}/sketches?format=json`)
    expect(pages.map((page) => page.length)).toEqual([25, 25, 10])
    expect(pages.flat()).toEqual(made)
  })

  it('the gallery can be sorted by hearts', async () => {
    const artist = await addPerson()
    const made = await addSketches(artist, 60)
    const oldest = made.at(-1) ?? 0
    await heart(oldest, await addPerson())
    const byHearts = await pagesOf(`/user/${artist.id}/sketches?format=json&sort=hearts`)
    expect(byHearts.flat()).toEqual([oldest, ...made.slice(0, -1)])
  })

  it('a page of the gallery can be requested by its number', async () => {
    const artist = await addPerson()
    const made = await addSketches(artist, 60)
    const second = await list(`/user/${artist.id}/sketches?format=json&page=2`)
    expect([idsOf(second), second.page]).toEqual([made.slice(25, 50), 2])
  })

  it('the cursor of a numbered page leads to the next page', async () => {
    const artist = await addPerson()
    const made = await addSketches(artist, 60)
    const { cursor } = await list(`/user/${artist.id}/sketches?format=json&page=2`)
    expect(await ids(`/user/${artist.id}/sketches?format=json&cursor=${cursor}`)).toEqual(made.slice(50))
  })

  it('only the artist sees their unlisted, mature and hidden sketches', async () => {
    const artist = await addPerson()
    const open = await addSketch(artist)
    const hidden = [
      await addSketch(artist, { unlisted: true }),
      await addSketch(artist, { mature: true }),
      await addSketch(artist, { violation: 'notsketch' }),
    ]
    const path = `/user/${artist.id}/sketches?format=json`
    expect(await ids(path)).toEqual([open])
    expect(await ids(path, await addPerson())).toEqual([open])
    expect(await ids(path, artist)).toEqual([...hidden.reverse(), open])
  })
})

describe('the gallery of a tag [1 §2]', () => {
  it('a tag matches in any spelling', async () => {
    const artist = await addPerson()
    const [a = 0, b = 0, c = 0] = await addSketches(artist, 3)
    for (const id of [a, c]) await addTag(id, artist, 'night-sea')
    expect(await ids('/tag/Night%20Sea/sketches?format=json')).toEqual([a, c])
    expect(await ids('/tag/night-sea/sketches?format=json')).not.toContain(b)
  })

  it('the gallery can be sorted by hearts', async () => {
    const artist = await addPerson()
    const [latest = 0, liked = 0] = await addSketches(artist, 2)
    for (const id of [latest, liked]) await addTag(id, artist, 'night-pier')
    await heart(liked, await addPerson())
    expect(await ids('/tag/night-pier/sketches?format=json&sort=hearts')).toEqual([liked, latest])
  })

  it('the gallery excludes unlisted sketches', async () => {
    const artist = await addPerson()
    const id = await addSketch(artist)
    await addTag(id, artist, 'heron')
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(id).run()
    expect(await ids('/tag/heron/sketches?format=json', await addPerson({ showMature: true }))).toEqual([])
  })

  it('the gallery shows mature sketches only to viewers who show them', async () => {
    const artist = await addPerson()
    const id = await addSketch(artist)
    await addTag(id, artist, 'egret')
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(id).run()
    expect(await ids('/tag/egret/sketches?format=json', await addPerson())).toEqual([])
    expect(await ids('/tag/egret/sketches?format=json', await addPerson({ showMature: true }))).toEqual([id])
  })

  it('an unused tag has an empty gallery', async () => {
    expect(await list('/tag/nobody-used-this/sketches?format=json')).toMatchObject({ items: [], done: true })
  })
})

describe('ranked lists', () => {
  it('the trending list prefers recent hearts to more hearts some days ago', async () => {
    const artist = await addPerson()
    const [now = 0, before = 0] = await addSketches(artist, 2)
    const at = Date.now()
    for (let count = 0; count < 3; count++) await heart(now, await addPerson(), at - HOUR_MS)
    for (let count = 0; count < 6; count++) await heart(before, await addPerson(), at - 80 * HOUR_MS)
    await runListJobs(at)
    const shown = await ids('/api/v2/index/trending?page=1', artist)
    expect(shown.indexOf(now)).toBeLessThan(shown.indexOf(before))
    expect(shown).toContain(before)
  })

  it('the trending list counts a feature more than a heart', async () => {
    const artist = await addPerson()
    const [hearted = 0, featured = 0] = await addSketches(artist, 2)
    await heart(hearted, await addPerson())
    await feature(featured)
    await runListJobs()
    const shown = await ids('/api/v2/index/trending', artist)
    expect(shown.indexOf(featured)).toBeLessThan(shown.indexOf(hearted))
  })

  it('the top lists count the hearts of 7 days, of 30 days or of all time', async () => {
    const artist = await addPerson()
    const [week = 0, month = 0, ever = 0] = await addSketches(artist, 3)
    const at = Date.now()
    const give = async (sketch: number, count: number, days: number) => {
      for (let given = 0; given < count; given++) await heart(sketch, await addPerson(), at - days * 24 * HOUR_MS)
    }
    await give(week, 10, 1)
    await give(month, 20, 20)
    await give(ever, 30, 200)
    await runListJobs(at)
    const ours = (shown: number[]) => shown.filter((id) => [week, month, ever].includes(id))
    expect(ours(await ids('/topSketches/1?format=json&filter=7', artist))).toEqual([week])
    expect(ours(await ids('/topSketches/1?format=json&filter=30', artist))).toEqual([month, week])
    expect(ours(await ids('/topSketches/1?format=json', artist))).toEqual([ever, month, week])
    expect(ours(await ids('/topSketches/1?format=json&filter', artist))).toEqual([ever, month, week])
    expect(ours(await ids('/api/v2/search/tops?days=30&limit=25&offset=0', artist))).toEqual([month, week])
  })

  it('the top lists have no gaps where mature sketches are hidden, by page, cursor and offset', async () => {
    const artist = await addPerson()
    const open = await addSketches(artist, 30)
    const mature = await addSketches(artist, 30, { mature: true })
    await env.DB.prepare('UPDATE sketches SET hearts_count = 1000 + id WHERE user_id = ?').bind(artist.id).run()
    await runListJobs()
    const reader = await addPerson()
    const tops = [
      await ids('/topSketches/1?format=json', reader),
      await ids('/topSketches/2?format=json', reader),
    ].flat()
    expect(tops.slice(0, 30)).toEqual(open)
    expect(await ids('/api/v2/search/tops?limit=10&offset=5', reader)).toEqual(open.slice(5, 15))
    const all = await ids('/topSketches/1?format=json', await addPerson({ showMature: true }))
    expect(all).toEqual(mature.slice(0, 25))
  })

  it('the job writes only ranks that differ', async () => {
    const artist = await addPerson()
    const [first = 0, second = 0] = await addSketches(artist, 2)
    const at = Date.now()
    for (const sketch of [first, first, second]) await heart(sketch, await addPerson(), at - HOUR_MS)
    await runListJobs(at)
    const rank = (now: number) => countRows((bindings) => runNamed(['rank sketches'], bindings, now))
    expect((await rank(at + 1000)).written).toBe(0)
    await env.DB.prepare('DELETE FROM hearts WHERE sketch_id = ?').bind(first).run()
    expect((await rank(at + 2000)).written).toBeGreaterThan(0)
    const shown = await ids('/topSketches/1?format=json&filter=7', artist)
    expect([shown.includes(first), shown.includes(second)]).toEqual([false, true])
  })

  it('the ranked lists change only when the job runs', async () => {
    const artist = await addPerson()
    const [a = 0] = await addSketches(artist, 1)
    await heart(a, await addPerson())
    await runListJobs()
    const before = await ids('/topSketches/1?format=json&filter=7', artist)
    const late = await addSketch(artist)
    await heart(late, await addPerson())
    expect(await ids('/topSketches/1?format=json&filter=7', artist)).toEqual(before)
    await runListJobs()
    expect(await ids('/topSketches/1?format=json&filter=7', artist)).toContain(late)
  })
})

describe('the feed of followed artists [1 §2]', () => {
  const friends = (as: Person) => ids('/activity/1?format=json&filter=uploads&pageSize=25', as)

  it('the feed of a new fan has the newest sketches of the artist alone', async () => {
    const [fan, artist, other] = [await addPerson(), await addPerson(), await addPerson()]
    await addSketches(other, 2)
    const made = await addSketches(artist, 30)
    await follow(fan, artist)
    expect(await friends(fan)).toEqual(made.slice(0, 25))
  })

  it('new sketches of all followed artists arrive in order', async () => {
    const [fan, firstArtist, secondArtist] = [await addPerson(), await addPerson(), await addPerson()]
    await follow(fan, firstArtist)
    await follow(fan, secondArtist)
    const posted = [await addSketch(firstArtist), await addSketch(secondArtist), await addSketch(firstArtist)]
    await runListJobs()
    expect(await friends(fan)).toEqual(posted.reverse())
  })

  it('a sketch reaches thousands of fans in portions', async () => {
    const artist = await addPerson()
    await env.DB.prepare(
      `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
       SELECT 'fan ' || i, 'fan ' || i, '1990-01-01', 0 FROM n`,
    ).run()
    await env.DB.prepare(
      `INSERT INTO fans (user_id, fan_id, created_at) SELECT ?, id, 0 FROM users WHERE nickname_key LIKE 'fan %'`,
    )
      .bind(artist.id)
      .run()
    const sketch = await addSketch(artist)
    await runListJobs()
    const reached = await env.DB.prepare('SELECT count(*) AS fans FROM feed_sketches WHERE sketch_id = ?')
      .bind(sketch)
      .first()
    const left = await env.DB.prepare('SELECT count(*) AS left FROM fan_outs WHERE sketch_id = ?').bind(sketch).first()
    expect([reached, left]).toEqual([{ fans: 2100 }, { left: 0 }])
  })

  it('a block in either direction empties the feed', async () => {
    const [fan, artist] = [await addPerson(), await addPerson()]
    await addSketch(artist)
    await follow(fan, artist)
    await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)')
      .bind(artist.id, fan.id)
      .run()
    expect(await friends(fan)).toEqual([])
    await expect(follow(fan, artist)).rejects.toThrow('blocked')
  })

  it('the feed needs a login', async () => {
    expect(await errorOf(sendRequest('/activity/1?format=json&filter=uploads'))).toEqual([401, 'not_logged_in'])
  })
})

describe('recommendations', () => {
  const recommended = (as: Person) => ids('/api/v2/user/recommendations', as)

  it('a new member gets trending sketches as recommendations', async () => {
    const [trending = 0] = await addSketches(await addPerson(), 1)
    for (let count = 0; count < 4; count++) await heart(trending, await addPerson())
    await runListJobs()
    expect(await recommended(await addPerson())).toContain(trending)
  })

  it('recommendations begin with sketches that members with the same hearts like', async () => {
    const [viewer, alike] = [await addPerson(), await addPerson()]
    const [shared = 0, liked = 0] = await addSketches(await addPerson(), 2)
    await heart(shared, viewer)
    await heart(shared, alike)
    await heart(liked, alike)
    // Recommendations are chosen after the reply to the first request for them.
    await recommended(viewer)
    const chosen = await recommended(viewer)
    expect(chosen[0]).toBe(liked)
    expect(chosen).not.toContain(shared)
  })

  it('recommendations leave out seen and own sketches and those hidden by a block', async () => {
    const [artist, blocked, viewer] = [await addPerson(), await addPerson(), await addPerson()]
    const [seen = 0, unseen = 0] = await addSketches(artist, 2)
    const hidden = await addSketch(blocked)
    const own = await addSketch(viewer)
    for (const id of [seen, unseen, hidden, own]) {
      for (let count = 0; count < 6; count++) await heart(id, await addPerson())
    }
    await env.DB.prepare('INSERT INTO sketch_views (viewer_key, sketch_id, day) VALUES (?, ?, 1)')
      .bind(`member:${viewer.id}`, seen)
      .run()
    await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)')
      .bind(viewer.id, blocked.id)
      .run()
    await runListJobs()
    await recommended(viewer)
    const chosen = await recommended(viewer)
    expect(chosen).toContain(unseen)
    for (const id of [seen, hidden, own]) expect(chosen).not.toContain(id)
  })

  it('a member who has seen all sketches gets trending ones, which are chosen once in six hours', async () => {
    const viewer = await addPerson()
    const [trending = 0] = await addSketches(await addPerson(), 100)
    for (let count = 0; count < 4; count++) await heart(trending, await addPerson())
    await runListJobs()
    await env.DB.prepare('INSERT INTO sketch_views (viewer_key, sketch_id, day) SELECT ?, id, 1 FROM sketches')
      .bind(`member:${viewer.id}`)
      .run()
    const cost = () => rowsRead('/api/v2/user/recommendations', { as: viewer })
    const first = await cost()
    expect(await cost()).toBeLessThan(first / 2)
    expect(await recommended(viewer)).toContain(trending)
  })

  it('a choice of recommendations reads no more rows for an artist with mature sketches', async () => {
    const [member, artist] = [await addPerson(), await addPerson({ showMature: false })]
    await addSketches(artist, 300, { mature: true })
    await addSketches(await addPerson(), 600)
    const rows = await rowsRead('/api/v2/user/recommendations', { as: member })
    expect(await rowsRead('/api/v2/user/recommendations', { as: artist })).toBeLessThanOrEqual(rows + 5)
  })

  it('of recommendations that are chosen at the same time, one choice is stored', async () => {
    const { id } = await addPerson()
    await addSketches(await addPerson(), 100)
    const now = Date.now()
    const written = async (at: number) => {
      const counted = await countRows(async ({ DB }) => {
        const db = openDb(DB)
        const member = await findMember(db, id)
        if (member) await chooseRecommendations(db, member, at)
      })
      return counted.written
    }
    expect(await written(now)).toBeGreaterThan(100)
    expect(await written(now + 1)).toBe(0)
    expect(await written(now + 6 * 3_600_000)).toBeGreaterThan(200)
  })

  it('recommendations need a login', async () => {
    expect(await errorOf(sendRequest('/api/v2/user/recommendations'))).toEqual([401, 'not_logged_in'])
  })
})

describe('the gallery of a co-op [1 §2]', () => {
  it('the gallery lists the continuations before the first sketch', async () => {
    const artist = await addPerson()
    const coOp = await addCoOp(artist)
    const continuation = await addSketch(await addPerson(), { coopId: coOp, parentId: coOp })
    expect(await ids(`/api/v2/coOp/${coOp}`)).toEqual([continuation, coOp])
  })

  it('a sketch that is not a co-op has no such gallery', async () => {
    const sketch = await addSketch(await addPerson())
    expect(await errorOf(sendRequest(`/api/v2/coOp/${sketch}`))).toEqual([404, 'not_found'])
  })
})

describe('cursors of galleries', () => {
  const lists = [
    '/recentSketches',
    '/featuredSketches',
    '/recentHearts',
    '/user/1/sketches?format=json',
    '/user/1/sketches?format=json&sort=hearts',
    '/user/1/hearts?format=json',
    '/tag/cursor/sketches?format=json',
    '/api/v2/coOp/1',
    '/api/v2/user/recommendations',
    '/activity/1?format=json&filter=uploads',
  ]

  it.each(lists)('the cursor of another list and a forged one are refused by %s', async (path) => {
    const member = await addPerson()
    const artist = await addPerson()
    await addTag(await addSketch(artist), artist, 'cursor')
    for (const cursor of ['nonsense', btoa('["foreign",1]'), btoa('["recent","1"]'), btoa('{}')]) {
      const forgedPath = `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
      expect([cursor, await errorOf(sendRequest(forgedPath, { as: member }))]).toEqual([
        cursor,
        [400, expect.any(String)],
      ])
    }
  })
})
