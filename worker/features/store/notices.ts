import { log } from '../../../durable-objects/realtime/log.ts'
import type { QueuedMails } from '../../domain/mail/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { findDispute } from './paypal.ts'
import { amountOf, listEvents, type PayPalEvent, paymentOf, timeOf } from './paypal-notices.ts'
import { findOrder, findPaidIds, type OrderIds, takeUncheckedOrders } from './queries.ts'
import { applyDispute, applyReversal, type SettleContext, settleOrder } from './settle.ts'

const HOUR_MS = 3_600_000
/** The nightly run reads the notices of this time again. */
const REREAD_MS = 3 * 24 * HOUR_MS
/** The hour, in UTC, in which the nightly run begins. */
const NIGHT_HOUR = 3
/** The job runs four times an hour; one of them is the nightly run. */
const RUN_MS = 15 * 60_000
/** A run ends after this time, or when PayPal failed this often in a row: other jobs wait for it. */
const RECONCILE_MAX_MS = 120_000
const FAILURES_IN_A_ROW_MAX = 3

/** Notices that say no more than that an order was approved or paid. */
const PAID_EVENT = /^(CHECKOUT\.ORDER\.APPROVED|PAYMENT\.CAPTURE\.COMPLETED)$/

/**
 * Handles a notice of PayPal. A notice only names an order, whose state is then read from PayPal, so that notices may
 * come twice, late, in any order or never. @throws AppError `payment_unavailable`.
 */
export async function handleEvent(context: SettleContext, event: PayPalEvent): Promise<QueuedMails> {
  const { db, now } = context
  const { event_type, resource } = event
  if (resource.dispute_id) return handleDispute(context, resource.dispute_id)
  const captureId = paymentOf(event) ?? resource.id
  const order = await findOrder(db, idsOf(event))
  if (!order) {
    // After a restored backup, orders that were paid since are missing.
    if (event_type === 'PAYMENT.CAPTURE.COMPLETED') log('error', 'payment of unknown order', { paymentId: captureId })
    return []
  }
  if (order.paidAt !== null && PAID_EVENT.test(event_type)) return []
  const mails = await settleOrder(context, order)
  const settled = event_type === 'PAYMENT.CAPTURE.REVERSED' ? await findOrder(db, { captureId }) : null
  if (settled && resource.id)
    await applyReversal(
      db,
      settled,
      { id: resource.id, amount: amountOf(event) ?? settled, at: timeOf(event) ?? now },
      now,
    )
  return mails
}

async function handleDispute(context: SettleContext, id: string): Promise<QueuedMails> {
  const { db, settings, now } = context
  const dispute = await findDispute(settings, id)
  const mails: QueuedMails = []
  for (const captureId of dispute?.captureIds ?? []) {
    const order = await findOrder(db, { captureId })
    if (order) mails.push(...(await settleOrder(context, order)))
    const settled = order && (await findOrder(db, { captureId }))
    if (dispute && settled) await applyDispute(db, settled, dispute, now)
  }
  return mails
}

/** The ids by which a notice may name its order. */
function idsOf(event: PayPalEvent): OrderIds {
  const { custom_id, supplementary_data, id } = event.resource
  return {
    id: /^\d{1,15}$/.test(custom_id ?? '') ? Number(custom_id) : 0,
    providerId: supplementary_data?.related_ids?.order_id ?? id,
    captureId: paymentOf(event) ?? id,
  }
}

/**
 * Completes orders that notices and returning buyers left open: checks open orders every hour, and once a night reads
 * the notices of the last days again. One order that fails does not stop the others, unless PayPal does not answer at
 * all.
 */
export async function reconcile(context: SettleContext): Promise<void> {
  const { db, now } = context
  const started = Date.now()
  const failures: unknown[] = []
  let failuresInARow = 0
  const attemptEach = async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) => {
    for (const item of items) {
      if (failuresInARow === FAILURES_IN_A_ROW_MAX) return
      if (Date.now() - started > RECONCILE_MAX_MS) {
        failures.push(new Error('the payments took too long'))
        return
      }
      await work(item).then(
        () => {
          failuresInARow = 0
        },
        (error: unknown) => {
          failures.push(error)
          if (error instanceof AppError && error.code === 'payment_unavailable') failuresInARow++
        },
      )
    }
  }
  await attemptEach(await takeUncheckedOrders(db, now), (order) => settleOrder(context, order))
  const date = new Date(now)
  const isNight = date.getUTCHours() === NIGHT_HOUR && date.getUTCMinutes() * 60_000 < RUN_MS
  if (isNight && failuresInARow < FAILURES_IN_A_ROW_MAX)
    await attemptEach(await listUnhandledEvents(context), (event) => handleEvent(context, event))
  if (failures.length > 0) throw failures[0]
}

/**
 * Lists the notices of the last days without those of orders that are known to be paid. Payments come first, because
 * disputes and reversals find their order by its payment; of each kind, the latest come first.
 */
async function listUnhandledEvents({ db, settings, now }: SettleContext): Promise<PayPalEvent[]> {
  const events = await listEvents(settings, now - REREAD_MS, now)
  const isPayment = ({ event_type }: PayPalEvent) => PAID_EVENT.test(event_type)
  const namesOf = (event: PayPalEvent) => [idsOf(event).providerId ?? '', idsOf(event).captureId ?? '']
  const paid = await findPaidIds(db, events.filter(isPayment).flatMap(namesOf))
  return events
    .filter((event) => !(isPayment(event) && namesOf(event).some((name) => paid.has(name))))
    .toSorted((a, b) => Number(isPayment(b)) - Number(isPayment(a)) || b.create_time.localeCompare(a.create_time))
}
