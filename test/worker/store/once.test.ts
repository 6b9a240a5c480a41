import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Notice } from '../../../dev/paypal/notices.ts'
import { withEveryFault } from '../../support/worker/faults.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import '../../support/worker/task-meta.ts'
import { Mailbox } from '../../support/worker/mails.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf } from '../../support/worker/site.ts'
import {
  act,
  balanceOf,
  breakCall,
  buy,
  comeBack,
  deliver,
  noticesOf,
  order,
  sendOrder,
  sendReturn,
  storeEnv,
} from '../../support/worker/store.ts'

/** Sums of the store's ledger for a member, and of their hearts, beside their balance. */
async function sumsOf({ id }: Person) {
  const sums = await env.DB.prepare(
    `SELECT (SELECT coalesce(sum(hearts), 0) FROM store_ledger WHERE user_id = ?1) AS bought,
      (SELECT coalesce(sum(cents), 0) FROM store_ledger WHERE user_id = ?1) AS cents,
      (SELECT count(*) FROM store_ledger WHERE user_id = ?1 AND cause LIKE 'capture:%') AS grants,
      (SELECT count(*) FROM store_ledger WHERE user_id = ?1 AND NOT applied) AS waiting,
      (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = ?1 AND unit = 'heart') AS hearts,
      hearts_available AS balance FROM users WHERE id = ?1`,
  )
    .bind(id)
    .first<Record<'bought' | 'cents' | 'grants' | 'waiting' | 'hearts' | 'balance', number>>()
  if (!sums) throw new Error('there is no such member')
  return sums
}

const NO_NOTICE: Notice = { headers: {}, body: '' }

/** The notice with a signature that is not the provider's. */
const forged = ({ headers, body }: Notice): Notice => ({
  headers: { ...headers, 'paypal-transmission-sig': 'Zm9yZ2Vk' },
  body,
})

async function fiftyAtOnce<T>(all: readonly T[], send: (one: T) => Promise<Response>): Promise<Response[]> {
  const replies: Response[] = []
  for (let from = 0; from < all.length; from += 50)
    replies.push(...(await Promise.all(all.slice(from, from + 50).map(send))))
  return replies
}

