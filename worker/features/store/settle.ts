import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { itemName, priceText, STORE_ITEMS } from '../../../contract/store.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { isSuspended } from '../../domain/bans/banned-logins.ts'
import { type QueuedMails, queueMail } from '../../domain/mail/queue.ts'
import { takesMessagesFrom } from '../../domain/messages/access.ts'
import { storeOrders } from '../../domain/store/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import {
  addLine,
  captureLine,
  disputeLine,
  isEndless,
  lostDisputeLine,
  type MoneyBack,
  refundLine,
  reversalLine,
  type StoreOrder,
  setPaidState,
  wonDisputeLine,
} from './ledger-lines.ts'
import { capturePayPalOrder, type Dispute, findPayPalOrder, type PayPalOrder } from './paypal.ts'
import type { PayPalSettings } from './paypal-api.ts'

/** Orders that nobody approved expire after this time. At PayPal they expire sooner. */
const ABANDONED_MS = 3 * 86_400_000

export type SettleContext = { db: Db; settings: PayPalSettings; now: number }

/**
 * Brings an order to its state at PayPal: captures the payment if the buyer approved it, and gives or takes back what
 * was bought. An order gives once, whatever notices came before and however often this runs [decisions, Store]. Returns
 * the mails that it queued. A payment that was declined is not tried again: the buyer makes another order.
 * @throws AppError `payment_unavailable`; the next run completes the order.
 */
export async function settleOrder({ db, settings, now }: SettleContext, found: StoreOrder): Promise<QueuedMails> {
  const asked = found.providerId === null ? Promise.resolve(null) : findPayPalOrder(settings, found.providerId)
  const known = await asked.catch(async (error: unknown) => {
    // An order for which PayPal gives no answer expires, too.
    await waiting(db, found, now)
    throw error
  })
  if (known === null) return waiting(db, found, now)
  if (wasRefused(found) || !isAsOrdered(found, known, settings)) return refuse(db, found, known, now)
  if (!known.isApproved) return applyPayments(db, found, known, now)
  if (found.state === 'declined') return []
  // A payment for something that cannot be given is not captured: the order expires.
  if (await cannotReceive(db, found)) return waiting(db, found, now)
  if ((await capturePayPalOrder(settings, known.id)) === 'declined') return setUnpaid(db, found, 'declined', now)
  const captured = await findPayPalOrder(settings, known.id)
  if (!captured) return []
  return isAsOrdered(found, captured, settings)
    ? applyPayments(db, found, captured, now)
    : refuse(db, found, captured, now)
}

/** True for an order whose payment did not match, also after it was refunded. */
const wasRefused = ({ state, paidAt }: StoreOrder) =>
  state === 'mismatched' || (state === 'refunded' && paidAt === null)

/** True if the order at PayPal pays this order, all of it, in its currency, to the site's account. */
function isAsOrdered(found: StoreOrder, known: PayPalOrder, { PAYPAL_MERCHANT_ID }: PayPalSettings): boolean {
  const amounts = [known.amount, ...(known.capture ? [known.capture.amount] : [])]
  return (
    known.orderId === found.id &&
    known.payee === PAYPAL_MERCHANT_ID &&
    amounts.every(({ cents, currency }) => cents === found.cents && currency === found.currency)
  )
}

/** True if the recipient is gone, or is a patron for good and would get a year. */
async function cannotReceive(db: Db, { recipientId, item }: StoreOrder): Promise<boolean> {
  const row = await db
    .select({ deletedAt: users.deletedAt, isEndless: isEndless.mapWith(Boolean) })
    .from(users)
    .where(eq(users.id, recipientId))
    .get()
  return row?.deletedAt !== null || (STORE_ITEMS[item].patronYears > 0 && row.isEndless)
}

/**
 * Logs a payment that does not match its order, and gives nothing. A paid order stays as it is. A refunded payment is
 * settled and one that was never captured expires, so that no admin has to check them.
 */
async function refuse(
  db: Db,
  { id, state, createdAt }: StoreOrder,
  { capture }: PayPalOrder,
  now: number,
): Promise<QueuedMails> {
  const isSettled = capture?.status === 'REFUNDED'
  if (!isSettled && state !== 'mismatched') log('error', 'payment mismatched', { orderId: id })
  // The payment may be that of another order. Notices about refunds name only the payment.
  const isOfAnother = sql`EXISTS (SELECT 1 FROM store_orders AS other WHERE other.capture_id = ${capture?.id ?? ''})`
  const isTaken = capture ? sql`NOT ${isOfAnother}` : sql`0`
  const hasExpired = !isSettled && createdAt < now - ABANDONED_MS
  const unsettled = hasExpired ? sql`iif(${isTaken}, 'mismatched', 'expired')` : 'mismatched'
  await db
    .update(storeOrders)
    .set({
      state: isSettled ? 'refunded' : unsettled,
      checkedAt: now,
      ...(hasExpired && { message: sql`iif(${isTaken}, message, '')` }),
      ...(capture && { captureId: sql`iif(${isOfAnother}, capture_id, ${capture.id})` }),
    })
    .where(and(eq(storeOrders.id, id), isNull(storeOrders.paidAt)))
  return []
}

/** Leaves an unpaid order open, or lets it expire. */
function waiting(db: Db, found: StoreOrder, now: number): Promise<QueuedMails> {
  const isUntaken = found.state === 'created' || (found.state === 'mismatched' && found.captureId === null)
  const isAbandoned = isUntaken && found.createdAt < now - ABANDONED_MS
  return setUnpaid(db, found, isAbandoned ? 'expired' : found.state, now)
}

