import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HomeReply } from '../../../../contract/http/home.ts'
import { toWireTime } from '../../../../contract/time.ts'
import { addAwards, addCategory, closeYear, moveAwards } from '../../../support/worker/awards.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { rowsRead } from '../../../support/worker/rows-read.ts'
import { requestJson } from '../../../support/worker/site.ts'

const DAY_MS = 86_400_000
const body = { awards: true }
const awardsFor = async (as: Person | null = null) =>
  (await requestJson<HomeReply>('/api/v2/index', { as, body })).awards

// Starts every test without awards, and an hour after the last, because replies to visitors are cached.
let now = Date.now()
beforeEach(async () => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await env.DB.batch(['award_categories', 'award_years'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  return () => void vi.useRealTimers()
})

describe('awards on the home page', () => {
  it.each([
    ['nominating', 1],
    ['voting', 1],
  ] as const)('awards in the state %s are named with their end, to members and visitors', async (state, days) => {
    const year = await addAwards(state)
    await addCategory(year)
    const expected = { year, state, until: toWireTime(now + days * DAY_MS) }
    for (const viewer of [await addPerson(), null]) expect(await awardsFor(viewer)).toEqual(expected)
  })

  it.each(['upcoming', 'waiting', 'closed'] as const)('awards in the state %s are not named', async (state) => {
    await addCategory(await addAwards(state))
    expect(await awardsFor()).toBeNull()
  })

  it('awards with winners are not named, even if a clock was set back', async () => {
    const year = await addAwards('voting')
    await addCategory(year)
    await closeYear(year)
    await moveAwards(year, 'voting')
    expect(await awardsFor()).toBeNull()
  })

  it('awards without a category are not named', async () => {
    await addAwards('nominating')
    expect(await awardsFor()).toBeNull()
  })

  it('the cost does not grow with the years that have winners', async () => {
    await addCategory(await addAwards('voting'))
    const read = () => rowsRead('/api/v2/index', { body })
    const before = await read()
    for (let year = 2300; year < 2310; year++) await addAwards('closed', year)
    await env.DB.prepare('UPDATE award_years SET result_at = 1 WHERE year >= 2300').run()
    now += 3_600_000
    vi.setSystemTime(now)
    expect(await read()).toBe(before)
  })
})
