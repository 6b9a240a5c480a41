import { eq, type SQL, sql } from 'drizzle-orm'
import { itemName, STORE_CURRENCY, STORE_ITEMS } from '../../../contract/store.ts'
import { queueMail } from '../../domain/mail/queue.ts'
import { notifications } from '../../domain/notifications/schema.ts'
import { storeOrders } from '../../domain/store/schema.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import type { Money } from './paypal-values.ts'

export type StoreOrder = typeof storeOrders.$inferSelect

/**
 * A line of the store's ledger. `at`: when it happened at the provider. The expressions are about the order, its
 * recipient and its lines so far.
 */
type Line = { cause: string; at: number; currency: string; cents: SQL; hearts: SQL; patronMs: SQL }

/** Whole numbers are part of the statement: D1 binds numbers as fractions, with which a division is not whole. */
const whole = (value: number) => sql.raw(String(Math.trunc(value)))

const sumOf = (column: 'cents' | 'hearts' | 'patron_ms', where = '1') =>
  sql.raw(`(SELECT coalesce(sum(${column}), 0) FROM store_ledger WHERE order_id = store_orders.id AND ${where})`)

const REFUNDED = sql`-${sumOf('cents', "cause LIKE 'refund:%'")}`
/** Money that disputes hold, or took for good. */
const DISPUTED = sql`-${sumOf('cents', "cause LIKE 'dispute%'")}`

const NOTHING = whole(0)
const FOREVER = whole(Number.MAX_SAFE_INTEGER)

/**
 * The change that a further line makes to the money that went back. `at`: when it happened. `win`: the end of a
 * dispute.
 */
type Loss = { kind: 'refund' | 'dispute' | 'win' | 'reversal'; cents: SQL; at: number }

/**
 * Money that banks called back. A dispute that the site won ends reversals from before its decision, up to its amount.
 * The running sum is read in the order of the events: below zero it has ended more than there was.
 */
function reversedAfter(loss?: Loss): SQL {
  const more =
    loss?.kind === 'reversal' || loss?.kind === 'win'
      ? sql` UNION ALL SELECT ${whole(loss.at)}, ${loss.cents}`
      : sql.raw('')
  return sql`(SELECT coalesce(sum(change) - min(0, min(running)), 0) FROM (
    SELECT change, sum(change) OVER (ORDER BY at, change DESC ROWS UNBOUNDED PRECEDING) AS running FROM (
      SELECT created_at AS at, -cents AS change FROM store_ledger WHERE order_id = store_orders.id
        AND (cause LIKE 'reversal:%' OR cause LIKE 'dispute_won:%')${more})))`
}

/**
 * The part of the price that went back, in cents. Refunds before the first dispute or reversal count by themselves.
 * Later refunds, disputes and reversals may be about the same money, so only the largest of these sums counts.
 */
function lostAfter(loss?: Loss): SQL {
  const more = (...kinds: Loss['kind'][]) => (loss && kinds.includes(loss.kind) ? loss.cents : NOTHING)
  const holdAt = loss?.kind === 'dispute' || loss?.kind === 'reversal' ? whole(loss.at) : FOREVER
  const firstHold = sql`min(${holdAt}, coalesce((SELECT min(created_at) FROM store_ledger
    WHERE order_id = store_orders.id AND (cause LIKE 'dispute:%' OR cause LIKE 'reversal:%')), ${FOREVER}))`
  const refunded = sql`(${REFUNDED} + ${more('refund')})`
  const alone = sql`(-coalesce((SELECT sum(cents) FROM store_ledger WHERE order_id = store_orders.id
    AND cause LIKE 'refund:%' AND created_at < ${firstHold}), 0)
    + iif(${whole(loss?.at ?? 0)} < ${firstHold}, ${more('refund')}, 0))`
  return sql`min(store_orders.cents, max(0, ${alone}
    + max(${refunded} - ${alone}, ${DISPUTED} + ${more('dispute', 'win')}, ${reversedAfter(loss)})))`
}

export const lostCents = lostAfter()

