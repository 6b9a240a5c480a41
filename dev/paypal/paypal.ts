import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Context, Hono } from 'hono'
import { listen } from '../provider/listen.ts'
import { Notices } from './notices.ts'
import {
  centsOf,
  type Dispute,
  disputeJson,
  eventTime,
  moneyBack,
  newId,
  type Order,
  orderJson,
  refund,
  type Winner,
} from './orders.ts'
import { approvalPage, controlPage } from './pages.ts'

export type PayPalOptions = {
  port: number
  clientId: string
  clientSecret: string
  merchantId: string
  webhookId: string
  /** The site that gets the notices; without it they are only listed. */
  siteUrl?: string
}

const STYLES = join(import.meta.dirname, '../provider/sign-in.css')

type Act =
  | 'approve'
  | 'decline'
  | 'hold'
  | 'delay'
  | 'release'
  | 'refund'
  | 'dispute'
  | 'resolve'
  | 'appeal'
  | 'reverse'
  | 'alter'

type ActDetails = {
  cents?: number
  currency?: string
  winner?: Winner
  /** Other orders that a dispute is about. */
  with?: readonly string[]
  order?: object
}

/**
 * Starts the local stand-in for PayPal: the part of its REST API that the store calls, its approval page, and a page that
 * refunds, disputes, repeats and forges. Orders are forgotten at the end.
 */
export async function startPayPal(options: PayPalOptions): Promise<{ url: string; close(): Promise<void> }> {
  const url = `http://localhost:${options.port}`
  const close = await listen({ port: options.port, hosts: ['127.0.0.1', '::1'] }, (request, response) => {
    void answer(app, url, request, response)
  })
  const app = createApp(options, url)
  return { url, close }
}

