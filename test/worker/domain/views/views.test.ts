import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { VIEWS_PER_DAY } from '../../../../contract/limits.ts'
import { removeOldViews } from '../../../../worker/domain/views/queries.ts'
import { openDb } from '../../../../worker/lib/database.ts'
import { addAlbum, albumOf } from '../../../support/worker/albums.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { countRowsRead } from '../../../support/worker/rows-read.ts'
import { requestJson, sendRequest } from '../../../support/worker/site.ts'
import { addSketch } from '../../../support/worker/sketches.ts'
import { countTrips } from '../../../support/worker/trips.ts'

const DAY_MS = 86_400_000
const NOON = Date.UTC(2032, 1, 1, 12)

afterEach(() => vi.useRealTimers())

type ViewIdentity = { as?: Person; from?: string; ahead?: boolean }
const viewSketch = (id: number, { as, from = '192.0.2.1', ahead }: ViewIdentity = {}) =>
  requestJson<ShownSketch>(`/api/v2/sketch/${id}${ahead ? '?ahead=1' : ''}`, {
    as: as ?? null,
    headers: { 'cf-connecting-ip': from },
  })
const viewsOf = async (id: number) => (await viewSketch(id, { ahead: true })).viewCount
const rows = async () =>
  (await env.DB.prepare('SELECT viewer_key, day FROM sketch_views').all<{ viewer_key: string }>()).results

const purge = (days: number) => removeOldViews(openDb(env.DB), NOON + days * DAY_MS)

