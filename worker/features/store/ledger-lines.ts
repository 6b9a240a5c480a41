import { eq, type SQL, sql } from 'drizzle-orm'
import { STORE_CURRENCY, STORE_ITEMS } from '../../../contract/store.ts'
import { notifications } from '../../domain/notifications/schema.ts'
import { storeOrders } from '../../domain/store/schema.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import type { Money } from './paypal.ts'

export type StoreOrder = typeof storeOrders.$inferSelect

/** A line of the store's ledger. The expressions are about the order, its recipient and its lines so far. */
type Line = { cause: string; currency: string; cents: SQL; hearts: SQL; patronMs: SQL }

/** Whole numbers are part of the statement: D1 binds numbers as fractions, with which a division is not whole. */
const whole = (value: number) => sql.raw(String(Math.trunc(value)))

const sumOf = (column: 'cents' | 'hearts' | 'patron_ms', where = '1') =>
  sql.raw(`(SELECT coalesce(sum(${column}), 0) FROM store_ledger WHERE order_id = store_orders.id AND ${where})`)

const REFUNDED = sql`-${sumOf('cents', "cause LIKE 'refund:%'")}`
/** Money that disputes and reversals hold, or took for good. */
const HELD = sql`-${sumOf('cents', "cause NOT LIKE 'refund:%' AND cause NOT LIKE 'capture:%'")}`

type Loss = { refunded: SQL; held: SQL }
const NOTHING = whole(0)

/**
 * The part of the price that went back, in cents. The money of a dispute that ends with a refund went back once, so the
 * larger of both counts.
 */
const lostAfter = ({ refunded, held }: Loss) =>
  sql`min(store_orders.cents, max(0, ${REFUNDED} + ${refunded}, ${HELD} + ${held}))`

export const lostCents = lostAfter({ refunded: NOTHING, held: NOTHING })

/** The line of a payment. A patron year begins when the present one ends. */
export function captureLine({ item, cents, currency }: StoreOrder, captureId: string, now: number): Line {
  const { hearts, patronYears } = STORE_ITEMS[item]
  const start = sql`(max(${whole(now)}, coalesce(users.patron_until, ${whole(now)})) / 1000)`
  return {
    cause: `capture:${captureId}`,
    currency,
    cents: whole(cents),
    hearts: whole(hearts),
    patronMs: sql`CASE WHEN ${whole(patronYears)} = 0 OR ${isEndless} THEN 0
      ELSE (unixepoch(${start}, 'unixepoch', ${`+${patronYears} years`}) - ${start}) * 1000 END`,
  }
}

/** An amount in cents of the order. One in another currency is the whole payment, because the site knows no rates. */
const centsOf = (order: StoreOrder, { cents, currency }: Money) =>
  whole(currency === order.currency ? cents : order.cents)

export const refundLine = (order: StoreOrder, id: string, amount: Money, now: number): Line =>
  lossLine(order, `refund:${id}`, { refunded: centsOf(order, amount), held: NOTHING }, now)

/** The line of a dispute that was opened, or of a payment that a bank called back. */
export const holdLine = (
  order: StoreOrder,
  cause: `dispute:${string}` | `reversal:${string}`,
  amount: Money,
  now: number,
) => lossLine(order, cause, { refunded: NOTHING, held: centsOf(order, amount) }, now)

/** The line that closes a dispute. One that is won ends its hold, and those of reversals. */
export function outcomeLine(order: StoreOrder, id: string, isWon: boolean, now: number): Line {
  const ended = sql`coalesce((SELECT sum(cents) FROM store_ledger WHERE order_id = store_orders.id
    AND (cause = ${`dispute:${id}`} OR cause LIKE 'reversal:%')), 0)`
  const cause = `${isWon ? 'dispute_won' : 'dispute_lost'}:${id}`
  // Another dispute that was won may have ended the reversals before.
  return lossLine(order, cause, { refunded: NOTHING, held: isWon ? sql`max(${ended}, -(${HELD}))` : NOTHING }, now)
}

/**
 * A line about money that went back or came again. The recipient loses no more than what is left of the order's gift, and
 * gets back no more than what was taken.
 */
