import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ORDER_STATES, STORE_ITEM_IDS } from '../../../contract/store.ts'
import { users } from '../users/schema.ts'

/** The condition that PayPal is asked about an order again, as in the index `store_orders_open`. */
export const isOpenOrder = sql`(state IN ('created', 'pending') OR (state = 'mismatched' AND capture_id IS NULL))`

/**
 * The condition that an order waits for a decision about its first payment, as in the index `store_orders_unsettled`.
 */
export const isUnsettledOrder = sql`state IN ('pending', 'mismatched')`

/** The condition that an admin should look at an order, as in the index `store_orders_unclear`. */
export const isUnclearOrder = sql`state IN ('mismatched', 'disputed')`

/** Orders of the store. Amounts are in cents. */
export const storeOrders = sqliteTable(
  'store_orders',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    buyerId: integer('buyer_id')
      .notNull()
      .references(() => users.id),
    /** The buyer, or the member to whom they give it. */
    recipientId: integer('recipient_id')
      .notNull()
      .references(() => users.id),
    /** The key of the call, so that a repeated call makes no second order. */
    callKey: text('call_key').notNull(),
    item: text({ enum: STORE_ITEM_IDS }).notNull(),
    cents: integer().notNull(),
    currency: text().notNull(),
    /** The buyer's words to the recipient of a gift. */
    message: text().notNull().default(''),
    /** True for orders of an account that was merged into the buyer, who does not see the message. */
    isMessageHidden: integer('is_message_hidden', { mode: 'boolean' }).notNull().default(false),
    state: text({ enum: ORDER_STATES }).notNull().default('created'),
    /** The provider's ids of the order and of its payment. */
    providerId: text('provider_id'),
    captureId: text('capture_id'),
    createdAt: integer('created_at').notNull(),
    paidAt: integer('paid_at'),
    /** When the provider was last asked about the order. */
    checkedAt: integer('checked_at').notNull(),
  },
  (table) => [
    uniqueIndex('store_orders_key').on(table.buyerId, table.callKey),
    uniqueIndex('store_orders_provider').on(table.providerId),
    uniqueIndex('store_orders_capture').on(table.captureId),
    index('store_orders_buyer').on(table.buyerId, table.createdAt),
    index('store_orders_recipient').on(table.recipientId, table.paidAt),
    index('store_orders_open').on(table.checkedAt).where(isOpenOrder),
    index('store_orders_unsettled').on(table.buyerId, table.id).where(isUnsettledOrder),
    index('store_orders_unclear').on(table.createdAt, table.id).where(isUnclearOrder),
    index('store_orders_sold').on(table.createdAt, table.id).where(sql`paid_at IS NOT NULL`),
    index('store_orders_paid').on(table.buyerId, table.paidAt, table.id).where(sql`paid_at IS NOT NULL`),
  ],
)

/**
 * The money of the store and what was given for it, append-only. Each event at the provider is one line of its order:
 * a payment, a refund, a dispute. An order gives the sum of its lines. No trigger refuses other changes, because the
 * number of triggers is limited; a test reads the statements of the worker instead.
 */
export const storeLedger = sqliteTable(
  'store_ledger',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => storeOrders.id),
    /** The member who got or lost it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The kind of event and its id at the provider, such as `capture:3C6`. */
    cause: text().notNull(),
    cents: integer().notNull(),
    currency: text().notNull(),
    hearts: integer().notNull(),
    /** Milliseconds by which the member's term as a patron grew. */
    patronMs: integer('patron_ms').notNull(),
    /** When it happened at the provider; for payments, when they were given. */
    createdAt: integer('created_at').notNull(),
    /** False only inside the batch that writes the line, before it reaches the member's balance. */
    applied: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('store_ledger_cause').on(table.orderId, table.cause),
    index('store_ledger_user').on(table.userId),
  ],
)