describe('views of sketches', () => {
  it('a view counts once a day for a member or for the address of a visitor', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON })
    const id = await addSketch(await addPerson())
    const mira = await addPerson()
    for (let time = 0; time < 3; time++) {
      await viewSketch(id, { as: mira })
      await viewSketch(id)
      await viewSketch(id, { from: '192.0.2.2' })
    }
    expect(await viewsOf(id)).toBe(3)
    vi.setSystemTime(NOON + DAY_MS)
    await viewSketch(id, { as: mira })
    await viewSketch(id)
    expect(await viewsOf(id)).toBe(5)
  })

  it('views by the artist, of a hidden sketch and of a preloaded sketch do not count', async () => {
    const ines = await addPerson()
    const [id, hidden] = [await addSketch(ines), await addSketch(ines, { mature: true })]
    await viewSketch(id, { as: ines })
    await viewSketch(id, { ahead: true })
    await viewSketch(hidden)
    await viewSketch(hidden, { as: await addPerson() })
    expect([await viewsOf(id), (await viewSketch(hidden, { as: ines })).viewCount]).toEqual([0, 0])
  })

  it('a view is counted after the reply, which does not wait for it', async () => {
    const id = await addSketch(await addPerson())
    expect((await countTrips(`/api/v2/sketch/${id}`)).trips).toBe(1)
    expect(await viewsOf(id)).toBe(1)
  })

  it('a view does not store the address of a visitor', async () => {
    const id = await addSketch(await addPerson())
    await env.DB.exec('DELETE FROM sketch_views')
    await viewSketch(id, { from: '203.0.113.9' })
    const stored = await rows()
    expect(stored).toMatchObject([{ viewer_key: expect.stringMatching(/^visitor:[0-9a-f]{32}$/) }])
    expect(JSON.stringify(stored)).not.toContain('203.0.113.9')
  })

  it('the same address is another viewer the next day', async () => {
    const id = await addSketch(await addPerson())
    await env.DB.exec('DELETE FROM sketch_views')
    for (const day of [10, 11]) {
      vi.useFakeTimers({ toFake: ['Date'], now: NOON + day * DAY_MS })
      await viewSketch(id, { from: '203.0.113.9' })
    }
    const keys = (await rows()).map(({ viewer_key }) => viewer_key)
    expect(new Set(keys).size).toBe(2)
  })

  describe('old views', () => {
    let id: number
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: NOON + 20 * DAY_MS })
      await env.DB.exec('DELETE FROM sketch_views')
      id = await addSketch(await addPerson())
    })

    it('views of visitors are deleted after two days', async () => {
      await viewSketch(id)
      await purge(22)
      expect(await rows()).toHaveLength(1)
      await purge(23)
      expect(await rows()).toEqual([])
    })

    it('views of members are deleted after thirty days', async () => {
      await viewSketch(id, { as: await addPerson() })
      await purge(50)
      expect((await rows()).map(({ viewer_key }) => viewer_key.split(':')[0])).toEqual(['member'])
      await purge(51)
      expect(await rows()).toEqual([])
    })

    it.each(['sketch', 'album'])('the job reads only old views of members: %s views', async (kind) => {
      const viewed = kind === 'sketch' ? id : await addAlbum(await addPerson())
      const rowsOfJob = () => countRowsRead(({ DB }) => removeOldViews(openDb(DB), NOON + 40 * DAY_MS))
      const before = await rowsOfJob()
      await env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
         INSERT INTO ${kind}_views (viewer_key, ${kind}_id, day) SELECT 'member:' || (900000 + i), ?, ? FROM n`,
      )
        .bind(viewed, Math.floor((NOON + 39 * DAY_MS) / DAY_MS))
        .run()
      expect(await rowsOfJob()).toBe(before)
    })

    it('the count of views includes the deleted ones', async () => {
      await viewSketch(id)
      await viewSketch(id, { as: await addPerson() })
      await purge(23)
      expect(await viewsOf(id)).toBe(2)
    })
  })

  it('the salt of a day is deleted with its day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON + 40 * DAY_MS })
    await viewSketch(await addSketch(await addPerson()))
    const countSalts = () => env.DB.prepare('SELECT count(*) AS n FROM view_salts').first<number>('n')
    expect(await countSalts()).toBeGreaterThan(0)
    await purge(42)
    expect(await countSalts()).toBe(0)
  })

  it('views of albums are deleted after two days, those of members after thirty', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON + 20 * DAY_MS })
    await env.DB.exec('DELETE FROM album_views')
    const [ines, mira] = [await addPerson(), await addPerson()]
    const id = await addAlbum(ines)
    const viewAlbum = (as: Person | null) => requestJson(`/api/v2/album/info?userId=${ines.id}&albumId=${id}`, { as })
    await viewAlbum(mira)
    await viewAlbum(null)
    const viewers = async () => {
      const { results } = await env.DB.prepare('SELECT viewer_key FROM album_views').all<{ viewer_key: string }>()
      return results.map(({ viewer_key }) => viewer_key.split(':')[0])
    }
    expect(await viewers()).toEqual(['member', 'visitor'])
    await removeOldViews(openDb(env.DB), NOON + 23 * DAY_MS)
    expect(await viewers()).toEqual(['member'])
    await removeOldViews(openDb(env.DB), NOON + 51 * DAY_MS)
    expect(await viewers()).toEqual([])
    expect(await albumOf(ines, id)).toMatchObject({ views: 2 })
  })

  it.each(['sketch', 'album'])('5,000 views of a viewer count in a day, and no more: views of a %s', async (kind) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON + 60 * DAY_MS })
    const [ines, mira] = [await addPerson(), await addPerson()]
    const view = async () => {
      if (kind === 'sketch') return void (await viewSketch(await addSketch(ines), { as: mira }))
      await requestJson(`/api/v2/album/info?userId=${ines.id}&albumId=${await addAlbum(ines)}`, { as: mira })
    }
    await view()
    const key = `member:${mira.id}`
    const ofMira = env.DB.prepare('SELECT views FROM viewer_days WHERE viewer_key = ?').bind(key)
    expect(await ofMira.first<number>('views')).toBe(1)
    await env.DB.prepare('UPDATE viewer_days SET views = ? WHERE viewer_key = ?')
      .bind(VIEWS_PER_DAY - 1, key)
      .run()
    await view()
    await view()
    expect(await ofMira.first<number>('views')).toBe(VIEWS_PER_DAY)
    const stored = await env.DB.prepare(`SELECT count(*) AS n FROM ${kind}_views WHERE viewer_key = ?`).bind(key)
    expect(await stored.first<number>('n')).toBe(2)
  })

  it('the visitors of each network of an IPv6 line have views of their own, and all its networks 5,000 in a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON + 65 * DAY_MS })
    await env.DB.exec('DELETE FROM viewer_days')
    const id = await addSketch(await addPerson())
    const view = (network: number, host = 1) => viewSketch(id, { from: `2001:db8:60:${network}::${host}` })
    await view(1)
    await view(1, 2)
    await view(2)
    expect(await viewsOf(id)).toBe(2)
    const { results } = await env.DB.prepare('SELECT views FROM viewer_days').run()
    expect(results).toEqual([{ views: 2 }])
    await env.DB.prepare('UPDATE viewer_days SET views = ?')
      .bind(VIEWS_PER_DAY - 1)
      .run()
    await view(3)
    await view(4)
    await viewSketch(id, { from: '2001:db8:61:1::1' })
    expect(await viewsOf(id)).toBe(4)
  })

  it('the numbers of a viewer are deleted with their day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON + 70 * DAY_MS })
    await viewSketch(await addSketch(await addPerson()), { as: await addPerson() })
    const days = () => env.DB.prepare('SELECT count(*) AS n FROM viewer_days').first<number>('n')
    await purge(70)
    expect(await days()).toBe(1)
    await purge(71)
    expect(await days()).toBe(0)
  })

  it('a view that cannot be counted does not fail the request', async () => {
    const id = await addSketch(await addPerson())
    await env.DB.exec('ALTER TABLE view_salts RENAME TO away')
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: NOON + 30 * DAY_MS })
      expect((await sendRequest(`/api/v2/sketch/${id}`)).status).toBe(200)
    } finally {
      await env.DB.exec('ALTER TABLE away RENAME TO view_salts')
    }
  })
})
