import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Counts, MEASURES, type MemberStats, memberStats } from '../../../contract/http/stats.ts'
import { toWireTime } from '../../../contract/time.ts'
import { HOUR_MS } from '../../../worker/features/stats/periods.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addComment } from '../../support/worker/comments.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { countTrips } from '../../support/worker/trips.ts'

const path = ({ id }: Pick<Person, 'id'>) => `/api/v2/stats?user=${id}`
const statsOf = (as: Person) => requestJson<MemberStats>(path(as), { as })
const post = (as: Person, to: string, body: object) => jsonOf(sendRequest(to, { as, body }))
const NONE: Counts = { views: 0, hearts: 0, comments: 0, ratings: 0, fans: 0, sketches: 0 }

let mira: Person
let ines: Person
beforeEach(async () => {
  mira = await addPerson({ flags: 'p' })
  ines = await addPerson()
})

describe('who reads statistics', () => {
  it('[1 §6] a patron reads their own statistics', async () => {
    expect(memberStats.safeParse(await statsOf(mira)).success).toBe(true)
  })

  it.each(['m', 'a'])('staff with the flag %s read the statistics of every member', async (flags) => {
    const staff = await addPerson({ flags })
    expect(await requestJson<MemberStats>(path(ines), { as: staff })).toMatchObject({ nickname: ines.nickname })
  })

  it('[1 §6] a member who is no patron does not read their own statistics', async () => {
    expect(await errorOf(sendRequest(path(ines), { as: ines }))).toEqual([403, 'forbidden'])
  })

  it('a patron does not read the statistics of another patron', async () => {
    const other = await addPerson({ flags: 'p' })
    expect(await errorOf(sendRequest(path(other), { as: mira }))).toEqual([403, 'forbidden'])
    const body = { user: other.id }
    expect(await errorOf(sendRequest('/api/v2/stats', { as: mira, body }))).toEqual([403, 'forbidden'])
  })

  it('a visitor is asked to log in', async () => {
    expect(await errorOf(sendRequest(path(mira)))).toEqual([401, 'not_logged_in'])
  })

  it.each([0, 24])('a patron with a ban of %i hours reads their statistics', async (hours) => {
    await addBan(mira, hours)
    const reply = await sendRequest('/api/v2/stats', { as: mira, body: { user: mira.id } })
    expect(reply.status).toBe(200)
  })

  it('a member who does not exist is not found', async () => {
    for (const as of [mira, ines, await addPerson({ flags: 'm' })])
      expect(await errorOf(sendRequest(path({ id: 999_999 }), { as }))).toEqual([404, 'not_found'])
  })

  it('the statistics rest while the patron’s term is over, and go on being counted', async () => {
    const setFlags = (flags: string) =>
      env.DB.prepare('UPDATE users SET flags = ? WHERE id = ?').bind(flags, mira.id).run()
    await setFlags('')
    expect((await sendRequest(path(mira), { as: mira })).status).toBe(403)
    await post(ines, '/api/fan', { user: mira.id })
    await setFlags('p')
    expect((await statsOf(mira)).today).toEqual({ ...NONE, fans: 1 })
  })
})

