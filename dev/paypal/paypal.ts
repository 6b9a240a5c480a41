import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Context, Hono } from 'hono'
import { listen } from '../provider/listen.ts'
import { Notices } from './notices.ts'
import { disputeJson, newId, type Order, orderJson } from './orders.ts'
import { approvalPage, controlPage } from './pages.ts'
import { type Act, Payments } from './payments.ts'

export type PayPalOptions = {
  port: number
  clientId: string
  clientSecret: string
  merchantId: string
  webhookId: string
  /** The site that gets the notices; without it they are only listed. */
  siteUrl?: string
}

/** The only buyer of the stand-in. */
const PAYER_ID = 'STANDINPAYER1'
const STYLES = join(import.meta.dirname, '../provider/sign-in.css')

/**
 * Starts the local stand-in for PayPal: the part of its REST API that the store calls, its approval page, and a page
 * that refunds, disputes, repeats and forges. Orders are forgotten at the end.
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
  /** Replies by `PayPal-Request-Id`: a repeated call does nothing again. */
  const replies = new Map<string, { status: 200 | 201 | 422; body: object }>()
  /**
   * Faults by the id of an order or request: the number of calls from now on up to the failing one, and whether it
   * fails before or after it is carried out.
   */
  const faults = new Map<string, { calls: number; at: 'before' | 'after' }>()
  const notices = new Notices(options.webhookId, options.siteUrl ? delivery(options.siteUrl) : null)
  const payments = new Payments(notices, url)
  const { orders, disputes } = payments
  const token = newId()

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
      const reply = replies.get(key) ?? payments.capture(order)
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
      // Tests that move the clock send their time.
      const sentAt = Number(c.req.query('at') ?? Date.now())
      return c.json(order ? payments.noticesAbout(order, sentAt) : [])
    })
    .post('/stand-in/orders/:id', async (c) => {
      const order = orders.get(c.req.param('id'))
      if (!order) return c.notFound()
      const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
      const { act, ...details } = isForm ? await c.req.parseBody() : await c.req.json()
      if (act === 'repeat') await notices.sendAgain(payments.noticesAbout(order))
      else if (act === 'forge') await notices.sendAgain(payments.noticesAbout(order).map(Notices.forged))
      else payments.act(act as Act, order, details)
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
      if (choice === 'approve' || choice === 'decline' || choice === 'hold') payments.act(choice, order)
      return c.redirect(withToken(order.returnUrl, order, { PayerID: PAYER_ID }), 303)
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

/** The address to which a buyer returns. PayPal names the order, and the buyer who approved it. */
function withToken(address: string, { id }: Order, more: Record<string, string> = {}): string {
  const target = new URL(address)
  for (const [name, value] of Object.entries({ token: id, ...more })) target.searchParams.set(name, value)
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
