import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import { ROWS_TRIED } from '../../../worker/domain/sketch-lists/select-rows.ts'
import {
  addCompo,
  addEntries,
  addEntry,
  closeCompo,
  moveCompo,
  readEntries,
  voteAll,
} from '../../support/worker/compos.ts'
import { addPerson, addVoter, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addSketches } from '../../support/worker/sketches.ts'

const readNeighbours = (id: number, list: string, as: Person | null = null) =>
  requestJson<Neighbours>(`/api/v2/sketch/${id}/neighbours?in=${list}`, { as })

async function idsBeside(id: number, list: string, as: Person | null = null) {
  const { prev, next } = await readNeighbours(id, list, as)
  return [prev?.id ?? null, next?.id ?? null]
}

const expectedBeside = (ids: readonly number[]) =>
  ids.map((_, index) => [ids[index - 1] ?? null, ids[index + 1] ?? null])

/** The ids of the entries that a viewer sees, in the order of the list. */
async function shownIn(key: string, as: Person | null, query = '') {
  const { items } = await readEntries(key, as, query)
  return items.flatMap(({ sketch }) => sketch?.id ?? [])
}

/** A compo with six entries, of which one is mature and one by an artist who blocks the viewer. */
async function addMixed() {
  const key = await addCompo({ state: 'voting' })
  const viewer = await addVoter()
  const entries = await addEntries(key, 4)
  await addEntry(key, await addPerson(), { mature: true })
  const blocker = await addPerson()
  await addEntry(key, blocker)
  await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)')
    .bind(blocker.id, viewer.id)
    .run()
  const order = entries.map(({ sketchId }) => sketchId)
  const best = (ids: number[]) => ids.toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? null
  for (const voter of [viewer, await addVoter({ showMature: true })]) await voteAll(voter, key, best)
  return { key, viewers: [null, viewer, await addPerson({ showMature: true })] }
}

/** Inserts entries without numbers, because one artist may have many. */
async function enterSketches(key: string, ids: number[]): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO compo_entries (compo_id, sketch_id, artist_id, entered_at, listed, listed_for_all, lot)
      SELECT compos.id, sketches.id, sketches.user_id, 1, listed, listed_for_all, sketches.id
      FROM compos CROSS JOIN sketches WHERE key = ? AND sketches.id IN (SELECT value FROM json_each(?))`,
  )
    .bind(key, JSON.stringify(ids))
    .run()
}

/** Closes a compo, with the entries in the order in which they were entered as its result. */
async function publishOrder(key: string): Promise<void> {
  await moveCompo(key, 'closed')
  const ofCompo = 'WHERE compo_id = (SELECT id FROM compos WHERE key = ?)'
  await env.DB.batch(
    [
      `UPDATE compo_entries SET place = entry_id, position = entry_id ${ofCompo}`,
      'UPDATE compos SET result_at = 1 WHERE key = ?',
    ].map((query) => env.DB.prepare(query).bind(key)),
  )
}

describe('the neighbours of a sketch that was opened from a compo', () => {
  it('before the result they follow the entries, the latest first [1 §3 prev, next]', async () => {
    const { key, viewers } = await addMixed()
    for (const as of viewers)
      for (const list of [`compo-${key}`, `recent-compo-${key}`]) {
        const ids = await shownIn(key, as)
        const beside = await Promise.all(ids.map((id) => idsBeside(id, list, as)))
        expect([list, as?.nickname, beside]).toEqual([list, as?.nickname, expectedBeside(ids)])
      }
  })

  it('after the result they follow the places, or the latest first if the page lists these', async () => {
    const { key, viewers } = await addMixed()
    await closeCompo(key)
    for (const as of viewers)
      for (const [list, query] of [
        [`compo-${key}`, ''],
        [`recent-compo-${key}`, '&sort=recent'],
      ] as const) {
        const ids = await shownIn(key, as, query)
        const beside = await Promise.all(ids.map((id) => idsBeside(id, list, as)))
        expect([list, as?.nickname, beside]).toEqual([list, as?.nickname, expectedBeside(ids)])
      }
  })

  it('the neighbours do not name artists', async () => {
    const key = await addCompo()
    const [, second] = await addEntries(key, 2)
    const text = JSON.stringify(await readNeighbours(second?.sketchId ?? 0, `compo-${key}`))
    expect(text).toContain('Entry 1')
    expect(Object.keys(JSON.parse(text).next)).toEqual(['id', 'title', 'imageUrl'])
  })

  it('a sketch outside the compo has no neighbours, nor has any sketch in a compo that has not begun', async () => {
    const key = await addCompo()
    const [first] = await addEntries(key, 2)
    const other = await addCompo()
    expect(await idsBeside(first?.sketchId ?? 0, `compo-${other}`)).toEqual([null, null])
    expect(await idsBeside(first?.sketchId ?? 0, 'compo-no-such')).toEqual([null, null])
    const later = Date.now() + 86_400_000
    await env.DB.prepare('UPDATE compos SET starts_at = ?1, ends_at = ?1 + 1, voting_ends_at = ?1 + 2 WHERE key = ?2')
      .bind(later, key)
      .run()
    expect(await idsBeside(first?.sketchId ?? 0, `compo-${key}`)).toEqual([null, null])
  })

  it('the neighbours are found with few rows, whatever the number of entries', async () => {
    const key = await addCompo()
    const entries = await addEntries(key, 60)
    const middle = entries[30]?.sketchId ?? 0
    const readRows = () => rowsRead(`/api/v2/sketch/${middle}/neighbours?in=compo-${key}`)
    expect(await readRows()).toBeLessThanOrEqual(20)
    await publishOrder(key)
    expect(await readRows()).toBeLessThanOrEqual(20)
  })

  it('neighbours by place are found with few rows also for an artist who sees only their own mature entry', async () => {
    const artist = await addPerson()
    const rowsWith = async (count: number) => {
      const key = await addCompo()
      await addEntry(key, artist, { mature: true })
      const [first] = await addEntries(key, 1)
      await enterSketches(key, await addSketches(await addPerson(), count))
      await publishOrder(key)
      return rowsRead(`/api/v2/sketch/${first?.sketchId}/neighbours?in=compo-${key}`, { as: artist })
    }
    expect(await rowsWith(200)).toBe(await rowsWith(20))
  })

  it('neighbours by place are not searched behind a number of mature entries', async () => {
    const reader = await addPerson()
    const rowsWith = async (count: number) => {
      const key = await addCompo()
      const [first] = await addEntries(key, 1)
      await enterSketches(key, await addSketches(await addPerson(), count, { mature: true }))
      await publishOrder(key)
      return rowsRead(`/api/v2/sketch/${first?.sketchId}/neighbours?in=compo-${key}`, { as: reader })
    }
    expect(await rowsWith(3 * ROWS_TRIED)).toBe(await rowsWith(ROWS_TRIED))
  })
})