describe('what is counted [2 §3]', () => {
  let sketchId: number
  beforeEach(async () => {
    sketchId = await addSketch(mira, { createdAt: 1 })
  })

  const open = async (as: Person | null) => {
    const reply = await sendRequest(`/api/v2/sketch/${sketchId}`, { as })
    await reply.arrayBuffer()
  }
  const today = async () => (await statsOf(mira)).today

  it('a new member has nothing', async () => {
    const { today: none, hours, days, months } = await statsOf(await addPerson({ flags: 'p' }))
    expect(none).toEqual(NONE)
    expect([days.views, months.views]).toEqual([[0], [0]])
    expect(new Set(hours.views)).toEqual(new Set([0]))
  })

  it('a view counts once for a viewer and day', async () => {
    await open(ines)
    await open(ines)
    await open(await addPerson())
    await open(null)
    expect(await today()).toEqual({ ...NONE, views: 3 })
  })

  it('the artist’s own views do not count', async () => {
    await open(mira)
    expect(await today()).toEqual(NONE)
  })

  it('a view counts in the hour in which it happened', async () => {
    await open(ines)
    const { hours } = await statsOf(mira)
    expect(hours.views.at(-1)).toBe(1)
    expect(hours.start.slice(8)).toBe('000000')
  })

  it('a view of a day that ended counts in the last hour of that day', async () => {
    const yesterday = Math.floor(Date.now() / 86_400_000) - 1
    await env.DB.prepare("INSERT INTO sketch_views VALUES ('member:1', ?, ?)").bind(sketchId, yesterday).run()
    const counted = await env.DB.prepare('SELECT starts_at FROM member_counts WHERE user_id = ? AND views = 1')
      .bind(mira.id)
      .first('starts_at')
    expect(counted).toBe((yesterday * 24 + 23) * HOUR_MS)
  })

  it('the views are those of the profile, also where the viewer is blocked', async () => {
    await open(await addPerson())
    await block(mira, ines)
    await open(ines)
    const { views } = await requestJson<{ views: number }>(`/api/user/${mira.id}`)
    expect(await statsOf(mira)).toMatchObject({ views, today: { views } })
  })

  it('a heart counts once', async () => {
    await post(ines, '/heart', { action: 'heart', which: sketchId })
    await sendRequest('/heart', { as: ines, body: { action: 'heart', which: sketchId } })
    expect(await today()).toEqual({ ...NONE, hearts: 1 })
    expect(await statsOf(mira)).toMatchObject({ hearts: 1 })
  })

  it('a comment on a sketch and one on the profile count, and stay counted when they are deleted', async () => {
    const { id } = await addComment(ines, sketchId)
    expect(await statsOf(mira)).toMatchObject({ comments: 1, today: { ...NONE, comments: 1 } })
    await env.DB.prepare('DELETE FROM comments WHERE id = ?').bind(id).run()
    expect(await statsOf(mira)).toMatchObject({ comments: 0, today: { ...NONE, comments: 1 } })
  })

  it('a like counts, and a piggy is not seen', async () => {
    const rate = (rating: string) => post(ines, '/rate', { which: sketchId, rating })
    await rate('piggy')
    expect(await statsOf(mira)).toMatchObject({ ratings: 0, today: NONE })
    await rate('rules')
    await rate('rules')
    expect(await statsOf(mira)).toMatchObject({ ratings: 1, today: { ...NONE, ratings: 1 } })
    await rate('piggy')
    expect(await statsOf(mira)).toMatchObject({ ratings: 0, today: { ...NONE, ratings: 1 } })
  })

  it('a new fan counts once, however often they leave and come back, and not after leaving within a day', async () => {
    for (let times = 0; times < 3; times++) {
      await post(ines, '/api/unfan', { user: mira.id })
      await post(ines, '/api/fan', { user: mira.id })
      await post(ines, '/api/fan', { user: mira.id })
    }
    expect(await statsOf(mira)).toMatchObject({ fans: 1, today: { ...NONE, fans: 1 } })
    await post(ines, '/api/unfan', { user: mira.id })
    expect(await statsOf(mira)).toMatchObject({ fans: 0, today: NONE })
  })

  it('a fan who leaves after more than a day stays counted', async () => {
    await post(ines, '/api/fan', { user: mira.id })
    const ago = Date.now() - 25 * HOUR_MS
    const hour = ago - (ago % HOUR_MS)
    await env.DB.batch([
      env.DB.prepare('UPDATE fans SET created_at = ?2 WHERE user_id = ?1').bind(mira.id, ago),
      env.DB.prepare('UPDATE member_counts SET starts_at = ?2 WHERE user_id = ?1 AND fans = 1').bind(mira.id, hour),
    ])
    await post(ines, '/api/unfan', { user: mira.id })
    const counted = env.DB.prepare('SELECT sum(fans) AS fans FROM member_counts WHERE user_id = ?').bind(mira.id)
    expect(await counted.first('fans')).toBe(1)
  })

  it('a posted sketch counts', async () => {
    await addSketch(mira)
    expect(await statsOf(mira)).toMatchObject({ sketchCount: 2, today: { ...NONE, sketches: 1 } })
  })

  it('the counts name no viewer', async () => {
    const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('member_counts')").all()
    const uses = [
      'uploads',
      'posted_comments',
      'edits',
      'room_acts',
      'room_clears',
      'staff_acts',
      'chat_lines',
      'given_ratings',
      'text_bytes',
      'made_pngs',
      'album_adds',
    ]
    expect(results.map(({ name }) => name)).toEqual(['user_id', 'grain', 'starts_at', ...MEASURES, ...uses])
  })
})

