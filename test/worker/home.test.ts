import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HomeBody, HomeReply } from '../../contract/http/home.ts'
import { keepGalleries } from '../../worker/features/galleries/schedule.ts'
import { openDb } from '../../worker/lib/db.ts'
import { addPerson, type Person } from '../support/worker/people.ts'
import { ask, askJson, refusal } from '../support/worker/site.ts'
import { addSketch, addSketches } from '../support/worker/sketches.ts'
import { tripsOf } from '../support/worker/trips.ts'

const ALL: HomeBody = { featured: 25, recent: 25, tops: 25, trending: 25, following: 25, motd: true, stats: true }

const home = (as: Person | null = null, body: HomeBody = ALL) => askJson<HomeReply>('/api/v2/index', { as, body })
const ids = (strip: HomeReply['recent']) => strip?.map(({ id }) => id)

// What visitors share is kept for five seconds, so every test begins an hour after the last one.
let now = Date.now()
beforeEach(() => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  return () => void vi.useRealTimers()
})

describe('the home page [1 §2]', () => {
  it('has the newest, the featured, the tops of the week, what is trending, and what one follows', async () => {
    const [artist, fan] = [await addPerson(), await addPerson()]
    const [newest = 0, featured = 0, hearted = 0] = await addSketches(artist, 3)
    await env.DB.batch([
      env.DB.prepare('UPDATE sketches SET featured_at = ? WHERE id = ?').bind(now + 60_000, featured),
      env.DB.prepare('INSERT INTO hearts (sketch_id, user_id, created_at) VALUES (?, ?, ?)').bind(hearted, fan.id, now),
      env.DB.prepare('INSERT INTO fans (user_id, fan_id, created_at) VALUES (?, ?, ?)').bind(artist.id, fan.id, now),
    ])
    await keepGalleries(openDb(env.DB), now)
    const shown = await home(fan)
    expect(ids(shown.recent)?.[0]).toBe(newest)
    expect(ids(shown.featured)?.[0]).toBe(featured)
    expect(ids(shown.tops)).toContain(hearted)
    expect(ids(shown.trending)).toContain(hearted)
    expect(ids(shown.following)).toEqual([newest, featured, hearted])
  })

  it('answers what is asked for and nothing else; following is for members', async () => {
    expect(Object.keys(await home(null, { recent: 5 }))).toEqual(['recent'])
    expect(await home(null, {})).toEqual({})
    expect(Object.keys(await home())).toEqual(['featured', 'recent', 'tops', 'trending', 'motd', 'stats'])
  })

  it('shows to each what they see in lists: no mature, unlisted or hidden sketch, none behind a block', async () => {
    const [artist, member, blocker] = [await addPerson(), await addPerson(), await addPerson()]
    const shown = await addSketch(artist)
    const mature = await addSketch(artist, { mature: true })
    await addSketch(artist, { unlisted: true })
    await addSketch(artist, { violation: 'notsketch' })
    await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)')
      .bind(blocker.id, artist.id)
      .run()
    const first = async (as: Person | null) => ids((await home(as)).recent)?.slice(0, 2)
    expect((await first(null))?.[0]).toBe(shown)
    expect((await first(member))?.[0]).toBe(shown)
    expect(await first(await addPerson({ showMature: true }))).toEqual([mature, shown])
    expect(ids((await home(blocker)).recent)).not.toContain(shown)
    expect(ids((await home(artist)).recent)).not.toContain(mature)
  })

  it('takes one trip to the database, and one for the session', async () => {
    expect((await tripsOf('/api/v2/index', { body: ALL })).trips).toBe(1)
    expect((await tripsOf('/api/v2/index', { body: ALL })).trips, 'what visitors share').toBe(0)
    expect((await tripsOf('/api/v2/index', { body: ALL, as: await addPerson() })).trips).toBe(2)
  })

  it('counts the sketches that everyone sees, and the members', async () => {
    const count = async () => (await home(await addPerson())).stats
    const before = await count()
    const artist = await addPerson()
    const id = await addSketch(artist)
    await addSketch(artist, { mature: true })
    await addSketch(artist, { unlisted: true })
    const after = await count()
    expect([after?.sketches, after?.members]).toEqual([(before?.sketches ?? 0) + 1, (before?.members ?? 0) + 2])
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(id).run()
    expect((await count())?.sketches).toBe(before?.sketches)
    await env.DB.prepare('DELETE FROM sketches WHERE id = ?').bind(id).run()
    expect((await count())?.sketches).toBe(before?.sketches)
  })

  it.each([{ recent: 26 }, { recent: 0 }, { recent: '25' }, { motd: 1 }])(
    'refuses what is no such question: %j',
    async (body) => {
      expect(await refusal(ask('/api/v2/index', { body }))).toEqual([400, 'bad_request'])
    },
  )
})

describe('the message of the day', () => {
  const set = (as: Person | null, body: unknown) => ask('/api/v2/gloperate/motd', { as, body })

  it('is set by staff, the newest is shown, and an empty one shows nothing', async () => {
    const gloperator = await addPerson({ flags: 'm' })
    expect((await home()).motd).toBeNull()
    await set(gloperator, { text: 'The brush library is back.', link: '/content' })
    const reader = await addPerson()
    expect((await home(reader)).motd).toEqual({ text: 'The brush library is back.', link: '/content' })
    await set(gloperator, { text: '', link: null })
    expect((await home(reader)).motd).toBeNull()
  })

  it.each([
    ['leads nowhere but this site', { text: 'Look', link: 'https://elsewhere.test/' }],
    ['leads to no other host by its path', { text: 'Look', link: '//elsewhere.test/' }],
    ['is one line of a few words', { text: 'x'.repeat(281), link: null }],
  ])('%s', async (_rule, body) => {
    expect(await refusal(set(await addPerson({ flags: 'a' }), body))).toEqual([400, 'bad_request'])
  })
})
