import * as z from 'zod/mini'
import { AppError } from '../../lib/app-error.ts'
import { callPayPal, type PayPalSettings, parsed } from './paypal-api.ts'
import { link, type Money, money, time } from './paypal-values.ts'

/** An order at PayPal, without what the site does not need. */
export type PayPalOrder = {
  id: string
  /** The number of the order at this site, which PayPal was sent. */
  orderId: number
  /** The account that receives the payment. */
  payee: string
  amount: Money
  isApproved: boolean
  capture: { id: string; status: CaptureStatus; amount: Money } | null
  /** Refunds that were carried out. */
  refunds: { id: string; amount: Money; at: number | null }[]
}

const CAPTURE_STATES = ['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED'] as const
type CaptureStatus = (typeof CAPTURE_STATES)[number]

const order = z.object({
  id: z.string(),
  status: z.string(),
  links: z.optional(z.array(link)),
  purchase_units: z.optional(
    z.array(
      z.object({
        custom_id: z.optional(z.string()),
        payee: z.optional(z.object({ merchant_id: z.optional(z.string()) })),
        amount: z.optional(money),
        payments: z.optional(
          z.object({
            captures: z.optional(z.array(z.object({ id: z.string(), status: z.enum(CAPTURE_STATES), amount: money }))),
            refunds: z.optional(
              z.array(z.object({ id: z.string(), status: z.string(), amount: money, create_time: time })),
            ),
          }),
        ),
      }),
    ),
  ),
})

const failureBody = z.object({ details: z.optional(z.array(z.object({ issue: z.optional(z.string()) }))) })

const dispute = z.object({
  dispute_id: z.string(),
  create_time: time,
  update_time: time,
  status: z.string(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })),
  dispute_amount: money,
  dispute_outcome: z.optional(z.object({ outcome_code: z.string() })),
})

/** A dispute about one payment or several. `outcome` names the winner once it is resolved. */
export type Dispute = {
  id: string
  captureIds: string[]
  /** The sum for all payments. */
  amount: Money
  openedAt: number | null
  /** When it was decided, once it is. */
  changedAt: number | null
  outcome: 'open' | 'buyer' | 'seller'
}

/**
 * Creates an order for one item and returns its id and the page on which the buyer approves it. A repeated call with
 * the same key and number returns the same order. @throws AppError `payment_unavailable`.
 */
export async function createPayPalOrder(
  settings: PayPalSettings,
  { orderId, key, description, amount }: { orderId: number; key: string; description: string; amount: Money },
): Promise<{ id: string; approveUrl: string }> {
  const reply = await callPayPal(settings, '/v2/checkout/orders', {
    // Order numbers repeat after a restored backup; keys do not.
    requestId: `${key}-${orderId}`,
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: String(orderId),
          description,
          amount: { currency_code: amount.currency, value: decimalOf(amount) },
          payee: { merchant_id: settings.PAYPAL_MERCHANT_ID },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: new URL('/store/paypal-success', settings.SITE_ORIGIN).href,
            cancel_url: new URL('/store?cancelled', settings.SITE_ORIGIN).href,
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
          },
        },
      },
    },
  })
  const { id, links = [] } = parsed(order, reply)
  const approveUrl = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  if (!approveUrl) throw new AppError('payment_unavailable')
  return { id, approveUrl }
}

/** Finds an order; null if PayPal knows none. @throws AppError `payment_unavailable`. */
export async function findPayPalOrder(settings: PayPalSettings, id: string): Promise<PayPalOrder | null> {
  const reply = await callPayPal(settings, `/v2/checkout/orders/${encodeURIComponent(id)}`)
  return reply.status === 404 ? null : payPalOrderOf(parsed(order, reply))
}

/** Issues with which a payment ends before money moves. */
const DECLINES =
  /^(INSTRUMENT_DECLINED|TRANSACTION_REFUSED|TRANSACTION_LIMIT_EXCEEDED|PAYER_CANNOT_PAY|PAYER_ACCOUNT_\w+|COMPLIANCE_VIOLATION|MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED|REDIRECT_PAYER_FOR_ALTERNATE_FUNDING)$/

/**
 * Takes the money of an order that its buyer approved. A repeated call takes it once, and gets the same reply. Returns
 * `declined` if the buyer's bank or card refuses, otherwise `asked`: the order itself says whether it was captured.
 * @throws AppError `payment_unavailable`.
 */
export async function capturePayPalOrder(settings: PayPalSettings, id: string): Promise<'asked' | 'declined'> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`
  const reply = await callPayPal(settings, path, { requestId: `capture-${id}`, body: {} })
  const issues = failureBody.safeParse(reply.body).data?.details?.map(({ issue = '' }) => issue) ?? []
  if (reply.status === 422 && issues.some((issue) => DECLINES.test(issue))) return 'declined'
  // Captured already, or being captured by another call at the same time.
  if (reply.status === 422 || reply.status === 409) return 'asked'
  return parsed(order, reply) && 'asked'
}

/**
 * Outcomes of disputes with which the site keeps the payment. PayPal may pay the buyer from its own money, or close the
 * dispute without an outcome.
 */
const KEEPS_PAYMENT = /SELLER|CANCEL|DENIED|PAYOUT|NONE/

/** Finds a dispute; null if PayPal knows none. @throws AppError `payment_unavailable`. */
export async function findDispute(settings: PayPalSettings, id: string): Promise<Dispute | null> {
  const reply = await callPayPal(settings, `/v1/customer/disputes/${encodeURIComponent(id)}`)
  if (reply.status === 404) return null
  const found = parsed(dispute, reply)
  const outcome = found.dispute_outcome?.outcome_code ?? 'NONE'
  return {
    id: found.dispute_id,
    captureIds: found.disputed_transactions.map(({ seller_transaction_id }) => seller_transaction_id),
    amount: found.dispute_amount,
    openedAt: found.create_time,
    changedAt: found.update_time,
    outcome: found.status !== 'RESOLVED' ? 'open' : KEEPS_PAYMENT.test(outcome) ? 'seller' : 'buyer',
  }
}

function payPalOrderOf({ id, status, purchase_units = [] }: z.infer<typeof order>): PayPalOrder {
  const unit = purchase_units[0]
  const captures = unit?.payments?.captures ?? []
  // A payment that was refused may be followed by one that was accepted.
  const capture = captures.find(({ status }) => !/DECLINED|FAILED/.test(status)) ?? captures[0] ?? null
  return {
    id,
    orderId: Number(unit?.custom_id ?? 0),
    payee: unit?.payee?.merchant_id ?? '',
    amount: unit?.amount ?? { cents: 0, currency: '' },
    isApproved: status === 'APPROVED',
    capture,
    refunds: (unit?.payments?.refunds ?? [])
      .filter(({ status }) => status === 'COMPLETED')
      .map(({ id, amount, create_time }) => ({ id, amount, at: create_time })),
  }
}

const decimalOf = ({ cents }: Money) => (cents / 100).toFixed(2)