describe('notices that come twice, late, at the same time and in any order', () => {
  it('a thousand of them give once, and the sum of the ledger is the balance', async ({ task }) => {
    const as = await addPerson()
    const token = await order(as, 'hearts50')
    await act(token, 'approve')
    const returns = new Array(500).fill(null).map((_, number) => number % 10 === 9)
    const approved = await noticesOf(token)
    const first = await fiftyAtOnce(returns, (isReturn) =>
      isReturn ? sendReturn(as, token) : deliver(approved[0] ?? NO_NOTICE),
    )
    for (const name of ['dispute', 'resolve']) await act(token, name)
    const [now, late] = [await noticesOf(token), await noticesOf(token, Date.now() - 3 * 86_400_000)]
    const notices = new Array(500).fill(null).map((_, number) => {
      const notice = (number % 10 === 4 ? late : now)[(number * 7) % now.length] ?? NO_NOTICE
      return number % 10 === 9 ? forged(notice) : notice
    })
    const second = await fiftyAtOnce(notices, (notice) => deliver(notice))
    const sums = await sumsOf(as)
    const refused = [...first, ...second].filter(({ status }) => status === 403).length
    task.meta.measured = `1,000 notices, ${refused} forged: ${sums.grants} grant, ${sums.bought} hearts bought, ledger ${sums.hearts}, balance ${sums.balance}`
    expect(first.every(({ status }) => status === 200)).toBe(true)
    expect(second.map(({ status }) => status)).toEqual(notices.map((_, number) => (number % 10 === 9 ? 403 : 200)))
    expect(sums).toEqual({ grants: 1, bought: 50, cents: 1000, waiting: 0, hearts: 55, balance: 55 })
  }, 180_000)

  it('returns and notices at the same time, before anything was given, give once and mail one receipt', async () => {
    const box = new Mailbox()
    const as = await addPerson({ email: 'together@people.test' })
    const token = await order(as)
    await act(token, 'approve')
    const [notice] = await noticesOf(token)
    const site = storeEnv(box.env)
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        number % 2 && notice ? deliver(notice, site) : sendReturn(as, token, site),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await sumsOf(as)).toEqual({ grants: 1, bought: 25, cents: 500, waiting: 0, hearts: 30, balance: 30 })
    expect(box.subjectsTo('together@people.test')).toEqual(['Your receipt: 25 hearts'])
  })

  it('a refund that is told before the payment gives nothing, once both are known, and mails no thanks', async () => {
    const box = new Mailbox()
    const site = storeEnv(box.env)
    const [as, friend] = [
      await addPerson({ email: 'early-refund@people.test' }),
      await addPerson({ email: 'early-gift@people.test' }),
    ]
    const token = await order(as, 'hearts25', { user: friend.id })
    await act(token, 'approve')
    // The provider carries out the capture, and its reply is lost.
    await breakCall(token, { calls: 2, at: 'after' })
    expect((await sendReturn(as, token)).status).toBe(502)
    await act(token, 'refund')
    for (const notice of (await noticesOf(token)).toReversed()) await jsonOf(deliver(notice, site))
    expect(await jsonOf(sendReturn(as, token, site))).toMatchObject({ state: 'refunded', refundedCents: 500 })
    expect(await sumsOf(friend)).toMatchObject({ grants: 1, bought: 0, cents: 0, waiting: 0, balance: 5 })
    expect(box.sent.map(({ subject }) => subject)).toEqual([])
  })

  const step = fc.constantFrom('approve', 'return', 'notice', 'refund', 'part', 'dispute', 'win', 'lose', 'night')

  it('whatever happens in whatever order, an order gives once at most, and takes no more than it gave', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), fc.nat(), async (steps, seed) => {
        const as = await addPerson()
        const token = await order(as, 'hearts25')
        for (const [number, name] of steps.entries()) {
          const notices = await noticesOf(token)
          const notice = notices[(seed + number) % Math.max(1, notices.length)]
          if (name === 'return') await sendReturn(as, token)
          else if (name === 'notice') await (notice && deliver(notice))
          else if (name === 'night') await runNamed(['reconcile payments'], storeEnv(), new Date().setUTCHours(27, 5))
          else if (name === 'win') await act(token, 'resolve', { winner: 'seller' })
          else if (name === 'lose') await act(token, 'resolve', { winner: 'buyer' })
          else if (name === 'part') await act(token, 'refund', { cents: 100 })
          else await act(token, name)
        }
        const sums = await sumsOf(as)
        expect(sums.balance).toBe(sums.hearts)
        expect(sums.grants).toBeLessThanOrEqual(1)
        expect(sums.waiting).toBe(0)
        expect(Number.isInteger(sums.bought)).toBe(true)
        expect(sums.bought).toBeGreaterThanOrEqual(0)
        expect(sums.bought).toBeLessThanOrEqual(25)
      }),
      { numRuns: 20 },
    )
  }, 120_000)
})

type MoneyEvent = { name: 'refund' | 'dispute' | 'lose' | 'win' | 'reverse'; cents: number }

/** The cents of a payment that went back after events at the provider, counted from the events alone. */
function lostCentsAfter(events: readonly MoneyEvent[], price: number): number {
  const disputes: { cents: number; isOpen: boolean; isWon: boolean }[] = []
  let [alone, together, reversed, refunded, isHeld] = [0, 0, 0, 0, false]
  for (const { name, cents } of events) {
    if (name === 'refund') {
      const paid = Math.min(cents, price - refunded)
      refunded += paid
      if (isHeld) together += paid
      else alone += paid
    } else if (name === 'reverse') reversed += cents
    else if (name === 'dispute') disputes.push({ cents, isOpen: true, isWon: false })
    else {
      for (const dispute of disputes.filter(({ isOpen }) => isOpen)) {
        Object.assign(dispute, { isOpen: false, isWon: name === 'win' })
        if (name === 'win') reversed -= Math.min(reversed, dispute.cents)
      }
    }
    isHeld ||= name === 'dispute' || name === 'reverse'
  }
  const disputed = disputes.reduce((sum, { cents, isWon }) => sum + (isWon ? 0 : cents), 0)
  return Math.min(price, alone + Math.max(together, disputed, reversed))
}

const moneyEvent = (price: number, ...names: MoneyEvent['name'][]) =>
  fc.record({ name: fc.constantFrom(...names), cents: fc.integer({ min: 1, max: price }) })

async function happen(token: string, { name, cents }: MoneyEvent): Promise<void> {
  if (name === 'win') await act(token, 'resolve', { winner: 'seller' })
  else if (name === 'lose') await act(token, 'resolve', { winner: 'buyer' })
  else await act(token, name, { cents })
}

