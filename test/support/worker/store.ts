import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { OrderReply, Purchase } from '../../../contract/http/store.ts'
import type { StoreItemId } from '../../../contract/store.ts'
import type { Notice } from '../../../dev/paypal/notices.ts'
import '../payments/servers.ts'
import type { Person } from './people.ts'
import { jsonOf, sendRequestWith } from './site.ts'

/** The environment of a site with a store, without the rate of payments, which tests exceed. */
export const storeEnv = (bindings: Cloudflare.Env = env): Cloudflare.Env => ({
  ...bindings,
  PAYPAL_API: inject('payPal'),
  PAYMENT_RATE: { limit: async () => ({ success: true }) },
})

const fromStandIn = async <T>(path: string, body?: unknown): Promise<T> =>
  jsonOf(
    fetch(new URL(path, inject('payPal')), {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }),
  )

type Details = {
  cents?: number
  currency?: string
  winner?: 'buyer' | 'seller' | 'nobody'
  /** Tokens of other orders that a dispute is about. */
  with?: readonly string[]
  order?: object
}

/** Simulates an event of an order at the payment provider, such as a refund or a dispute. */
export const act = (token: string, name: string, details: Details = {}) =>
  fromStandIn(`/stand-in/orders/${token}`, { act: name, ...details })

/** The notices about an order, in the order in which they happened, sent now or at a time. */
export const noticesOf = (token: string, sentAt = Date.now()) =>
  fromStandIn<Notice[]>(`/stand-in/notices/${token}?at=${sentAt}`)

type CallFault = { calls: number; at: 'before' | 'after' }

/**
 * Makes the n-th next call about an order, or with a request id, fail at the provider, before or after it was carried
 * out.
 */
export const breakCall = (about: string, fault: CallFault) => fromStandIn('/stand-in/faults', { about, ...fault })

type Wanted = { user?: number; message?: string; key?: string }

/** Test files share the stand-in for the provider, so keys must be unique across files. */
export const sendOrder = (as: Person | null, item: StoreItemId, more: Wanted = {}, bindings = storeEnv()) =>
  sendRequestWith(bindings, '/api/v2/store/order', { as, body: { item, key: crypto.randomUUID(), ...more } })

/** Makes an order and returns the provider's id of it. */
export async function order(as: Person, item: StoreItemId = 'hearts25', more: Wanted = {}): Promise<string> {
  const { approveUrl } = await jsonOf<OrderReply>(sendOrder(as, item, more))
  return new URL(approveUrl).searchParams.get('token') ?? ''
}

/** The buyer comes back from the provider's page. */
export const sendReturn = (as: Person | null, token: string, bindings = storeEnv()) =>
  sendRequestWith(bindings, '/api/v2/store/capture', { as, body: { token } })

export const comeBack = (as: Person, token: string) => jsonOf<Purchase>(sendReturn(as, token))

let deliveries = 0

/** Delivers a notice as the provider does, from one of many addresses. */
export function deliver({ headers, body }: Notice, bindings = storeEnv()): Promise<Response> {
  const from = `10.1.${(++deliveries >> 4) % 256}.1`
  const sent = { origin: null, 'cf-connecting-ip': from, ...headers }
  return sendRequestWith(bindings, '/api/v2/store/notice', { headers: sent, raw: body })
}

/** Orders, pays, and comes back; returns the provider's id of the order. */
export async function buy(as: Person, item: StoreItemId = 'hearts25', more: Wanted = {}): Promise<string> {
  const token = await order(as, item, more)
  await act(token, 'approve')
  await comeBack(as, token)
  return token
}

/** Delivers all notices about an order, the oldest first. */
export async function deliverAll(token: string): Promise<void> {
  for (const notice of await noticesOf(token)) await jsonOf(deliver(notice))
}

/** Reads the hearts that a member may give, the end of their term as a patron, and their flags. */
export const balanceOf = ({ id }: Person) =>
  env.DB.prepare('SELECT hearts_available AS hearts, patron_until AS patronUntil, flags FROM users WHERE id = ?')
    .bind(id)
    .first<{ hearts: number; patronUntil: number | null; flags: string }>()
    .then((row) => row ?? { hearts: 0, patronUntil: null, flags: '' })

/** Inserts orders that their buyer paid, and one that waits for a payment. Returns the last of those that were paid. */
export async function addOrders(buyer: Person, paidCount = 1): Promise<{ paidId: number; waitingToken: string }> {
  const insert = (key: string, paidAt: number | null) =>
    env.DB.prepare(
      `INSERT INTO store_orders (buyer_id, recipient_id, call_key, item, cents, currency, message, provider_id, state,
        created_at, paid_at, checked_at) VALUES (?1, ?1, ?2, 'hearts25', 500, 'USD', ?5, ?2, ?3, 1, ?4, 1) RETURNING id`,
    )
      .bind(buyer.id, key, paidAt === null ? 'created' : 'paid', paidAt, `From ${buyer.nickname}`)
      .first<{ id: number }>()
  let paidId = 0
  for (let number = 1; number <= paidCount; number++) {
    // Two of each time.
    const paid = await insert(`PAID-${buyer.id}-${number}`, Math.ceil(number / 2))
    paidId = paid?.id ?? 0
  }
  await insert(`WAITING-${buyer.id}`, null)
  return { paidId, waitingToken: `WAITING-${buyer.id}` }
}
