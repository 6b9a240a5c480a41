import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { GiftList, OrderBody, Purchase, PurchaseList, StoreReply } from '../../../contract/http/store.ts'
import { GIFTS_LISTED_MAX, GLOPS_PER_HEART, ORDERS_PER_DAY_MAX, PURCHASES_PAGE_SIZE } from '../../../contract/limits.ts'
import { STORE_CURRENCY, STORE_ITEMS } from '../../../contract/store.ts'
import { toWireTime } from '../../../contract/time.ts'
import { takesMessagesFrom } from '../../domain/messages/access.ts'
import { notBlocked } from '../../domain/sketches/visibility.ts'
import { isOpenOrder, isUnsettledOrder, storeOrders } from '../../domain/store/schema.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { isPatronRow, users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { batchNamed, type Db, statement } from '../../lib/database.ts'
import { rowsAfter } from '../../lib/keyset.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { lostCents, type StoreOrder } from './ledger-lines.ts'

const DAY_MS = 86_400_000
/** Open orders are checked again after this time. */
const CHECK_INTERVAL_MS = 3_600_000
const CHECKED_AT_ONCE = 50

type OrderFailure = 'not_found' | 'messages_refused' | 'patron_without_end' | 'order_limit' | 'order_changed'

/**
 * Adds an order, or finds the one that the same call added before. Fails with `not_found` for a recipient who is gone,
 * or across a block, with `messages_refused` for words to a recipient who takes no messages from the buyer, and with
 * `order_changed` for the key of another order, or of one that was paid.
 */
