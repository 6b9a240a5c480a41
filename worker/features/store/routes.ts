import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { cursorParams, idText, type Ok } from '../../../contract/http/common.ts'
import {
  captureBody,
  type GiftList,
  type OrderReply,
  orderBody,
  type Purchase,
  type PurchaseList,
  type SoldOrderList,
  type StoreReply,
  soldOrderParams,
} from '../../../contract/http/store.ts'
import { itemName, STORE_CURRENCY, STORE_ITEM_IDS, STORE_ITEMS } from '../../../contract/store.ts'
import { toWireTime } from '../../../contract/time.ts'
import type { QueuedMails } from '../../domain/mail/queue.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { isPatron } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, requireAdmin, requireOwnSession, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { handleEvent } from './notices.ts'
import { createPayPalOrder } from './paypal.ts'
import { hasPayPal } from './paypal-api.ts'
import { isFromPayPal, payPalEvent, readSignature } from './paypal-notices.ts'
import { addOrder, findHearts, findOrder, findPurchase, listGifts, listPurchases, saveProviderId } from './queries.ts'
import { settleOrder } from './settle.ts'
import { listSoldOrders } from './sold-orders.ts'

const NOTICE_MAX_BYTES = 65_536

/**
 * Takes notices of PayPal. They come from no page and with no session; their signature takes the place of the guards of
 * other writes. A status other than 200 makes PayPal repeat the notice.
 */
export const paymentNoticeRoutes = new Hono<AppEnv>().post(
  '/api/v2/store/notice',
  limitRate('PAYMENT_NOTICE_RATE'),
  bodyLimit({
    maxSize: NOTICE_MAX_BYTES,
    onError: () => {
      throw new AppError('too_large')
    },
  }),
  async (c) => {
    if (!hasPayPal(c.env)) throw new AppError('not_configured')
    const text = await c.req.text()
    const event = payPalEvent.safeParse(parseJson(text))
    if (!event.success) throw new AppError('bad_request')
    await requireFromPayPal(c, text)
    send(c, await handleEvent(settleContext(c), event.data))
    return c.json({ ok: true } satisfies Ok)
  },
)

const limitPayments = limitRate('PAYMENT_RATE')

export const storeRoutes = new Hono<AppEnv>()
  .get('/api/v2/store', requireUser, async (c) => {
    const { flags, patronUntil } = memberOf(c)
    return c.json({
      open: hasPayPal(c.env),
      currency: STORE_CURRENCY,
      items: STORE_ITEM_IDS.map((id) => ({ id, ...STORE_ITEMS[id] })),
      ...(await findHearts(dbOf(c), memberOf(c))),
      patron: isPatron({ flags }),
      patronUntil: patronUntil === null ? null : toWireTime(patronUntil),
    } satisfies StoreReply)
  })

  .post('/api/v2/store/order', requireOwnSession, limitPayments, valid('json', orderBody), async (c) => {
    if (!hasPayPal(c.env)) throw new AppError('not_configured')
    const order = orThrow(await addOrder(dbOf(c), memberOf(c), c.req.valid('json'), Date.now()))
    const { id, approveUrl } = await createPayPalOrder(c.env, {
      orderId: order.id,
      key: order.callKey,
      description: itemName(order.item),
      amount: order,
    })
    await saveProviderId(dbOf(c), order, id)
    return c.json({ approveUrl } satisfies OrderReply)
  })

  .post('/api/v2/store/capture', requireOwnSession, limitPayments, valid('json', captureBody), async (c) => {
    if (!hasPayPal(c.env)) throw new AppError('not_configured')
    const found = await findOrder(dbOf(c), { providerId: c.req.valid('json').token })
    if (found?.buyerId !== memberOf(c).id) throw new AppError('not_found')
    send(c, await settleOrder(settleContext(c), found))
    return c.json(orNotFound(await findPurchase(dbOf(c), memberOf(c), found.id)) satisfies Purchase)
  })

  .get('/api/v2/store/orders', requireOwnSession, valid('query', cursorParams), async (c) =>
    c.json((await listPurchases(dbOf(c), memberOf(c), c.req.valid('query').cursor)) satisfies PurchaseList),
  )

  .get('/api/v2/store/gifts', requireOwnSession, async (c) =>
    c.json((await listGifts(dbOf(c), memberOf(c))) satisfies GiftList),
  )

  .get('/api/v2/store/order/:id', requireOwnSession, valid('param', z.object({ id: idText })), async (c) =>
    c.json(orNotFound(await findPurchase(dbOf(c), memberOf(c), c.req.valid('param').id)) satisfies Purchase),
  )

  .get('/admin/orders', requireAdmin, valid('query', soldOrderParams), async (c) =>
    c.json((await listSoldOrders(dbOf(c), c.req.valid('query'))) satisfies SoldOrderList),
  )

/** Until when notices are not checked, in milliseconds since 1970. */
const pauses = isolateCache<number>()
const PAUSE_SECONDS = 60

/**
 * Asks PayPal if a notice is its own. A forged one costs a call, from whatever address it comes. After many of them
 * nothing is asked for a minute: PayPal repeats its notices, and its calls are limited. @throws AppError `forbidden`,
 * `too_many`.
 */
async function requireFromPayPal(c: Context<AppEnv>, text: string): Promise<void> {
  const signature = readSignature(c.req.raw.headers, Date.now())
  if (!signature) throw new AppError('forbidden')
  if ((pauses.get('until') ?? 0) > Date.now()) throw new AppError('too_many', { retryAfterSeconds: PAUSE_SECONDS })
  if (await isFromPayPal(c.env, signature, text)) return
  const { success } = await c.env.PAYMENT_NOTICE_RATE.limit({ key: 'forged' })
  if (!success) pauses.set('until', Date.now() + PAUSE_SECONDS * 1000)
  throw new AppError('forbidden')
}

const settleContext = (c: Context<AppEnv>) => ({ db: dbOf(c), settings: c.env, now: Date.now() })

function send(c: Context<AppEnv>, mails: QueuedMails): void {
  if (mails.length > 0) afterReply(c, () => sendMails(dbOf(c), c.env, mails))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
