import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { HOME_PATH, HOME_REQUEST, type HomeReply } from '../../../../contract/http/home.ts'
import type { homeBody } from '../../../../contract/http/home-body.ts'
import { addChallenge } from '../../../support/worker/challenges.ts'
import { addCompo, removeAllCompos } from '../../../support/worker/compos.ts'
import { addGroup } from '../../../support/worker/groups.ts'
import { runListJobs } from '../../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { rowsRead } from '../../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../../support/worker/site.ts'
import { addSketch, addSketches } from '../../../support/worker/sketches.ts'
import { countTrips } from '../../../support/worker/trips.ts'
import { usedUp } from '../../../support/worker/used-up.ts'

const ALL: z.input<typeof homeBody> = {
  ...{ featured: 25, recent: 25, tops: 25, trending: 25, following: 25 },
  ...{ birthdays: true, motd: true, stats: true },
}

const home = (as: Person | null = null, body: z.input<typeof homeBody> = ALL) =>
  requestJson<HomeReply>('/api/v2/index', { as, body })
const ids = (strip: HomeReply['recent']) => strip?.map(({ id }) => id)

// Starts every test an hour after the last, because replies to visitors are cached for five seconds.
let now = Date.now()
beforeEach(() => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  return () => void vi.useRealTimers()
})

