import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CALLS_PER_MINUTE } from '../../../contract/limits.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf } from '../../support/worker/site.ts'
import { addOrders, deliver, sendReturn } from '../../support/worker/store.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const HOUR_MS = 3_600_000
const { PAYMENT_NOTICE_RATE } = CALLS_PER_MINUTE
const NIGHT = new Date().setUTCHours(27, 5)
const API = 'https://provider.test'

/**
 * The environment of a site whose payment provider is `answerAs`. Each provider gets an id of its own, and so a token.
 */
const siteEnv = (changes: Partial<Cloudflare.Env> = {}): Cloudflare.Env => ({
  ...env,
  PAYPAL_API: API,
  PAYPAL_CLIENT_ID: crypto.randomUUID(),
  ...changes,
})

/** Answers calls to the provider. Returns the addresses that are asked, without those for a token. */
function answerAs(reply: (address: URL) => Response): URL[] {
  const asked: URL[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const address = new URL(String(input))
    if (address.pathname === '/v1/oauth2/token') return Response.json({ access_token: 'TOKEN', expires_in: 3600 })
    asked.push(address)
    return reply(address)
  })
  return asked
}

afterEach(() => vi.restoreAllMocks())

describe('what the payment provider answers', () => {
  it('a reply that is no JSON is a failure, and none of its words are in the log', async () => {
    const as = await addPerson()
    const { waitingToken } = await addOrders(as)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answerAs(() => new Response('<p>Mira Buyer'))
    expect(await errorOf(sendReturn(as, waitingToken, siteEnv()))).toEqual([502, 'payment_unavailable'])
    expect(logged.mock.calls.join()).toContain('payment provider')
    expect(logged.mock.calls.join()).not.toContain('Mira')
  })
})

describe('forged notices', () => {
  it('after many of them from any addresses, no notice is checked for a minute', async () => {
    const asked = answerAs(() => Response.json({ verification_status: 'FAILURE' }))
    const headers = {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT',
      'paypal-transmission-id': 'ID',
      'paypal-transmission-sig': 'Zm9yZ2Vk',
      'paypal-transmission-time': new Date().toISOString(),
    }
    const body = JSON.stringify(event('PAYMENT.CAPTURE.COMPLETED', { id: 'FORGED' }, 0))
    const bindings = siteEnv()
    const send = async () => (await deliver({ headers, body }, bindings)).status
    const statuses = new Set<number>()
    // If the minute turns in between, twice as many are checked.
    for (let sent = 0; sent <= 2 * PAYMENT_NOTICE_RATE + 1 && !statuses.has(429); sent++) statuses.add(await send())
    expect([...statuses]).toEqual([403, 429])
    const checked = asked.length
    expect([await send(), asked.length]).toEqual([429, checked])
    clearIsolateCaches()
    expect([await send(), asked.length]).not.toEqual([429, checked])
  })
})

type Event = { id: string; event_type: string; create_time: string; resource: object }

const event = (event_type: string, resource: object, minutesAgo: number): Event => ({
  id: crypto.randomUUID(),
  event_type,
  create_time: new Date(NIGHT - minutesAgo * 60_000).toISOString(),
  resource,
})

describe('the nightly run', () => {
  it('the nightly run finds a lost refund behind a thousand notices of paid orders, with few calls', async () => {
    const as = await addPerson()
    const orders = Array.from({ length: 500 }, (_, number) => ({ order: `MANY-${number}`, payment: `PAID-${number}` }))
    await env.DB.prepare(
      `INSERT INTO store_orders (buyer_id, recipient_id, call_key, item, cents, currency, provider_id, capture_id, state,
        created_at, paid_at, checked_at)
        SELECT ?1, ?1, value ->> 'order', 'hearts25', 500, 'USD', value ->> 'order', value ->> 'payment', 'paid', 1, 1, 1
        FROM json_each(?2)`,
    )
      .bind(as.id, JSON.stringify(orders))
      .run()
    const custom = await env.DB.prepare("SELECT id FROM store_orders WHERE provider_id = 'MANY-7'").first<number>('id')
    const events = [
      ...orders.flatMap(({ order, payment }, number) => [
        event('CHECKOUT.ORDER.APPROVED', { id: order }, 500 + number),
        event('PAYMENT.CAPTURE.COMPLETED', { id: payment }, 500 + number),
      ]),
      event(
        'PAYMENT.CAPTURE.REFUNDED',
        { id: 'BACK', links: [{ rel: 'up', href: `${API}/v2/payments/captures/PAID-7` }] },
        4000,
      ),
    ]
    const amount = { currency_code: 'USD', value: '5.00' }
    const settings = siteEnv()
    const asked = answerAs(({ pathname, searchParams }) => {
      if (pathname.startsWith('/v2/checkout/orders/'))
        return Response.json({
          id: pathname.split('/').at(-1),
          status: 'COMPLETED',
          purchase_units: [
            {
              custom_id: String(custom),
              payee: { merchant_id: settings.PAYPAL_MERCHANT_ID },
              amount,
              payments: {
                captures: [{ id: 'PAID-7', status: 'REFUNDED', amount }],
                refunds: [{ id: 'BACK', status: 'COMPLETED', amount }],
              },
            },
          ],
        })
      const page = Number(searchParams.get('page') ?? 0)
      const size = Number(searchParams.get('page_size'))
      const isLast = events.length <= (page + 1) * size
      return Response.json({
        events: events.slice(page * size, (page + 1) * size),
        // The address of the next page is at another host, which must not be asked.
        links: isLast
          ? []
          : [{ rel: 'next', href: `https://elsewhere.test${pathname}?page=${page + 1}&page_size=${size}` }],
      })
    })
    let trips = 0
    const db = watchedDb(env.DB, (run) => {
      trips++
      return run()
    })
    await runNamed(['reconcile payments'], { ...settings, DB: db }, NIGHT)
    const state = await env.DB.prepare("SELECT state FROM store_orders WHERE provider_id = 'MANY-7'").first('state')
    expect(state).toBe('refunded')
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([API]))
    expect(asked.map(({ pathname }) => pathname.split('/')[2])).toEqual([...Array(4).fill('notifications'), 'checkout'])
    expect(trips).toBeLessThan(10)
  })

  it('the nightly run ends when the provider does not answer three times in a row', async () => {
    for (let count = 0; count < 6; count++) await addOrders(await addPerson())
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const asked = answerAs(() => {
      throw new TypeError('no connection')
    })
    await expect(runNamed(['reconcile payments'], siteEnv(), NIGHT + HOUR_MS)).rejects.toThrow()
    expect(asked.length).toBe(3)
  })
})