/** The line of a payment. A patron year begins when the present one ends. */
export function captureLine({ item, cents, currency }: StoreOrder, captureId: string, now: number): Line {
  const { hearts, patronYears } = STORE_ITEMS[item]
  const start = sql`(max(${whole(now)}, coalesce(users.patron_until, ${whole(now)})) / 1000)`
  return {
    cause: `capture:${captureId}`,
    at: now,
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

/** Money that went back. `id` is the provider's id of that, and `at` is when it happened there. */
export type MoneyBack = { id: string; amount: Money; at: number }

export const refundLine = (order: StoreOrder, { id, amount, at }: MoneyBack, now: number): Line =>
  lossLine(order, `refund:${id}`, { kind: 'refund', cents: centsOf(order, amount), at }, now)

/** The line of a dispute that was opened. */
export const disputeLine = (order: StoreOrder, { id, amount, at }: MoneyBack, now: number): Line =>
  lossLine(order, `dispute:${id}`, { kind: 'dispute', cents: centsOf(order, amount), at }, now)

/** The line of a payment that a bank called back. */
export const reversalLine = (order: StoreOrder, { id, amount, at }: MoneyBack, now: number): Line =>
  lossLine(order, `reversal:${id}`, { kind: 'reversal', cents: centsOf(order, amount), at }, now)

/** Cents of a dispute that its lines so far hold, as a negative number. */
const heldBy = (id: string) => sql`coalesce((SELECT sum(cents) FROM store_ledger WHERE order_id = store_orders.id
    AND cause IN (${`dispute:${id}`}, ${`dispute_won:${id}`})), 0)`

/** The line that closes a dispute, which the site lost. On appeal it takes again what the first decision gave back. */
export const lostDisputeLine = (order: StoreOrder, { id, amount, at }: MoneyBack, now: number): Line => {
  const cents = sql`max(0, ${centsOf(order, amount)} + ${heldBy(id)})`
  return lossLine(order, `dispute_lost:${id}`, { kind: 'dispute', cents, at }, now)
}

/**
 * The line that closes a dispute which the site won: it ends its hold, and that of earlier reversals of the same money.
 */
export const wonDisputeLine = (order: StoreOrder, { id, at }: MoneyBack, now: number): Line =>
  lossLine(order, `dispute_won:${id}`, { kind: 'win', cents: heldBy(id), at }, now)

const CAPTURED = "cause LIKE 'capture:%'"

/** Time as a patron that later orders gave the recipient. */
const LATER_MS = sql.raw(`(SELECT coalesce(sum(line.patron_ms), 0) FROM store_orders AS later
  JOIN store_ledger AS paid ON paid.order_id = later.id AND paid.${CAPTURED}
    AND paid.id > (SELECT id FROM store_ledger WHERE order_id = store_orders.id AND ${CAPTURED})
  JOIN store_ledger AS line ON line.order_id = later.id
  WHERE later.recipient_id = users.id)`)

/** Hearts that the recipient gave since the payment, also before their account was merged. */
const GIVEN_SINCE = sql.raw(`(SELECT count(*) FROM store_ledger AS paid
  JOIN ledger ON ledger.user_id IN (users.id, paid.user_id) AND ledger.unit = 'heart'
    AND ledger.reason = 'heart_given' AND ledger.created_at >= paid.created_at
  WHERE paid.order_id = store_orders.id AND paid.${CAPTURED})`)

/**
 * A line about money that went back or came again. The recipient loses no more than what is left of the order's gift,
 * and gets back no more than what was taken.
 */
function lossLine({ buyerId, recipientId }: StoreOrder, cause: string, loss: Loss, now: number): Line {
  const [givenHearts, givenMs] = [sumOf('hearts', CAPTURED), sumOf('patron_ms', CAPTURED)]
  const leftMs = sql`max(0, coalesce(users.patron_until, 0) - ${whole(now)} - ${LATER_MS})`
  // Otherwise a giver could use a refund to take hearts that the gift did not give.
  const leftHearts =
    buyerId === recipientId
      ? sql`users.hearts_available`
      : sql`min(users.hearts_available, ${sumOf('hearts')} - ${GIVEN_SINCE})`
  const change = (given: SQL, sum: SQL, left: SQL) => {
    const part = (lost: SQL) => sql`(${given} * (store_orders.cents - ${lost}) / store_orders.cents)`
    const [before, after] = [part(lostCents), part(lostAfter(loss))]
    return sql`CASE WHEN ${after} < ${before} THEN -max(0, min(${left}, ${sum}, ${before} - ${after}))
      ELSE min(${after} - ${before}, ${given} - ${sum}) END`
  }
  return {
    cause,
    at: loss.at,
    currency: STORE_CURRENCY,
    cents: sql`-(${loss.cents})`,
    hearts: change(givenHearts, sumOf('hearts'), leftHearts),
    patronMs: change(givenMs, sumOf('patron_ms'), leftMs),
  }
}

/** The condition that a member is a patron for good. */
export const isEndless = sql.raw("instr(users.flags, 'p') > 0 AND users.patron_until IS NULL")

/** Statements that write a line unless its cause has one, apply it to the balance, and notify members of losses. */
export function addLine(
  db: Db,
  { id: orderId, item }: StoreOrder,
  { cause, at, currency, cents, hearts, patronMs }: Line,
  now: number,
): Statement[] {
  const isNew = sql`order_id = ${orderId} AND NOT applied`
  const time = whole(now)
  const until = sql`max(${time}, coalesce(users.patron_until, ${time})) + line.patron_ms`
  // Time that comes again counts from the payment.
  const paidAt = sql`(SELECT min(created_at) FROM store_ledger WHERE order_id = ${orderId} AND ${sql.raw(CAPTURED)})`
  const others = sql`replace(users.flags, 'p', '')`
  return [
    statement(
      db,
      sql`INSERT INTO store_ledger (order_id, user_id, cause, cents, currency, hearts, patron_ms, created_at)
        SELECT store_orders.id, users.id, ${cause}, ${cents}, ${currency}, ${hearts}, ${patronMs}, ${whole(at)}
        FROM store_orders JOIN users ON users.id = store_orders.recipient_id
        WHERE store_orders.id = ${orderId} ON CONFLICT DO NOTHING`,
    ),
    statement(
      db,
      sql`INSERT INTO ledger (user_id, unit, amount, reason, created_at)
        SELECT user_id, 'heart', hearts, iif(hearts > 0, 'bought', 'purchase_reversed'), ${time}
        FROM store_ledger WHERE ${isNew} AND hearts <> 0`,
    ),
    statement(
      db,
      sql`UPDATE users SET
          flags = iif(${until} > ${time}, ${others} || 'p', ${others}),
          patron_since = iif(${until} > ${time}, coalesce(users.patron_since, ${paidAt}, ${time}), NULL),
          patron_until = iif(${until} > ${time}, ${until}, NULL)
        FROM store_ledger AS line WHERE line.order_id = ${orderId} AND NOT line.applied AND line.patron_ms <> 0
          AND users.id = line.user_id AND users.deleted_at IS NULL AND NOT (${isEndless})`,
    ),
    queueMail(db, {
      kind: 'purchase_reversed',
      facts: sql`json_object('title', ${itemName(item)}, 'path', '/store/purchases', 'amount',
        (SELECT iif(hearts < 0, -hearts || iif(hearts = -1, ' heart', ' hearts'), 'time as a patron')
          FROM store_ledger WHERE ${isNew}))`,
      address: sql`users.email`,
      // Not for money that went back before the payment was known.
      where: sql`users.email IS NOT NULL AND users.id = (SELECT user_id FROM store_ledger JOIN store_orders
        ON store_orders.id = order_id WHERE ${isNew} AND (hearts < 0 OR patron_ms < 0) AND paid_at < ${time})`,
      now,
    }),
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
 * Sets the state of an order that was paid by the lines of its ledger. The notification of a gift that is taken back is
 * no longer shown, so it counts as read.
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
