import type { QueuedMails } from '../../domain/mail/queue.ts'
import { amountOf, findDispute, listEvents, type PayPalEvent, paymentOf, timeOf } from './paypal.ts'
import { findOrder, takeUncheckedOrders } from './queries.ts'
import { applyDispute, applyReversal, type SettleContext, settleOrder } from './settle.ts'

const HOUR_MS = 3_600_000
/** The nightly run reads the notices of this time again. */
const REREAD_MS = 3 * 24 * HOUR_MS
/** The hour, in UTC, in which the nightly run begins. */
const NIGHT_HOUR = 3
/** The job runs four times an hour; one of them is the nightly run. */
const RUN_MS = 15 * 60_000

/**
 * Does what a notice of PayPal is about. A notice only says which order to look at: its state is asked for, so that notices
 * may come twice, late, in any order or never. @throws AppError `payment_unavailable`.
 */
export async function handleEvent(context: SettleContext, event: PayPalEvent): Promise<QueuedMails> {
  const { db, settings, now } = context
  const { event_type, resource } = event
  const dispute = resource.dispute_id ? await findDispute(settings, resource.dispute_id) : null
  const captureId = dispute?.captureId ?? paymentOf(event) ?? resource.id
  const order = await findOrder(db, {
    id: /^\d{1,15}$/.test(resource.custom_id ?? '') ? Number(resource.custom_id) : 0,
    providerId: resource.supplementary_data?.related_ids?.order_id ?? resource.id,
    captureId,
  })
  if (!order) return []
  if (order.paidAt !== null && /^(CHECKOUT\.ORDER\.APPROVED|PAYMENT\.CAPTURE\.COMPLETED)$/.test(event_type)) return []
  const mails = await settleOrder(context, order)
  const isReversal = event_type === 'PAYMENT.CAPTURE.REVERSED'
  const settled = dispute || isReversal ? await findOrder(db, { captureId }) : null
  if (settled && dispute) await applyDispute(db, settled, dispute, now)
  if (settled && isReversal && resource.id)
    await applyReversal(
      db,
      settled,
      { id: resource.id, amount: amountOf(event) ?? settled, at: timeOf(event) ?? now },
      now,
    )
  return mails
}

/**
 * Completes what notices and returning buyers did not: asks about open orders every hour, and once a night reads the
 * notices of the last days again. One order that fails does not stop the others.
 */
export async function reconcile(context: SettleContext): Promise<void> {
  const { db, settings, now } = context
  const failures: unknown[] = []
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => failures.push(error))
  }
  for (const order of await takeUncheckedOrders(db, now)) await attempt(() => settleOrder(context, order))
  const date = new Date(now)
  if (date.getUTCHours() === NIGHT_HOUR && date.getUTCMinutes() * 60_000 < RUN_MS) {
    const events = await listEvents(settings, now - REREAD_MS, now)
    for (const event of events.toSorted((a, b) => a.create_time.localeCompare(b.create_time)))
      await attempt(() => handleEvent(context, event))
  }
  if (failures.length > 0) throw failures[0]
}