function lossLine({ item }: StoreOrder, cause: string, loss: Loss, now: number): Line {
  const givenMs = sumOf('patron_ms', "cause LIKE 'capture:%'")
  const leftMs = sql`max(0, coalesce(users.patron_until, 0) - ${whole(now)})`
  const change = (given: SQL, sum: SQL, left: SQL) => {
    const part = (lost: SQL) => sql`(${given} * (store_orders.cents - ${lost}) / store_orders.cents)`
    const [before, after] = [part(lostCents), part(lostAfter(loss))]
    return sql`CASE WHEN ${after} < ${before} THEN -max(0, min(${left}, ${sum}, ${before} - ${after}))
      ELSE min(${after} - ${before}, ${given} - ${sum}) END`
  }
  return {
    cause,
    currency: STORE_CURRENCY,
    cents: sql`-(${loss.refunded}) - (${loss.held})`,
    hearts: change(whole(STORE_ITEMS[item].hearts), sumOf('hearts'), sql`users.hearts_available`),
    patronMs: change(givenMs, sumOf('patron_ms'), leftMs),
  }
}

/** The condition that a member is a patron for good. */
const isEndless = sql.raw("instr(users.flags, 'p') > 0 AND users.patron_until IS NULL")

/** Statements that write a line unless its cause was written before, and carry it into the member's balance. */
export function addLine(
  db: Db,
  orderId: number,
  { cause, currency, cents, hearts, patronMs }: Line,
  now: number,
): Statement[] {
  const isNew = sql`order_id = ${orderId} AND NOT applied`
  const time = whole(now)
  const until = sql`max(${time}, coalesce(users.patron_until, ${time})) + line.patron_ms`
  const others = sql`replace(users.flags, 'p', '')`
  return [
    statement(
      db,
      sql`INSERT INTO store_ledger (order_id, user_id, cause, cents, currency, hearts, patron_ms, created_at)
        SELECT store_orders.id, users.id, ${cause}, ${cents}, ${currency}, ${hearts}, ${patronMs}, ${time}
        FROM store_orders JOIN users ON users.id = store_orders.recipient_id
        WHERE store_orders.id = ${orderId} ON CONFLICT DO NOTHING`,
    ),
    statement(
      db,
      sql`INSERT INTO ledger (user_id, unit, amount, reason, created_at)
        SELECT user_id, 'heart', hearts, iif(hearts > 0, 'bought', 'purchase_reversed'), created_at
        FROM store_ledger WHERE ${isNew} AND hearts <> 0`,
    ),
    statement(
      db,
      sql`UPDATE users SET
          flags = iif(${until} > ${time}, ${others} || 'p', ${others}),
          patron_since = iif(${until} > ${time}, coalesce(users.patron_since, ${time}), NULL),
          patron_until = iif(${until} > ${time}, ${until}, NULL)
        FROM store_ledger AS line WHERE line.order_id = ${orderId} AND NOT line.applied AND line.patron_ms <> 0
          AND users.id = line.user_id AND users.deleted_at IS NULL AND NOT (${isEndless})`,
    ),
    statement(db, sql`UPDATE store_ledger SET applied = 1 WHERE ${isNew}`),
  ]
}

/** A dispute that was neither won nor lost yet. */
const IS_DISPUTED = sql.raw(`EXISTS (SELECT 1 FROM store_ledger AS opened
  WHERE opened.order_id = store_orders.id AND opened.cause LIKE 'dispute:%' AND NOT EXISTS (SELECT 1 FROM store_ledger
    WHERE order_id = store_orders.id AND cause IN ('dispute_won:' || substr(opened.cause, 9), 'dispute_lost:' || substr(opened.cause, 9))))`)
const IS_TAKEN = sql.raw(`EXISTS (SELECT 1 FROM store_ledger
  WHERE order_id = store_orders.id AND (cause LIKE 'dispute_lost:%' OR cause LIKE 'reversal:%'))`)

/**
 * Sets the state of an order that was paid by the lines of its ledger. The notification of a gift that is taken back is no
 * longer shown, so it counts as read.
 */
export function setPaidState(db: Db, orderId: number, now: number): Statement[] {
  return [
    db
      .update(storeOrders)
      .set({
        state: sql`CASE WHEN ${lostCents} < store_orders.cents THEN iif(${IS_DISPUTED}, 'disputed', 'paid')
          WHEN ${REFUNDED} >= store_orders.cents OR ${IS_TAKEN} THEN 'refunded' ELSE 'disputed' END`,
      })
      .where(eq(storeOrders.id, orderId)),
    db
      .update(notifications)
      .set({ readAt: now })
      .where(
        sql`store_order_id = ${orderId} AND read_at IS NULL
          AND EXISTS (SELECT 1 FROM store_orders WHERE id = ${orderId} AND state <> 'paid')`,
      ),
  ]
}