export async function addOrder(
  db: Db,
  buyer: Viewer,
  { item, key, user, message }: OrderBody,
  now: number,
): Promise<Result<StoreOrder, OrderFailure>> {
  const recipientId = user ?? buyer.id
  const { cents, patronYears } = STORE_ITEMS[item]
  const recipient = await db
    .select({
      isEndless: sql`${isPatronRow} AND patron_until IS NULL`.mapWith(Boolean),
      takesWords: takesMessagesFrom(buyer.id).mapWith(Boolean),
    })
    .from(users)
    .where(
      and(eq(users.id, recipientId), isNull(users.mergedIntoId), isNull(users.deletedAt), notBlocked(buyer, users.id)),
    )
    .get()
  if (!recipient) return failure('not_found')
  if (message !== '' && !recipient.takesWords) return failure('messages_refused')
  if (patronYears > 0 && recipient.isEndless) return failure('patron_without_end')
  const [, [order]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO store_orders (buyer_id, recipient_id, call_key, item, cents, currency, message, created_at, checked_at)
        SELECT ${buyer.id}, ${recipientId}, ${key}, ${item}, ${cents}, ${STORE_CURRENCY}, ${message}, ${now}, ${now}
        WHERE (SELECT count(*) FROM store_orders WHERE buyer_id = ${buyer.id} AND created_at > ${now - DAY_MS})
          < ${ORDERS_PER_DAY_MAX}
        ON CONFLICT (buyer_id, call_key) DO NOTHING`,
    ),
    db
      .select()
      .from(storeOrders)
      .where(and(eq(storeOrders.buyerId, buyer.id), eq(storeOrders.callKey, key))),
  ])
  if (!order) return failure('order_limit')
  const isSame = order.item === item && order.recipientId === recipientId && order.state === 'created'
  return isSame ? success(order) : failure('order_changed')
}

export async function saveProviderId(db: Db, { id }: StoreOrder, providerId: string): Promise<void> {
  await db
    .update(storeOrders)
    .set({ providerId })
    .where(and(eq(storeOrders.id, id), isNull(storeOrders.paidAt)))
}

export type OrderIds = { id?: number; providerId?: string | undefined; captureId?: string | undefined }

/**
 * Finds the order that a notice or a buyer's return is about, by any of its ids. Those of the provider count first: the
 * number at this site may be another order's after a restored backup.
 */
export async function findOrder(
  db: Db,
  { id = 0, providerId = '', captureId = '' }: OrderIds,
): Promise<StoreOrder | null> {
  const { id: number, providerId: order, captureId: payment } = storeOrders
  const found = await db
    .select()
    .from(storeOrders)
    .where(or(eq(order, providerId), eq(payment, captureId), eq(number, id)))
    .orderBy(sql`coalesce(${order} = ${providerId}, 0) + coalesce(${payment} = ${captureId}, 0) DESC`)
    .limit(1)
  return found[0] ?? null
}

/**
 * Lists open orders that were not checked for a while, those that waited longest first, and marks them as checked, so
 * that orders that fail do not block the others.
 */
export async function takeUncheckedOrders(db: Db, now: number): Promise<StoreOrder[]> {
  const unchecked = db
    .select({ id: storeOrders.id })
    .from(storeOrders)
    .where(and(isOpenOrder, lt(storeOrders.checkedAt, now - CHECK_INTERVAL_MS)))
    .orderBy(storeOrders.checkedAt)
    .limit(CHECKED_AT_ONCE)
  return db.update(storeOrders).set({ checkedAt: now }).where(inArray(storeOrders.id, unchecked)).returning()
}

/** Returns those of many ids of the provider's orders or payments that belong to paid orders. */
export async function findPaidIds(db: Db, ids: readonly string[]): Promise<Set<string | null>> {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const rows = await db
    .select({ order: storeOrders.providerId, payment: storeOrders.captureId })
    .from(storeOrders)
    .where(
      and(
        isNotNull(storeOrders.paidAt),
        or(inArray(storeOrders.providerId, wanted), inArray(storeOrders.captureId, wanted)),
      ),
    )
  return new Set(rows.flatMap(({ order, payment }) => [order, payment]))
}

/** The hearts that a member may give, and the glops towards the next one. */
export async function findHearts(
  db: Db,
  { id }: Viewer,
): Promise<Pick<StoreReply, 'heartsAvailable' | 'heartsGlopAccum'>> {
  const row = await db
    .select({ heartsAvailable: users.heartsAvailable, glops: users.glops, heartsEarned: users.heartsEarned })
    .from(users)
    .where(eq(users.id, id))
    .get()
  const { heartsAvailable = 0, glops = 0, heartsEarned = 0 } = row ?? {}
  // Negative after glops were removed: they must be earned again first.
  return { heartsAvailable, heartsGlopAccum: Math.max(0, glops - heartsEarned * GLOPS_PER_HEART) }
}

const selectPurchases = (db: Db) =>
  db
    .select({
      ...getTableColumns(storeOrders),
      // Aliased: a batch merges columns of the same name.
      recipient: { ...personColumns, id: sql<number>`${users.id}`.as('recipient') },
      lostCents: sql<number>`${lostCents}`.as('lost_cents'),
    })
    .from(storeOrders)
    .innerJoin(users, eq(users.id, storeOrders.recipientId))

type PurchaseRow = Awaited<ReturnType<typeof selectPurchases>>[number]

function purchaseOf(row: PurchaseRow): Purchase {
  const { id, item, state, cents, currency, createdAt, paidAt } = row
  return {
    ...{ id, item, state, cents, currency, message: row.isMessageHidden ? '' : row.message },
    refundedCents: paidAt === null ? 0 : row.lostCents,
    recipient: row.recipientId === row.buyerId ? null : personOf(row.recipient),
    dateCreated: toWireTime(createdAt),
    datePaid: paidAt === null ? null : toWireTime(paidAt),
    paymentId: row.captureId,
  }
}

/** Finds an order of a buyer; null for those of others. */
export async function findPurchase(db: Db, buyer: Viewer, id: number): Promise<Purchase | null> {
  const row = await selectPurchases(db)
    .where(and(eq(storeOrders.id, id), eq(storeOrders.buyerId, buyer.id)))
    .get()
  return row ? purchaseOf(row) : null
}

/** The most recent orders in review, or with a payment that did not match, that the first page lists. */
const UNSETTLED_LISTED_MAX = 20

/**
 * Lists the purchases of a member, latest first. The first page begins with the orders whose payment is undecided.
 * @throws InvalidCursor.
 */
export async function listPurchases(db: Db, buyer: Viewer, cursor: string | undefined): Promise<PurchaseList> {
  const name = `purchases of ${buyer.id}`
  const last = decodeCursor(name, 2, cursor)
  const { unsettled, rows } = await batchNamed(db, {
    unsettled: last
      ? undefined
      : selectPurchases(db)
          .where(and(eq(storeOrders.buyerId, buyer.id), isUnsettledOrder))
          .orderBy(desc(storeOrders.id))
          .limit(UNSETTLED_LISTED_MAX),
    rows: selectPurchases(db)
      .where(
        and(
          eq(storeOrders.buyerId, buyer.id),
          isNotNull(storeOrders.paidAt),
          last ? rowsAfter([storeOrders.paidAt, storeOrders.id], last) : undefined,
        ),
      )
      .orderBy(desc(storeOrders.paidAt), desc(storeOrders.id))
      .limit(PURCHASES_PAGE_SIZE + 1),
  })
  const page = rows.slice(0, PURCHASES_PAGE_SIZE)
  const end = rows.length > page.length ? page.at(-1) : undefined
  return {
    items: [...(unsettled ?? []), ...page].map(purchaseOf),
    cursor: end ? encodeCursor(name, [end.paidAt ?? 0, end.id]) : '',
    done: !end,
  }
}

/** Lists the latest gifts that a member got and still has. */
export async function listGifts(db: Db, member: Viewer): Promise<GiftList> {
  const rows = await db
    .select({
      id: storeOrders.id,
      item: storeOrders.item,
      message: storeOrders.message,
      paidAt: sql<number>`${storeOrders.paidAt}`,
      from: personColumns,
    })
    .from(storeOrders)
    .innerJoin(users, eq(users.id, storeOrders.buyerId))
    .where(
      and(
        eq(storeOrders.recipientId, member.id),
        ne(storeOrders.buyerId, member.id),
        eq(storeOrders.state, 'paid'),
        // Otherwise the index is read on through all orders that were never paid.
        isNotNull(storeOrders.paidAt),
        notBlocked(member, storeOrders.buyerId),
      ),
    )
    .orderBy(desc(storeOrders.paidAt))
    .limit(GIFTS_LISTED_MAX)
  return {
    items: rows.map(({ paidAt, from, ...gift }) => ({ ...gift, from: personOf(from), date: toWireTime(paidAt) })),
  }
}
