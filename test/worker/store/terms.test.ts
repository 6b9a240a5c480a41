import { afterEach, describe, expect, it, vi } from 'vitest'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { act, balanceOf, buy, deliverAll, storeEnv } from '../../support/worker/store.ts'

const DAY_MS = 86_400_000

afterEach(() => vi.useRealTimers())

/** Refunds an order, wholly or some cents of it, as many days after now as given; returns that time. */
async function refundAfter(days: number, token: string, cents?: number): Promise<number> {
  const now = Date.now() + days * DAY_MS
  vi.useFakeTimers({ toFake: ['Date'], now })
  await act(token, 'refund', cents === undefined ? {} : { cents })
  await deliverAll(token)
  return now
}

/** Days of a member's term that are left, rounded. */
async function daysLeft(as: Person, now: number): Promise<number> {
  const { patronUntil } = await balanceOf(as)
  return Math.round(((patronUntil ?? now) - now) / DAY_MS)
}

describe('refunds of a membership', () => {
  it('a refund of a year of which half has passed ends the membership at once', async () => {
    const as = await addPerson()
    const now = await refundAfter(180, await buy(as, 'patron'))
    expect(await balanceOf(as)).toMatchObject({ flags: '', patronUntil: null })
    expect(await daysLeft(as, now)).toBe(0)
  })

  it('a refund of half the price of a year takes half of the year', async () => {
    const as = await addPerson()
    const now = await refundAfter(10, await buy(as, 'patron'), 1250)
    expect((await balanceOf(as)).flags).toBe('p')
    expect(Math.abs((await daysLeft(as, now)) - (365 / 2 - 10))).toBeLessThanOrEqual(1)
  })

  it('a refund of a year that has passed takes nothing', async () => {
    const as = await addPerson()
    const token = await buy(as, 'patron')
    await refundAfter(400, token)
    await runNamed(['end patron terms'], storeEnv(), Date.now())
    expect(await balanceOf(as)).toMatchObject({ flags: '', patronUntil: null })
  })

  it('a refund of the first of two years leaves the whole second year', async () => {
    const as = await addPerson()
    const [first] = [await buy(as, 'patron'), await buy(as, 'patron')]
    const now = await refundAfter(180, first)
    expect((await balanceOf(as)).flags).toBe('p')
    expect(Math.abs((await daysLeft(as, now)) - 365)).toBeLessThanOrEqual(1)
  })

  it('a refund of a year that has passed takes nothing of the year that another paid for', async () => {
    const [giver, as] = [await addPerson(), await addPerson()]
    const [gift] = [await buy(giver, 'patron', { user: as.id }), await buy(as, 'patron')]
    const now = await refundAfter(400, gift)
    expect((await balanceOf(as)).flags).toBe('p')
    expect(Math.abs((await daysLeft(as, now)) - (730 - 400))).toBeLessThanOrEqual(1)
  })

  it('a refund of the second of two years leaves the first', async () => {
    const as = await addPerson()
    const [, second] = [await buy(as, 'patron'), await buy(as, 'patron')]
    const now = await refundAfter(180, second)
    expect((await balanceOf(as)).flags).toBe('p')
    expect(Math.abs((await daysLeft(as, now)) - (365 - 180))).toBeLessThanOrEqual(1)
  })
})