function createApp(options: PayPalOptions, url: string): Hono {
  const orders = new Map<string, Order>()
  const disputes = new Map<string, Dispute>()
  /** Replies by `PayPal-Request-Id`: a repeated call does nothing again. */
  const replies = new Map<string, { status: 200 | 201 | 422; body: object }>()
  /** Calls that fail: of those about an order, or with a request id, the n-th from now on, before or after it is carried out. */
  const faults = new Map<string, { calls: number; at: 'before' | 'after' }>()
  const notices = new Notices(options.webhookId, options.siteUrl ? delivery(options.siteUrl) : null)
  const token = newId()
  /** Orders whose notices are not sent by themselves. */
  const heldBack = new Set<Order>()
  const tell = (order: Order, type: string, resource: object) =>
    notices.add(type, resource, { isHeldBack: heldBack.has(order) })

  const captureResource = (order: Order) => ({
    ...order.capture,
    amount: order.amount,
    custom_id: order.customId,
    supplementary_data: { related_ids: { order_id: order.id } },
  })

  /** Names the payment only by a link, as in PayPal's notices about money that went back. */
  const returnResource = ({ capture }: Order, back: Order['refunds'][number]) => ({
    ...back,
    status: 'COMPLETED',
    links: [{ rel: 'up', href: `${url}/v2/payments/captures/${capture?.id}`, method: 'GET' }],
  })

  function capture(order: Order): { status: 201 | 422; body: object } {
    if (order.payment === 'declined')
      return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] } }
    if (order.capture) return { status: 422, body: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } }
    if (order.status !== 'APPROVED') return { status: 422, body: { details: [{ issue: 'ORDER_NOT_APPROVED' }] } }
    order.status = 'COMPLETED'
    order.capture = { id: newId(), status: order.payment === 'held' ? 'PENDING' : 'COMPLETED' }
    Object.assign(order, order.atCapture)
    tell(order, `PAYMENT.CAPTURE.${order.capture.status}`, captureResource(order))
    return { status: 201, body: orderJson(order, url) }
  }

  const disputesAbout = ({ capture }: Order) =>
    [...disputes.values()].filter(({ captureIds }) => capture !== null && captureIds.includes(capture.id))

  function close(order: Order, dispute: Dispute, winner: Winner): void {
    Object.assign(dispute, { winner, update_time: eventTime() })
    tell(order, 'CUSTOMER.DISPUTE.RESOLVED', disputeJson(dispute))
  }

  /** Acts of the buyer, the provider's staff or a bank. */
  const acts: Record<Act, (order: Order, details: ActDetails) => void> = {
    approve(order) {
      order.status = 'APPROVED'
      tell(order, 'CHECKOUT.ORDER.APPROVED', { ...orderJson(order, url) })
    },
    decline(order) {
      order.payment = 'declined'
      acts.approve(order, {})
    },
    hold(order) {
      order.payment = 'held'
      acts.approve(order, {})
    },
    delay(order) {
      heldBack.add(order)
    },
    release(order) {
      if (order.capture) order.capture.status = 'COMPLETED'
      tell(order, 'PAYMENT.CAPTURE.COMPLETED', captureResource(order))
    },
    refund(order, { cents }) {
      const added = refund(order, cents)
      if (added) tell(order, 'PAYMENT.CAPTURE.REFUNDED', returnResource(order, added))
    },
    dispute(order, { cents = centsOf(order.amount), currency = order.amount.currency_code, with: others = [] }) {
      const amount = { currency_code: currency, value: (cents / 100).toFixed(2) }
      const captureIds = [order, ...others.map((id) => orders.get(id))].map((each) => each?.capture?.id ?? '')
      const time = eventTime()
      const dispute: Dispute = { id: newId(), captureIds, amount, winner: null, create_time: time, update_time: time }
      disputes.set(dispute.id, dispute)
      tell(order, 'CUSTOMER.DISPUTE.CREATED', disputeJson(dispute))
    },
    resolve(order, { winner = 'seller' }) {
      for (const dispute of disputesAbout(order)) if (!dispute.winner) close(order, dispute, winner)
    },
    appeal(order, { winner = 'buyer' }) {
      for (const dispute of disputesAbout(order)) if (dispute.winner) close(order, dispute, winner)
    },
    reverse(order, { cents = centsOf(order.amount) }) {
      tell(order, 'PAYMENT.CAPTURE.REVERSED', returnResource(order, moneyBack(order, cents)))
    },
    alter(order, { order: changes }) {
      Object.assign(order, changes)
    },
  }

  const noticesAbout = (order: Order, sentAt = Date.now()) =>
    notices.about((resource) => {
      const text = JSON.stringify(resource)
      return text.includes(order.id) || (order.capture !== null && text.includes(order.capture.id))
    }, sentAt)

  const api = new Hono()
    .post('/v1/oauth2/token', (c) => {
      const expected = `Basic ${btoa(`${options.clientId}:${options.clientSecret}`)}`
      if (c.req.header('authorization') !== expected) return c.json({ error: 'invalid_client' }, 401)
      return c.json({ access_token: token, token_type: 'Bearer', expires_in: 32_400 })
    })
    .use('/v1/*', requireToken(token))
    .use('/v2/*', requireToken(token))
    .post('/v2/checkout/orders', async (c) => {
      const key = c.req.header('paypal-request-id') ?? newId()
      const known = replies.get(key)
      if (known) return c.json(known.body, 200)
      const { purchase_units, payment_source } = await c.req.json()
      const [unit] = purchase_units
      const { return_url, cancel_url } = payment_source.paypal.experience_context
      const order: Order = {
        id: newId(),
        status: 'PAYER_ACTION_REQUIRED',
        customId: unit.custom_id,
        description: unit.description,
        payee: unit.payee.merchant_id,
        amount: unit.amount,
        returnUrl: return_url,
        cancelUrl: cancel_url,
        payment: 'accepted',
        capture: null,
        refunds: [],
      }
      orders.set(order.id, order)
      const body = orderJson(order, url)
      replies.set(key, { status: 200, body })
      return c.json(body, 200)
    })
    .get('/v2/checkout/orders/:id', (c) => {
      const order = orders.get(c.req.param('id'))
      return order ? c.json(orderJson(order, url)) : c.json({ name: 'RESOURCE_NOT_FOUND' }, 404)
    })
    .post('/v2/checkout/orders/:id/capture', (c) => {
      const order = orders.get(c.req.param('id'))
      if (!order) return c.json({ name: 'RESOURCE_NOT_FOUND' }, 404)
      const key = c.req.header('paypal-request-id') ?? newId()
      const reply = replies.get(key) ?? capture(order)
      replies.set(key, reply)
      return c.json(reply.body, reply.status)
    })
    .get('/v1/customer/disputes/:id', (c) => {
      const dispute = disputes.get(c.req.param('id'))
      return dispute ? c.json(disputeJson(dispute)) : c.json({ name: 'RESOURCE_NOT_FOUND' }, 404)
    })
    .post('/v1/notifications/verify-webhook-signature', async (c) => {
      const text = await c.req.text()
      const marker = ',"webhook_event":'
      const body = text.slice(text.indexOf(marker) + marker.length, -1)
      const isGenuine = notices.isGenuine(JSON.parse(text), body)
      return c.json({ verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' })
    })
    .get('/v1/notifications/webhooks-events', (c) => {
      const { start_time = '', end_time = '', page_size = '10', page = '1' } = c.req.query()
      const all = notices.between(Date.parse(start_time), Date.parse(end_time))
      const end = Number(page) * Number(page_size)
      const next = new URL(c.req.url)
      next.searchParams.set('page', String(Number(page) + 1))
      return c.json({
        events: all.slice(end - Number(page_size), end),
        links: end < all.length ? [{ rel: 'next', href: next.href, method: 'GET' }] : [],
      })
    })

  const control = new Hono()
    .post('/stand-in/faults', async (c) => {
      const { about, ...fault } = await c.req.json()
      faults.set(about, fault)
      return c.json({ ok: true })
    })
    .get('/stand-in/notices/:id', (c) => {
      const order = orders.get(c.req.param('id'))
      // Tests that move the clock say their time.
      const sentAt = Number(c.req.query('at') ?? Date.now())
      return c.json(order ? noticesAbout(order, sentAt) : [])
    })
    .post('/stand-in/orders/:id', async (c) => {
      const order = orders.get(c.req.param('id'))
      if (!order) return c.notFound()
      const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
      const { act, ...details } = isForm ? await c.req.parseBody() : await c.req.json()
      if (act === 'repeat') await notices.sendAgain(noticesAbout(order))
      else if (act === 'forge') await notices.sendAgain(noticesAbout(order).map(Notices.forged))
      else acts[act as Act](order, details)
      return isForm ? c.redirect('/stand-in', 303) : c.json({ ok: true })
    })
    .get('/sign-in.css', async (c) =>
      c.body(await readFile(STYLES), 200, { 'content-type': 'text/css; charset=utf-8' }),
    )
    .get('/stand-in', (c) => c.html(controlPage([...orders.values()].reverse(), options.siteUrl ?? url)))
    .get('/checkoutnow', (c) => {
      const order = orders.get(c.req.query('token') ?? '')
      return order ? c.html(approvalPage(order)) : c.notFound()
    })
    .post('/checkoutnow', async (c) => {
      const { token: id = '', choice } = await c.req.parseBody<{ token: string; choice: string }>()
      const order = orders.get(id)
      if (!order) return c.notFound()
      if (choice === 'cancel') return c.redirect(withToken(order.cancelUrl, order), 303)
      if (choice === 'approve' || choice === 'decline' || choice === 'hold') acts[choice](order, {})
      return c.redirect(withToken(order.returnUrl, order), 303)
    })

  return new Hono()
    .use(async (c, next) => {
      const call = `${c.req.path.startsWith('/stand-in') ? '' : c.req.path} ${c.req.header('paypal-request-id')}`
      const fault = [...faults].find(([about]) => call.includes(about))?.[1]
      const failing = fault && --fault.calls === 0 ? fault : null
      if (failing?.at === 'before') return c.json({ name: 'INTERNAL_SERVER_ERROR' }, 500)
      await next()
      if (failing) c.res = c.json({ name: 'INTERNAL_SERVER_ERROR' }, 500)
    })
    .route('/', api)
    .route('/', control)
}

function withToken(address: string, { id }: Order): string {
  const target = new URL(address)
  target.searchParams.set('token', id)
  return target.href
}

const requireToken =
  (token: string) =>
  async (c: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    if (c.req.path === '/v1/oauth2/token' || c.req.header('authorization') === `Bearer ${token}`) {
      await next()
      return undefined
    }
    return c.json({ error: 'invalid_token' }, 401)
  }

/** Sends a notice to the site once. PayPal repeats refused notices; here the page of the payments does. */
function delivery(siteUrl: string) {
  return async ({ headers, body }: { headers: Record<string, string>; body: string }): Promise<void> => {
    const reply = await fetch(`${siteUrl}/api/v2/store/notice`, { method: 'POST', headers, body }).catch(() => null)
    if (reply?.status !== 200)
      console.log(`Local PayPal: the site answered a notice with ${reply?.status ?? 'nothing'}.`)
  }
}

async function answer(app: Hono, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const body = request.method === 'POST' ? await buffer(request) : null
  const reply = await app.fetch(
    new Request(new URL(request.url ?? '/', url), {
      method: request.method ?? 'GET',
      headers: headers as [string, string][],
      ...(body && { body: new Uint8Array(body) }),
    }),
  )
  response.writeHead(reply.status, Object.fromEntries(reply.headers))
  response.end(Buffer.from(await reply.arrayBuffer()))
}