describe('refunds, disputes and reversals of parts, in any mixture', () => {
  const heartsLeft = (events: readonly MoneyEvent[]) => Math.floor((100 * (1500 - lostCentsAfter(events, 1500))) / 1500)

  it('what is left is the part of the price that is paid, in whole hearts', async () => {
    const events = fc.array(moneyEvent(1500, 'refund', 'dispute', 'lose', 'win', 'reverse'), {
      minLength: 2,
      maxLength: 7,
    })
    await fc.assert(
      fc.asyncProperty(events, async (all) => {
        const as = await addPerson()
        const token = await buy(as, 'hearts100')
        for (const [number, event] of all.entries()) {
          const { length } = await noticesOf(token)
          await happen(token, event)
          for (const notice of (await noticesOf(token)).slice(length - 1)) await jsonOf(deliver(notice))
          const bought = heartsLeft(all.slice(0, number + 1))
          expect(await sumsOf(as)).toMatchObject({ bought, balance: 5 + bought, waiting: 0 })
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  it('refunds, disputes and reversals leave the same, in whatever order their notices come', async () => {
    const names = ['refund', 'dispute', 'lose', 'win', 'reverse'] as const
    const events = fc.array(moneyEvent(1500, ...names), { minLength: 2, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(events, fc.infiniteStream(fc.nat()), async (all, ranks) => {
        const as = await addPerson()
        const token = await buy(as, 'hearts100')
        for (const event of all) await happen(token, event)
        const ranked = (await noticesOf(token)).map((notice) => ({ notice, rank: ranks.next().value ?? 0 }))
        for (const { notice } of ranked.toSorted((a, b) => a.rank - b.rank)) await jsonOf(deliver(notice))
        const bought = heartsLeft(all)
        expect(await sumsOf(as)).toMatchObject({ bought, balance: 5 + bought, waiting: 0 })
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

describe('the money of a year', () => {
  const termOf = ({ id }: Person) =>
    env.DB.prepare(
      `SELECT flags, patron_until AS until, patron_since AS since,
        (SELECT sum(patron_ms) FROM store_ledger WHERE user_id = ?1 AND cause LIKE 'capture:%') AS given,
        (SELECT count(*) FROM store_ledger WHERE user_id = ?1 AND NOT applied) AS waiting FROM users WHERE id = ?1`,
    )
      .bind(id)
      .first<{ flags: string; until: number | null; since: number | null; given: number; waiting: number }>()

  it('what is left of a year is the part of its price that is paid, and a patron has the flag', async () => {
    const names = ['refund', 'dispute', 'lose', 'win', 'reverse'] as const
    const events = fc.array(moneyEvent(2500, ...names), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(events, async (all) => {
        const as = await addPerson()
        const token = await buy(as, 'patron')
        const [boughtAt, bought] = [Date.now(), await termOf(as)]
        for (const [number, event] of all.entries()) {
          const { length } = await noticesOf(token)
          await happen(token, event)
          for (const notice of (await noticesOf(token)).slice(length - 1)) await jsonOf(deliver(notice))
          const paid = 2500 - lostCentsAfter(all.slice(0, number + 1), 2500)
          const term = await termOf(as)
          const leftMs = (term?.until ?? boughtAt) - boughtAt
          // The clock runs on while the test does.
          expect(Math.abs(leftMs - ((bought?.given ?? 0) * paid) / 2500)).toBeLessThan(60_000)
          expect(term).toMatchObject({ waiting: 0, flags: term?.until ? 'p' : '' })
          expect(term?.since ?? bought?.since).toBe(bought?.since)
        }
      }),
      {
        numRuns: 10,
        examples: [[['dispute', 'dispute', 'dispute', 'win'].map((name) => ({ name: name as 'win', cents: 1 }))]],
      },
    )
  }, 120_000)
})

describe('cuts between the provider, the database and the gift', () => {
  it.each(['refused', 'lost'] as const)(
    'after any call to the database that is %s, the nightly run completes the order',
    async (fault) => {
      let as = await addPerson()
      await withEveryFault(
        fault,
        async (bindings) => {
          as = await addPerson()
          const token = await order(as)
          await act(token, 'approve')
          return sendReturn(as, token, storeEnv(bindings))
        },
        async () => {
          await runNamed(['reconcile payments'], storeEnv(), Date.now() + 2 * 3_600_000)
          expect(await sumsOf(as)).toMatchObject({ grants: 1, bought: 25, balance: 30, waiting: 0 })
        },
      )
    },
  )

  it.each(['refused', 'lost'] as const)(
    'after any call to the database for a new order that is %s, the same call makes the one order',
    async (fault) => {
      let as = await addPerson()
      const key = crypto.randomUUID()
      await withEveryFault(
        fault,
        async (bindings) => {
          as = await addPerson()
          return sendOrder(as, 'hearts25', { key }, storeEnv(bindings))
        },
        async () => {
          const token = await order(as, 'hearts25', { key })
          await act(token, 'approve')
          await comeBack(as, token)
          expect(await sumsOf(as)).toMatchObject({ grants: 1, bought: 25, balance: 30, waiting: 0 })
          const sql = 'SELECT count(*) AS count FROM store_orders WHERE buyer_id = ?'
          expect(await env.DB.prepare(sql).bind(as.id).first('count')).toBe(1)
        },
      )
    },
  )

  type Told = { what: string; acts: readonly string[]; winner?: 'buyer' | 'seller'; bought: number }
  const TOLD: Told[] = [
    { what: 'a payment', acts: [], bought: 25 },
    { what: 'a refund', acts: ['refund'], bought: 0 },
    { what: 'a dispute', acts: ['dispute'], bought: 0 },
    { what: 'a dispute that the buyer won', acts: ['dispute', 'resolve'], winner: 'buyer', bought: 0 },
    { what: 'a dispute that the site won', acts: ['dispute', 'resolve'], winner: 'seller', bought: 25 },
    { what: 'a reversal', acts: ['reverse'], bought: 0 },
  ]

  it.each(
    TOLD.flatMap((told) => [
      ['refused' as const, told.what, told] as const,
      ['lost' as const, told.what, told] as const,
    ]),
  )(
    'after any call to the database that is %s for the notice of %s, the next notice or the nightly run completes it',
    async (fault, _, { acts, bought, ...details }) => {
      const unfinished: Person[] = []
      let as = await addPerson()
      let last: Notice = { headers: {}, body: '' }
      await withEveryFault(
        fault,
        async (bindings) => {
          as = await addPerson()
          const token = acts.length > 0 ? await buy(as) : await order(as)
          if (acts.length === 0) await act(token, 'approve')
          for (const name of acts) await act(token, name, details)
          last = (await noticesOf(token)).at(-1) ?? last
          return deliver(last, storeEnv(bindings))
        },
        async (_, call) => {
          // Every second one gets no other notice.
          if (call % 2 === 0) unfinished.push(as)
          else {
            await jsonOf(deliver(last))
            expect(await sumsOf(as)).toMatchObject({ grants: 1, bought, balance: 5 + bought, waiting: 0 })
          }
        },
      )
      expect(unfinished.length).toBeGreaterThan(0)
      await runNamed(['reconcile payments'], storeEnv(), new Date().setUTCHours(27, 5))
      for (const member of unfinished)
        expect(await sumsOf(member)).toMatchObject({ grants: 1, bought, balance: 5 + bought, waiting: 0 })
    },
  )

  it.each(['before', 'after'] as const)(
    'whichever call to the provider fails (%s it was carried out), the next one completes the order',
    async (at) => {
      for (let call = 1; ; call++) {
        const as = await addPerson()
        const token = await order(as)
        await act(token, 'approve')
        await breakCall(token, { calls: call, at })
        const { status } = await sendReturn(as, token)
        await breakCall(token, { calls: 0, at })
        await comeBack(as, token)
        expect(await sumsOf(as)).toMatchObject({ grants: 1, bought: 25, balance: 30 })
        if (status === 200) return expect(call).toBe(4)
        expect(status).toBe(502)
      }
    },
  )

  it('an order that was cut before its page was known is the same order at the next try', async () => {
    const as = await addPerson()
    await breakCall('cut-in-between', { calls: 1, at: 'after' })
    await order(as, 'hearts25', { key: 'cut-in-between' }).catch(() => undefined)
    const token = await order(as, 'hearts25', { key: 'cut-in-between' })
    await act(token, 'approve')
    await comeBack(as, token)
    expect(await sumsOf(as)).toMatchObject({ grants: 1 })
  })

  it('two refunds at the same time take back once', async () => {
    const as = await addPerson()
    const token = await buy(as)
    await act(token, 'refund')
    const notices = await noticesOf(token)
    await Promise.all([...notices, ...notices].map((notice) => jsonOf(deliver(notice))))
    expect(await sumsOf(as)).toMatchObject({ bought: 0, cents: 0, balance: 5 })
    expect((await balanceOf(as)).hearts).toBe(5)
  })
})
