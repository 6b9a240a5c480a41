import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SketchItem, SketchList } from '../../../contract/http/sketches.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

const HOUR_MS = 3_600_000

const recent = (as: Person | null = null, cursor = '') =>
  requestJson<SketchList>(`/recentSketches${cursor && `?cursor=${cursor}`}`, { as })

const idsOf = ({ items }: SketchList) => items.map(({ id }) => id)

/** Returns the ids of all sketches in the gallery, page by page. Calls `between` after every page. */
async function walk(as: Person, between: () => Promise<unknown> = async () => {}): Promise<number[]> {
  const ids: number[] = []
  for (let cursor = '', done = false; !done; ) {
    const list = await recent(as, cursor)
    ids.push(...idsOf(list))
    expect(list.items.length).toBeLessThanOrEqual(25)
    expect(list.done).toBe(list.cursor === '')
    ;({ cursor, done } = list)
    await between()
  }
  return ids
}

// Starts every test an hour after the last, because replies to visitors are cached for five seconds.
let now = Date.now()
function passAnHour(): void {
  now += HOUR_MS
  vi.setSystemTime(now)
}
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  passAnHour()
  await env.DB.exec('DELETE FROM sketches')
})
afterEach(() => vi.useRealTimers())

describe('the recent gallery [1 §7 recentSketches]', () => {
  it('the first page of an empty gallery is the last one', async () => {
    expect(await recent()).toEqual({ items: [], cursor: '', done: true })
    expect(await recent(await addPerson())).toEqual({ items: [], cursor: '', done: true })
  })

  it('the gallery has 25 sketches a page, newest first [1 §9]', async () => {
    const mira = await addPerson()
    const made = await addSketches(mira, 60)
    const first = await recent(mira)
    expect(idsOf(first)).toEqual(made.slice(0, 25))
    expect(await walk(mira)).toEqual(made)
    const second = await recent(mira, first.cursor)
    const third = await recent(mira, second.cursor)
    expect([second.items.length, second.done, third.items.length, third.done]).toEqual([25, false, 10, true])
  })

  it('a full last page ends the gallery', async () => {
    const mira = await addPerson()
    const made = await addSketches(mira, 25)
    expect(await recent(mira)).toMatchObject({ done: true, cursor: '' })
    expect(await walk(mira)).toEqual(made)
  })

  it('the cursor neither repeats nor loses sketches while others are added and deleted', async () => {
    const mira = await addPerson()
    const made = await addSketches(mira, 60)
    const gone = made.slice(30, 34)
    const walked = await walk(mira, async () => {
      await addSketch(mira)
      await env.DB.prepare('DELETE FROM sketches WHERE id = ?')
        .bind(gone.pop() ?? 0)
        .run()
    })
    expect(new Set(walked).size).toBe(walked.length)
    expect(made.filter((id) => !walked.includes(id)).every((id) => made.slice(30, 34).includes(id))).toBe(true)
    expect(walked.every((id) => made.includes(id))).toBe(true)
  })

  it('an item has the fields of listed sketches [1 §3]', async () => {
    const mira = await addPerson({ avatarKey: 'f'.repeat(40) })
    const id = await addSketch(mira, { title: 'Low tide', altText: 'Mud and gulls', createdAt: Date.UTC(2026, 4, 3) })
    const { items } = await recent()
    expect(items).toEqual([
      {
        id,
        imageUrl: expect.stringMatching(/^\/image\/[0-9a-f]{40}$/),
        title: 'Low tide',
        alt: 'Mud and gulls',
        userId: mira.id,
        nickname: mira.nickname,
        avatar: `/image/${'f'.repeat(40)}`,
        width: 1200,
        height: 900,
        thumbhash: '',
        mat: null,
        featured: false,
        hearts: 0,
        likes: 0,
        comments: 0,
        dateCreated: '20260503000000',
        unlisted: false,
        mature: false,
        video: false,
        compoPlace: null,
      } satisfies SketchItem,
    ])
  })

  it.each(['', '  ', 'null'])('a sketch without a title is called "Untitled" [1 §3]: %j', async (title) => {
    const mira = await addPerson()
    await addSketch(mira, { title })
    expect((await recent()).items[0]).toMatchObject({ title: 'Untitled', alt: `Untitled by ${mira.nickname}` })
  })

  it.each([
    ['unlisted', { unlisted: true }],
    ['violating', { violation: 'copyright' as const }],
    ['violating', { violation: 'inappropriate' as const }],
    ['violating', { violation: 'notsketch' as const }],
    ['without its file', { fileLostAt: 1 }],
  ])('a sketch that is %s is missing for everyone', async (_name, fields) => {
    const [mira, staff] = [await addPerson({ showMature: true }), await addPerson({ flags: 'am', showMature: true })]
    const shown = await addSketch(mira)
    await addSketch(mira, fields)
    for (const as of [null, mira, staff, await addPerson()]) expect(idsOf(await recent(as))).toEqual([shown])
  })

  it('only viewers who show mature sketches see them [1 §5]', async () => {
    const [mira, wants] = [await addPerson(), await addPerson({ showMature: true })]
    const shown = await addSketch(mira)
    const mature = await addSketch(mira, { mature: true })
    for (const as of [null, await addPerson()]) expect(idsOf(await recent(as))).toEqual([shown])
    expect(idsOf(await recent(wants))).toEqual([mature, shown])
  })

  it.each(['nonsense', 'WyJyZWNlbnQiXQ', 'WyJjb21tZW50cyBza2V0Y2ggMSIsNV0', 'WyJyZWNlbnQiLCIxIE9SIDE9MSJd', '%00'])(
    'the malformed cursor %s is refused',
    async (cursor) => {
      expect(await errorOf(sendRequest(`/recentSketches?cursor=${cursor}`))).toEqual([400, 'bad_cursor'])
      expect(await errorOf(sendRequest(`/recentSketches?cursor=${cursor}`, { as: await addPerson() }))).toEqual([
        400,
        'bad_cursor',
      ])
    },
  )
})