/** Sets the state of an order unless it was paid meanwhile. Empties the words of a gift that nobody will get. */
async function setUnpaid(db: Db, { id }: StoreOrder, state: StoreOrder['state'], now: number): Promise<QueuedMails> {
  const hasEnded = state === 'expired' || state === 'declined'
  await db
    .update(storeOrders)
    .set({
      checkedAt: now,
      state: sql`iif(paid_at IS NULL, ${state}, state)`,
      ...(hasEnded && { message: sql`iif(paid_at IS NULL, '', message)` }),
    })
    .where(eq(storeOrders.id, id))
  return []
}

async function applyPayments(
  db: Db,
  found: StoreOrder,
  { capture, refunds }: PayPalOrder,
  now: number,
): Promise<QueuedMails> {
  if (capture === null) return waiting(db, found, now)
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') return setUnpaid(db, found, 'declined', now)
  if (capture.status === 'PENDING') return setUnpaid(db, found, 'pending', now)
  if (found.state === 'pending' && (await cannotReceive(db, found)))
    log('error', 'payment gave nothing', { orderId: found.id })
  const isFirst = sql`EXISTS (SELECT 1 FROM store_orders WHERE id = ${found.id} AND paid_at IS NULL)`
  // No receipt is mailed if the money went back before the payment was known.
  const isThanked = capture.status === 'REFUNDED' ? sql`0` : isFirst
  const [receipts, gifts] = await db.batch([
    queueReceipt(db, found, isThanked, now),
    queueGiftMail(db, found, isThanked, now),
    dropRefusedWords(db, found, now),
    addGiftNotification(db, found, isThanked, now),
    ...addLine(db, found, captureLine(found, capture.id, now), now),
    db
      .update(storeOrders)
      .set({ captureId: capture.id, paidAt: sql`coalesce(paid_at, ${now})`, checkedAt: now })
      .where(eq(storeOrders.id, found.id)),
    ...refunds.flatMap(({ at, ...refund }) =>
      addLine(db, found, refundLine(found, { ...refund, at: at ?? now }, now), now),
    ),
    ...setPaidState(db, found.id, now),
  ])
  return [...receipts, ...gifts]
}

/**
 * Takes back what a disputed payment gave, and gives it again if the dispute is decided for the site.
 * A dispute that is lost takes nothing more.
 */
export async function applyDispute(
  db: Db,
  found: StoreOrder,
  { id, captureIds, amount, outcome, openedAt, changedAt }: Dispute,
  now: number,
): Promise<void> {
  if (found.paidAt === null) return
  // The amount of a dispute about several payments is their sum, so each order counts with its own price.
  const price = { cents: found.cents, currency: found.currency }
  const held = { id, amount: captureIds.length > 1 ? price : amount }
  const closed = { ...held, at: changedAt ?? now }
  const lines = [disputeLine(found, { ...held, at: openedAt ?? now }, now)]
  if (outcome === 'buyer') lines.push(lostDisputeLine(found, closed, now))
  if (outcome === 'seller') lines.push(wonDisputeLine(found, closed, now))
  const added = lines.flatMap((line) => addLine(db, found, line, now))
  await batchEach<Statement>(db, [...added, ...setPaidState(db, found.id, now)])
}

/** Takes back what a payment gave after a bank reversed it. */
export async function applyReversal(db: Db, found: StoreOrder, reversal: MoneyBack, now: number): Promise<void> {
  if (found.paidAt === null) return
  const line = reversalLine(found, reversal, now)
  await batchEach<Statement>(db, [...addLine(db, found, line, now), ...setPaidState(db, found.id, now)])
}

function queueReceipt(db: Db, { id, buyerId, item, cents, currency }: StoreOrder, isThanked: SQL, now: number) {
  return queueMail(db, {
    kind: 'receipt',
    facts: { title: itemName(item), amount: priceText(cents, currency), path: `/store/receipt/${id}` },
    address: sql`users.email`,
    where: sql`users.id = ${buyerId} AND users.email IS NOT NULL AND ${isThanked}`,
    now,
  })
}

function queueGiftMail(db: Db, { buyerId, recipientId, item }: StoreOrder, isThanked: SQL, now: number) {
  const facts = sql`json_object('title', ${itemName(item)}, 'path', '/store/purchases', 'nickname',
    (SELECT nickname FROM users WHERE id = ${buyerId}))`
  const isBlocked = sql`EXISTS (SELECT 1 FROM blocks WHERE user_id IN (${buyerId}, ${recipientId})
    AND blocked_id IN (${buyerId}, ${recipientId}))`
  return queueMail(db, {
    kind: 'gift',
    facts,
    address: sql`users.email`,
    where: sql`users.id = ${recipientId} AND users.email IS NOT NULL AND ${recipientId !== buyerId} AND NOT ${isBlocked} AND ${isThanked}`,
    now,
  })
}

/**
 * Empties the words of an unpaid gift if since the order its buyer was suspended, or its recipient stopped taking
 * messages from them.
 */
function dropRefusedWords(db: Db, { id, buyerId, recipientId }: StoreOrder, now: number): Statement {
  return statement(
    db,
    sql`UPDATE store_orders SET message = '' WHERE id = ${id} AND paid_at IS NULL AND message <> ''
      AND (${isSuspended(buyerId, now)}
        OR NOT EXISTS (SELECT 1 FROM users WHERE users.id = ${recipientId} AND ${takesMessagesFrom(buyerId)}))`,
  )
}

/** A trigger rejects it for members who buy for themselves, who switched such notifications off, and across a block. */
function addGiftNotification(db: Db, { id }: StoreOrder, isThanked: SQL, now: number): Statement {
  return statement(
    db,
    sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, store_order_id, excerpt, occurred_at)
      SELECT recipient_id, 'gifts', buyer_id, recipient_id, id, message, ${now} FROM store_orders
      WHERE id = ${id} AND ${isThanked}`,
  )
}