describe('the home page [1 §2]', () => {
  it('the home page has the newest sketches', async () => {
    const [newest] = await addSketches(await addPerson(), 3)
    expect(ids((await home()).recent)?.[0]).toBe(newest)
  })

  it('the home page has the featured sketches', async () => {
    const id = await addSketch(await addPerson())
    await env.DB.prepare('UPDATE sketches SET featured_at = ? WHERE id = ?')
      .bind(now + 60_000, id)
      .run()
    await runListJobs(now)
    expect(ids((await home()).featured)?.[0]).toBe(id)
  })

  it('the home page has the sketches with the most recent hearts, as top and as trending', async () => {
    const [id, fan] = [await addSketch(await addPerson()), await addPerson()]
    await env.DB.prepare('INSERT INTO hearts (sketch_id, user_id, created_at) VALUES (?, ?, ?)')
      .bind(id, fan.id, now)
      .run()
    await runListJobs(now)
    const { tops, trending } = await home()
    expect(ids(tops)).toContain(id)
    expect(ids(trending)).toContain(id)
  })

  it('the home page has the sketches of followed artists', async () => {
    const [artist, fan] = [await addPerson(), await addPerson()]
    const sketches = await addSketches(artist, 3)
    await env.DB.prepare('INSERT INTO fans (user_id, fan_id, created_at) VALUES (?, ?, ?)')
      .bind(artist.id, fan.id, now)
      .run()
    expect(ids((await home(fan)).following)).toEqual(sketches)
  })

  it('the reply contains only the requested parts', async () => {
    expect(Object.keys(await home(null, { recent: 5 }))).toEqual(['recent'])
    expect(await home(null, {})).toEqual({})
  })

  it('members get their unread counts without asking', async () => {
    expect(Object.keys(await home(await addPerson(), {}))).toEqual(['unread'])
  })

  it('birthdays can be asked for by 1 [1 §7]', async () => {
    expect(Object.keys(await home(null, { birthdays: 1 }))).toEqual(['birthdays'])
  })

  it('visitors get all parts but the followed artists', async () => {
    expect(Object.keys(await home())).toEqual(['featured', 'recent', 'tops', 'trending', 'birthdays', 'motd', 'stats'])
  })

  it('the home page has no compos of groups', async () => {
    await removeAllCompos()
    const site = await addCompo()
    await addCompo({ groupSlug: await addGroup(await addPerson()) })
    const { compos } = await home(null, { compos: 1 })
    expect(compos).toMatchObject([{ id: site }])
  })

  it('the home page has the latest compos with their states [1 §7]', async () => {
    await removeAllCompos()
    const keys = [await addCompo({ state: 'closed' }), await addCompo({ state: 'voting' }), await addCompo()]
    const { compos } = await home(null, { compos: 2 })
    expect(compos?.map(({ id, state }) => [id, state])).toEqual([
      [keys[2], 'open'],
      [keys[1], 'voting'],
    ])
  })

  it('the home page has the challenges of today and of the day before [1 §7]', async () => {
    const mira = await addPerson()
    await addChallenge(mira, { title: 'Fog' })
    const ids = [await addChallenge(mira, { title: 'Sea' }), await addChallenge(mira, { title: 'Sand' })]
    const { challenges } = await home(null, { challenges: 2 })
    expect(challenges?.map(({ id, title }) => [id, title])).toEqual([
      [ids[1], 'Sand'],
      [ids[0], 'Sea'],
    ])
  })

  it('strips hide mature, unlisted, violating and blocked sketches as lists do', async () => {
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
    expect(await first(artist)).toEqual([mature, shown])
  })

  it('the home page takes one trip to the database for a visitor', async () => {
    expect((await countTrips('/api/v2/index', { body: ALL })).trips).toBe(1)
  })

  it('the reply that visitors share takes no trip to the database', async () => {
    await home()
    expect((await countTrips('/api/v2/index', { body: ALL })).trips).toBe(0)
  })

  it('shared caches may store the reply of the page to visitors, which is that of a POST', async () => {
    const reply = await sendRequest(HOME_PATH)
    expect(reply.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=[1-5]$/)
    expect(reply.headers.get('vary')).toContain('Cookie')
    expect(await reply.json()).toEqual(await jsonOf(sendRequest('/api/v2/index', { body: HOME_REQUEST })))
  })

  it('shared caches do not store the reply to a member', async () => {
    const reply = await sendRequest(HOME_PATH, { as: await addPerson() })
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await reply.body?.cancel()
  })

  it('visitors of one address may read what they share above its rate', async () => {
    const headers = { 'cf-connecting-ip': '203.0.113.77' }
    const bindings = { ...env, READ_RATE: usedUp('address:203.0.113.77') }
    const status = async (path: string) => (await sendRequestWith(bindings, path, { headers })).status
    expect(await status(HOME_PATH)).toBe(429)
    await jsonOf(sendRequest(HOME_PATH))
    expect(await status(HOME_PATH)).toBe(200)
  })

  it('the home page takes two trips to the database for a member', async () => {
    expect((await countTrips('/api/v2/index', { body: ALL, as: await addPerson() })).trips).toBe(2)
  })

  const statistics = async () => {
    const { stats } = await home(await addPerson(), { stats: true })
    return { sketches: stats?.sketches ?? -1, members: stats?.members ?? -1 }
  }

  it('the statistics count the sketches that everyone sees', async () => {
    const { sketches } = await statistics()
    const artist = await addPerson()
    const id = await addSketch(artist)
    await addSketch(artist, { mature: true })
    await addSketch(artist, { unlisted: true })
    expect((await statistics()).sketches).toBe(sketches + 1)
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(id).run()
    expect((await statistics()).sketches).toBe(sketches)
    await env.DB.prepare('DELETE FROM sketches WHERE id = ?').bind(id).run()
    expect((await statistics()).sketches).toBe(sketches)
  })

  it('the statistics count the members', async () => {
    const { members } = await statistics()
    await addPerson()
    expect((await statistics()).members, 'the new member and the one who asks').toBe(members + 2)
  })

  it.each([{ recent: 26 }, { recent: 0 }, { recent: 'all' }, { motd: 2 }, { birthdays: 10 }])(
    'a malformed request is refused: %j',
    async (body) => {
      expect(await errorOf(sendRequest('/api/v2/index', { body }))).toEqual([400, 'bad_request'])
    },
  )
})

