import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { notBlocked } from '../../domain/sketches/visibility.ts'
import { storeLedger, storeOrders } from '../../domain/store/schema.ts'
import { type Section, section } from './section.ts'

/** Orders of the member, also those that were never paid. Amounts are in cents. */
const purchases = section({
  name: 'purchases',
  references: ['store_orders.buyer_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: storeOrders.id,
        item: storeOrders.item,
        cents: storeOrders.cents,
        currency: storeOrders.currency,
        state: storeOrders.state,
        recipient: storeOrders.recipientId,
        message: sql<string>`iif(${storeOrders.isMessageHidden}, '', ${storeOrders.message})`,
        paymentId: storeOrders.captureId,
        createdAt: storeOrders.createdAt,
        paidAt: storeOrders.paidAt,
      })
      .from(storeOrders)
      .where(and(eq(storeOrders.buyerId, userId), gt(storeOrders.id, id)))
      .orderBy(storeOrders.id)
      .limit(limit),
  at: ({ id }) => [id],
})

/** Gifts that the member still has, without those from behind a block, as in the list on the site. */
const giftsReceived = section({
  name: 'gifts-received',
  references: ['store_orders.recipient_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: storeOrders.id,
        item: storeOrders.item,
        from: storeOrders.buyerId,
        message: storeOrders.message,
        paidAt: storeOrders.paidAt,
      })
      .from(storeOrders)
      .where(
        and(
          eq(storeOrders.recipientId, userId),
          ne(storeOrders.buyerId, userId),
          eq(storeOrders.state, 'paid'),
          notBlocked({ id: userId }, storeOrders.buyerId),
          gt(storeOrders.id, id),
        ),
      )
      .orderBy(storeOrders.id)
      .limit(limit),
  at: ({ id }) => [id],
})

/** Hearts and terms that orders gave to the member, and that refunds took back. */
const storeLines = section({
  name: 'ledger-store',
  references: ['store_ledger.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: storeLedger.id,
        order: storeLedger.orderId,
        cause: storeLedger.cause,
        hearts: storeLedger.hearts,
        patronMs: storeLedger.patronMs,
        createdAt: storeLedger.createdAt,
      })
      .from(storeLedger)
      .where(and(eq(storeLedger.userId, userId), gt(storeLedger.id, id)))
      .orderBy(storeLedger.id)
      .limit(limit),
  at: ({ id }) => [id],
})

export const STORE_SECTIONS: readonly Section[] = [purchases, giftsReceived, storeLines]
