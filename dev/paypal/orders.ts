import { randomBytes } from 'node:crypto'

type Amount = { currency_code: string; value: string }
type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'

/** A refund or reversal of a payment. */
type Return = { id: string; amount: Amount; create_time: string }

export type Order = {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  customId: string
  description: string
  payee: string
  amount: Amount
  returnUrl: string
  cancelUrl: string
  /** The outcome of the capture. */
  payment: 'accepted' | 'declined' | 'held'
  capture: { id: string; status: CaptureStatus } | null
  /** Changes that come with the capture. */
  atCapture?: object
  refunds: Return[]
}

/** `nobody`: the dispute is closed without an outcome. */
export type Winner = 'buyer' | 'seller' | 'nobody'

export type Dispute = {
  id: string
  captureIds: readonly string[]
  amount: Amount
  winner: Winner | null
  create_time: string
  update_time: string
}

/** An id as PayPal makes them: 17 capital letters and digits. */
export function newId(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
  return Array.from(randomBytes(17), (byte) => letters[byte % letters.length]).join('')
}

let lastTime = 0

/** The time of an event. No two events have the same. */
export function eventTime(): string {
  lastTime = Math.max(Date.now(), lastTime + 1)
  return new Date(lastTime).toISOString()
}

export const centsOf = ({ value }: Amount) => Math.round(Number(value) * 100)
const decimalOf = (cents: number) => (cents / 100).toFixed(2)

/** Adds a refund of the remaining amount or of a part of it, in cents; null if the payment is fully refunded. */
export function refund(order: Order, wanted = restOf(order)): Order['refunds'][number] | null {
  const cents = Math.min(wanted, restOf(order))
  if (cents === 0) return null
  const added = moneyBack(order, cents)
  order.refunds.push(added)
  if (order.capture) order.capture.status = restOf(order) > 0 ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  return added
}

/** Makes a refund or reversal of an order's payment. */
export const moneyBack = ({ amount }: Order, cents: number): Return => ({
  id: newId(),
  amount: { ...amount, value: decimalOf(cents) },
  create_time: eventTime(),
})

const restOf = ({ amount, refunds }: Order) =>
  centsOf(amount) - refunds.reduce((sum, refund) => sum + centsOf(refund.amount), 0)

/** The order as PayPal's API writes it. */
export function orderJson(order: Order, baseUrl: string) {
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: order.customId,
        description: order.description,
        amount: order.amount,
        payee: { merchant_id: order.payee },
        ...(order.capture && {
          payments: {
            captures: [{ ...order.capture, amount: order.amount, custom_id: order.customId }],
            ...(order.refunds.length > 0 && {
              refunds: order.refunds.map((refund) => ({ ...refund, status: 'COMPLETED', custom_id: order.customId })),
            }),
          },
        }),
      },
    ],
    links: [
      { rel: 'self', href: `${baseUrl}/v2/checkout/orders/${order.id}`, method: 'GET' },
      { rel: 'payer-action', href: `${baseUrl}/checkoutnow?token=${order.id}`, method: 'GET' },
    ],
  }
}

export function disputeJson({ id, captureIds, amount, winner, create_time, update_time }: Dispute) {
  const outcome = winner === 'nobody' ? 'NONE' : `RESOLVED_${winner?.toUpperCase()}_FAVOUR`
  return {
    dispute_id: id,
    create_time,
    update_time,
    status: winner ? 'RESOLVED' : 'OPEN',
    disputed_transactions: captureIds.map((id) => ({ seller_transaction_id: id })),
    dispute_amount: amount,
    ...(winner && { dispute_outcome: { outcome_code: outcome } }),
  }
}