describe('birthdays on the home page [1 §2]', () => {
  const born = (day: string, fansCount = 0) => addPerson({ birthDate: `1988-${day}`, fansCount })
  const shownTo = async (as: Person | null) => (await home(as, { birthdays: true })).birthdays
  const idsFor = async (as: Person | null) => (await shownTo(as))?.map(({ id }) => id)
  const begin = (day: string) => vi.setSystemTime(Date.parse(`${day}T12:00:00Z`))

  it('members born on this day (UTC) are shown with name and picture', async () => {
    begin('2041-07-01')
    const [today, viewer] = [await born('07-01'), await addPerson()]
    await born('07-02')
    expect(await shownTo(viewer)).toEqual([{ id: today.id, nickname: today.nickname, avatar: null }])
    expect(await idsFor(null), 'visitors see them too').toEqual([today.id])
  })

  it('birthdays do not reveal the year of birth', async () => {
    begin('2041-07-09')
    const { id } = await born('07-09')
    const shown = await shownTo(await addPerson())
    expect(shown?.map((member) => member.id)).toEqual([id])
    expect(JSON.stringify(shown)).not.toContain('1988')
  })

  it('only the ten members with the most fans are shown', async () => {
    begin('2041-07-03')
    const people = []
    for (let fans = 0; fans < 12; fans++) people.unshift(await born('07-03', fans))
    expect(await idsFor(await addPerson())).toEqual(people.slice(0, 10).map(({ id }) => id))
  })

  it('members who blocked the viewer or are blocked by them are missing', async () => {
    begin('2041-07-04')
    const [viewer, blocked, blocking, other] = [
      await addPerson(),
      await born('07-04', 3),
      await born('07-04', 2),
      await born('07-04', 1),
    ]
    const block = env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)')
    await env.DB.batch([block.bind(viewer.id, blocked.id), block.bind(blocking.id, viewer.id)])
    expect(await idsFor(viewer)).toEqual([other.id])
  })

  it('a birthday on 29 February is shown on the 28th in years without a 29th', async () => {
    const [on28, on29] = [await born('02-28', 1), await born('02-29', 2)]
    begin('2041-02-28')
    expect(await idsFor(await addPerson())).toEqual([on29.id, on28.id])
    begin('2044-02-28')
    expect(await idsFor(await addPerson())).toEqual([on28.id])
  })

  it('birthdays read no more rows when more members have theirs', async () => {
    begin('2041-07-05')
    const viewer = await addPerson()
    const addBirthdays = (from: number) =>
      env.DB.prepare(
        `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
          WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + 199)
          SELECT 'Born ' || i, 'born ' || i, '1990-07-05', 1 FROM n`,
      )
        .bind(from)
        .run()
    const cost = () => rowsRead('/api/v2/index', { as: viewer, body: { birthdays: true } })
    await addBirthdays(1)
    const few = await cost()
    await addBirthdays(1000)
    expect(await cost()).toBe(few)
    expect(few, 'three rows for each birthday, the session and the unread counts').toBeLessThanOrEqual(3 * 10 + 5)
  })
})

describe('the message of the day', () => {
  const set = (as: Person | null, body: unknown) => sendRequest('/api/v2/gloperate/motd', { as, body })

  it('a message that staff sets is shown', async () => {
    expect((await home()).motd).toBeNull()
    await set(await addPerson({ flags: 'm' }), { text: 'The brush library is back.', link: '/content' })
    const { motd } = await home(await addPerson())
    expect(motd).toEqual({ text: 'The brush library is back.', link: '/content' })
  })

  it('a new message replaces the previous one', async () => {
    const staff = await addPerson({ flags: 'm' })
    for (const text of ['Good light today', 'Fog is coming']) await set(staff, { text, link: null })
    expect((await home(await addPerson())).motd).toEqual({ text: 'Fog is coming', link: null })
  })

  it('the message of the day is on the staff log with the message before', async () => {
    const staff = await addPerson({ flags: 'm' })
    for (const text of ['Good light today', 'Fog is coming']) await set(staff, { text, link: null })
    const changes = await env.DB.prepare('SELECT changes FROM audit_log WHERE staff_id = ? ORDER BY id DESC LIMIT 1')
      .bind(staff.id)
      .first<string>('changes')
    expect(JSON.parse(changes ?? '')).toEqual({ text: ['Good light today', 'Fog is coming'], link: [null, null] })
  })

  it('an empty message clears the current one', async () => {
    const staff = await addPerson({ flags: 'm' })
    for (const text of ['Good light today', '']) await set(staff, { text, link: null })
    expect((await home(await addPerson())).motd).toBeNull()
  })

  it.each([
    ['a link to another site', { text: 'Look', link: 'https://elsewhere.test/' }],
    ['a path that leads to another host', { text: 'Look', link: '//elsewhere.test/' }],
    ['a text that is too long', { text: 'x'.repeat(281), link: null }],
  ])('a message with %s is refused', async (_name, body) => {
    expect(await errorOf(set(await addPerson({ flags: 'a' }), body))).toEqual([400, 'bad_request'])
  })
})