describe('the reply that visitors share', () => {
  it('the shared reply is at most five seconds old', async () => {
    const mira = await addPerson()
    const first = await addSketch(mira)
    expect(idsOf(await recent())).toEqual([first])
    const second = await addSketch(mira)
    vi.setSystemTime(now + 5000)
    expect(idsOf(await recent())).toEqual([second, first])
  })

  it('the database is queried once in five seconds, however many visitors request the gallery', async () => {
    await addSketch(await addPerson())
    expect(await rowsRead('/recentSketches')).toBeGreaterThan(0)
    vi.setSystemTime(now + 4000)
    expect(await rowsRead('/recentSketches')).toBe(0)
  })

  it.each([0, 4])('shared caches may store the reply for the rest of five seconds: after %i seconds', async (age) => {
    await addSketch(await addPerson())
    await sendRequest('/recentSketches')
    vi.setSystemTime(now + age * 1000)
    const { headers } = await sendRequest('/recentSketches')
    const control = headers.get('cache-control') ?? ''
    expect(control).toMatch(/public/)
    expect(headers.get('vary')).toMatch(/cookie/i)
    const keptFor = Number(/s-maxage=(\d+)/.exec(control)?.[1]) - Number(headers.get('age') ?? 0)
    expect([keptFor > 0 || age > 0, keptFor <= 5 - age]).toEqual([true, true])
  })

  it('browsers do not keep the reply', async () => {
    for (const age of [0, 4]) {
      vi.setSystemTime(now + age * 1000)
      expect((await sendRequest('/recentSketches')).headers.get('cache-control')).toMatch(/max-age=0\b/)
    }
  })

  it('members get their own reply, with their own upload at once', async () => {
    const mira = await addPerson()
    await recent(mira)
    await recent()
    const made = await addSketch(mira)
    expect(idsOf(await recent(mira))).toEqual([made])
    expect(idsOf(await recent())).toEqual([])
  })

  it('visitors never get the reply of a member who sees more', async () => {
    const wants = await addPerson({ showMature: true })
    await addSketch(wants, { mature: true })
    expect((await recent(wants)).items).toHaveLength(1)
    expect((await recent()).items).toHaveLength(0)
  })

  it('a failed request is not shared', async () => {
    expect((await sendRequest('/recentSketches?cursor=nonsense')).status).toBe(400)
    await addSketch(await addPerson())
    expect((await recent()).items).toHaveLength(1)
  })
})

describe('the cost of the recent gallery', () => {
  it('a page reads at most 60 rows, however many sketches there are', async () => {
    const mira = await addPerson()
    const costs = async () => {
      passAnHour()
      await recent(mira)
      return [await rowsRead('/recentSketches'), await rowsRead('/recentSketches', { as: mira })]
    }
    await addSketches(mira, 100)
    const few = await costs()
    for (const cost of few) expect(cost).toBeLessThanOrEqual(60)
    await addSketches(mira, 1000)
    expect(await costs()).toEqual(few)
  })

  it('a page reads at most 60 rows when most sketches are hidden from the viewer', async () => {
    const mira = await addPerson()
    await addSketches(mira, 40)
    await addSketches(mira, 500, { mature: true })
    await addSketches(mira, 500, { unlisted: true })
    const cursor = (await recent(mira)).cursor
    expect(await rowsRead('/recentSketches')).toBeLessThanOrEqual(60)
    expect(await rowsRead('/recentSketches', { as: mira })).toBeLessThanOrEqual(60)
    expect(await rowsRead(`/recentSketches?cursor=${cursor}`, { as: mira })).toBeLessThanOrEqual(60)
    expect(await rowsRead('/recentSketches', { as: await addPerson({ showMature: true }) })).toBeLessThanOrEqual(60)
  })
})

describe('/recentSketches in the address bar', () => {
  it.each([
    ['a navigation', { 'sec-fetch-mode': 'navigate', accept: 'text/html' }],
    ['a browser that sends only an Accept header', { accept: 'text/html,application/xhtml+xml' }],
  ])('a navigation gets the page and not the list: %s', async (_name, headers) => {
    const reply = await sendRequest('/recentSketches', { headers })
    expect(reply.headers.get('content-type') ?? '').not.toContain('json')
  })

  it.each([
    ['a fetch', '', { 'sec-fetch-mode': 'cors', accept: '*/*' }],
    ['a fetch that accepts everything', '', {}],
    ['a navigation to the list itself', '?format=json', { 'sec-fetch-mode': 'navigate', accept: 'text/html' }],
  ])('a call gets the list: %s', async (_name, query, headers) => {
    const reply = await sendRequest(`/recentSketches${query}`, { headers })
    expect(reply.headers.get('content-type')).toContain('application/json')
  })
})