describe('storage [2 §9]', () => {
  it('the bytes are those of JPEG, of PNG and of other files', async () => {
    await addSketch(mira, { bytes: 10, attachedBytes: 1 })
    await addSketch(mira, { bytes: 200, contentType: 'image/jpeg', attachedBytes: 4000 })
    const id = await addSketch(mira, { bytes: 50_000, contentType: 'image/webp' })
    expect(await statsOf(mira)).toMatchObject({ pngBytes: 10, jpgBytes: 50_200, fileBytes: 4001 })
    await env.DB.prepare("UPDATE sketches SET content_type = 'image/png', bytes = 7 WHERE id = ?").bind(id).run()
    expect(await statsOf(mira)).toMatchObject({ pngBytes: 17, jpgBytes: 200, fileBytes: 4001 })
    await env.DB.prepare('DELETE FROM sketches WHERE id = ?').bind(id).run()
    expect(await statsOf(mira)).toMatchObject({ pngBytes: 10, jpgBytes: 200, fileBytes: 4001 })
  })
})

describe('accounts that end', () => {
  it('a merge adds the counts of both accounts, and the sums of all time', async () => {
    const staff = await addPerson({ flags: 'm' })
    const ends = await addPerson()
    const [own, other] = [await addSketch(mira), await addSketch(ends, { contentType: 'image/jpeg', bytes: 30 })]
    await addComment(ines, own)
    await addComment(ines, other)
    await post(ines, '/rate', { which: other, rating: 'rules' })
    await post(staff, '/admin/mergeTo', { userId: ends.id, targetUserId: mira.id, reason: 'Asked.' })
    expect(await statsOf(mira)).toMatchObject({
      ...{ comments: 2, ratings: 1, sketchCount: 2, pngBytes: 1000, jpgBytes: 30, fileBytes: 0 },
      today: { ...NONE, comments: 2, ratings: 1, sketches: 2 },
    })
    const left = env.DB.prepare('SELECT count(*) AS rows FROM member_counts WHERE user_id = ?').bind(ends.id)
    expect(await left.first('rows')).toBe(0)
  })
})

describe('cost', () => {
  it('ten years with a million views a year are read with two trips and at most 1,500 rows', async () => {
    const now = new Date('2026-11-30T23:30:00Z')
    vi.setSystemTime(now)
    const person = await addPerson({ flags: 'p' })
    const today = Date.UTC(2026, 10, 30)
    const fill = (grain: string, count: number, start: string, views: number) =>
      env.DB.prepare(
        `INSERT INTO member_counts (user_id, grain, starts_at, views)
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?3) SELECT ?1, ?2, ${start}, ?4 FROM n`,
      ).bind(person.id, grain, count - 1, views)
    await env.DB.batch([
      fill('hour', 14 * 24, `${today} + 86400000 - (i + 1) * 3600000`, 114),
      fill('day', 366 - 14, `${today} - (i + 14) * 86400000`, 2740),
      fill('month', 120, `unixepoch('2025-11-01', '-' || i || ' months') * 1000`, 83_333),
    ])
    const stats = await statsOf(person)
    expect(stats.months.start).toBe(toWireTime(Date.UTC(2015, 11)))
    expect([stats.hours, stats.days, stats.months].map(({ views }) => views.length)).toEqual([336, 366, 132])
    expect(stats.months.views.reduce((sum, views) => sum + views, 0)).toBeGreaterThan(10_000_000)
    expect((await countTrips(path(person), { as: person })).trips).toBeLessThanOrEqual(2)
    expect(await rowsRead(path(person), { as: person })).toBeLessThanOrEqual(1500)
    vi.useRealTimers()
  })
})
