import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MemberStats } from '../../../contract/http/stats.ts'
import { DAY_MS, HOUR_MS } from '../../../worker/features/stats/periods.ts'
import { envWithFirstFaults, type Fault } from '../../support/worker/faults.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { requestJson } from '../../support/worker/site.ts'

const NOW = Date.UTC(2026, 2, 1, 10, 30)
const TODAY = Date.UTC(2026, 2, 1)

const fold = (bindings: Cloudflare.Env = env, now = NOW) => runNamed(['fold counts'], bindings, now)

let mira: Person
beforeEach(async () => {
  await env.DB.prepare('DELETE FROM member_counts').run()
  mira = await addPerson({ flags: 'p' })
  vi.setSystemTime(NOW)
  return () => vi.useRealTimers()
})

/** Adds the counts of hours that began so long ago, each with another number of views. */
const addHours = ({ id }: Person, startsAt: readonly number[]) =>
  env.DB.prepare(
    `INSERT INTO member_counts (user_id, grain, starts_at, views, fans)
      SELECT ?1, 'hour', value, key + 1, 1 FROM json_each(?2)`,
  )
    .bind(id, JSON.stringify(startsAt))
    .run()

const rowsOf = async ({ id }: Person) =>
  (
    await env.DB.prepare('SELECT grain, starts_at, views, fans FROM member_counts WHERE user_id = ? ORDER BY starts_at')
      .bind(id)
      .raw()
  ).map(String)

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

async function seriesOf(person: Person) {
  const { days, months, week, today } = await requestJson<MemberStats>(`/api/v2/stats?user=${person.id}`, {
    as: person,
  })
  return { days, months, week, today }
}

describe('the job that folds counts', () => {
  it('hours of the last 14 days stay, and earlier ones become days', async () => {
    const first = TODAY - 13 * DAY_MS
    await addHours(mira, [TODAY, first, first - HOUR_MS, first - 2 * HOUR_MS, first - 25 * HOUR_MS])
    await fold()
    expect(await rowsOf(mira)).toEqual([
      `day,${first - 2 * DAY_MS},5,1`,
      `day,${first - DAY_MS},7,2`,
      `hour,${first},2,1`,
      `hour,${TODAY},1,1`,
    ])
  })

  it('days of the last 366 days stay, and earlier ones become months', async () => {
    const first = TODAY - 365 * DAY_MS
    await addHours(mira, [first, first - HOUR_MS, first - 40 * DAY_MS, Date.UTC(2024, 1, 29, 23)])
    await fold()
    expect(await rowsOf(mira)).toEqual([
      `month,${Date.UTC(2024, 1)},4,1`,
      `month,${Date.UTC(2025, 0)},3,1`,
      `month,${Date.UTC(2025, 1)},2,1`,
      `day,${first},1,1`,
    ])
  })

  it('counts that come late are added to the day or month that has their time', async () => {
    const late = TODAY - 400 * DAY_MS
    for (const _ of [1, 2]) {
      await addHours(mira, [late])
      await fold()
    }
    expect(await rowsOf(mira)).toEqual([`month,${Date.UTC(2025, 0)},2,2`])
  })

  it('members keep their own counts', async () => {
    const ines = await addPerson()
    const hour = TODAY - 20 * DAY_MS
    await addHours(mira, [hour, hour + HOUR_MS])
    await addHours(ines, [hour])
    await fold()
    expect([await rowsOf(mira), await rowsOf(ines)]).toEqual([[`day,${hour},3,2`], [`day,${hour},1,1`]])
  })

  it('the series are the same before and after it, whenever it runs', async () => {
    const times = Array.from({ length: 3000 }, (_, i) => TODAY - ((i * 7919) % 20_000) * HOUR_MS)
    await addHours(mira, [...new Set(times)])
    const before = await seriesOf(mira)
    const views = (times.length * (times.length + 1)) / 2
    expect(sum(before.months.views)).toBe(views)
    for (const daysAgo of [200, 30, 7, 1, 0]) {
      await fold(env, NOW - daysAgo * DAY_MS)
      await fold(env, NOW - daysAgo * DAY_MS)
      expect(await seriesOf(mira)).toEqual(before)
    }
    expect((await rowsOf(mira)).length).toBeLessThan(850)
  })

  it.each<Fault>(['refused', 'lost'])('no count is lost or added twice when a call is %s', async (fault) => {
    await addHours(
      mira,
      Array.from({ length: 2500 }, (_, i) => TODAY - (i + 400) * HOUR_MS),
    )
    const before = await seriesOf(mira)
    const faulty = envWithFirstFaults(fault)
    for (let run = 0; run < 5; run++) await fold(faulty.env).catch(() => undefined)
    expect(faulty.failures()).toBeGreaterThan(0)
    await fold()
    expect(await seriesOf(mira)).toEqual(before)
  })
})
