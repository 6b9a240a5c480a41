import * as z from 'zod/mini'
import { AppError } from '../../lib/app-error.ts'
import { callPayPal, type PayPalSettings, parsed } from './paypal-api.ts'

/** An amount in hundredths of a currency. */
export type Money = { cents: number; currency: string }

/** An order at PayPal, without what the site does not need. */
export type PayPalOrder = {
  id: string
  /** The number of the order at this site, as it was told to PayPal. */
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

/** Some currencies have no decimals. */
const money = z.pipe(
  z.object({ currency_code: z.string(), value: z.string().check(z.regex(/^\d{1,9}(\.\d\d)?$/)) }),
  z.transform(
    ({ currency_code, value }): Money => ({ cents: Math.round(Number(value) * 100), currency: currency_code }),
  ),
)

/** When something happened; null if PayPal does not say. */
const time = z.pipe(
  z.optional(z.string()),
  z.transform((text): number | null => Date.parse(text ?? '') || null),
)

const link = z.object({ rel: z.string(), href: z.string() })

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

/** A dispute about one payment or several. `outcome`: who won, once it is resolved. */
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

/** A notice of PayPal, or an entry in its list of notices: only what says which order to look at. */
export const payPalEvent = z.object({
  id: z.string(),
  event_type: z.string(),
  create_time: z.string(),
  resource: z.looseObject({
    id: z.optional(z.string()),
    dispute_id: z.optional(z.string()),
    custom_id: z.nullish(z.string()),
    supplementary_data: z.optional(
      z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) }),
    ),
    /** Notices about refunds and reversals name the payment only in the link `up`. */
    links: z.optional(z.array(link)),
    amount: z.optional(z.unknown()),
    create_time: z.optional(z.unknown()),
  }),
})
export type PayPalEvent = z.infer<typeof payPalEvent>

const eventList = z.object({ events: z.optional(z.array(z.unknown())), links: z.optional(z.array(link)) })

/**
 * Creates an order for one item and returns its id and the page on which the buyer approves it. A repeated call with the
 * same key and number returns the same order. @throws AppError `payment_unavailable`.
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
 * Takes the money of an order that its buyer approved. A repeated call takes it once, and is answered as the first one.
 * Returns `declined` if the buyer's bank or card refuses, otherwise `asked`: the order itself tells if it was captured.
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
 * Outcomes of disputes with which the site keeps the payment: also where PayPal pays the buyer from its own money, and
 * where it closes the dispute without an outcome.
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

/** PayPal repeats a notice for three days. Later ones are found by `reconcile`. */
const NOTICE_MAX_AGE_MS = 4 * 86_400_000
const CLOCK_TOLERANCE_MS = 3_600_000
const CERTIFICATE_HOST = /(^|\.)paypal\.com$/

type NoticeFacts = { auth_algo: string | null; cert_url: string | null; transmission_time: string | null }

/** Checks without a call if a notice can be from PayPal: its algorithm, the host of its certificate, and its time. */
function canBeFromPayPal({ auth_algo, cert_url, transmission_time }: NoticeFacts, now: number): boolean {
  const certificate = URL.parse(cert_url ?? '')
  const age = now - Date.parse(transmission_time ?? '')
  const isRecent = age > -CLOCK_TOLERANCE_MS && age < NOTICE_MAX_AGE_MS
  const isAtPayPal = certificate?.protocol === 'https:' && CERTIFICATE_HOST.test(certificate.hostname)
  return auth_algo === 'SHA256withRSA' && isAtPayPal && isRecent
}

/** The headers of a notice that prove its origin. */
type Signature = Record<string, string | null>

/** Reads the signature of a notice; null if the notice cannot be from PayPal. */
export function readSignature(headers: Headers, now: number): Signature | null {
  const said = {
    auth_algo: headers.get('paypal-auth-algo'),
    cert_url: headers.get('paypal-cert-url'),
    transmission_id: headers.get('paypal-transmission-id'),
    transmission_sig: headers.get('paypal-transmission-sig'),
    transmission_time: headers.get('paypal-transmission-time'),
  }
  return Object.values(said).includes(null) || !canBeFromPayPal(said, now) ? null : said
}

/**
 * Asks PayPal if a signature is its own. `event` is the notice as it arrived, because the signature is over its bytes.
 * @throws AppError `payment_unavailable`.
 */
export async function isFromPayPal(settings: PayPalSettings, signature: Signature, event: string): Promise<boolean> {
  const fields = JSON.stringify({ ...signature, webhook_id: settings.PAYPAL_WEBHOOK_ID }).slice(0, -1)
  const reply = await callPayPal(settings, '/v1/notifications/verify-webhook-signature', {
    text: `${fields},"webhook_event":${event}}`,
  })
  if (reply.status === 400 || reply.status === 422) return false
  return parsed(z.object({ verification_status: z.string() }), reply).verification_status === 'SUCCESS'
}

/** Pages of the list of notices that one run reads. */
const EVENT_PAGES_MAX = 50

/**
 * Lists the notices of a time span, also those that never arrived. Those of an unknown shape are left out.
 * @throws AppError `payment_unavailable`.
 */
export async function listEvents(settings: PayPalSettings, from: number, to: number): Promise<PayPalEvent[]> {
  const query = new URLSearchParams({
    start_time: new Date(from).toISOString(),
    end_time: new Date(to).toISOString(),
    page_size: '300',
  })
  const events: PayPalEvent[] = []
  let path: string | undefined = `/v1/notifications/webhooks-events?${query}`
  for (let page = 0; path && page < EVENT_PAGES_MAX; page++) {
    const list: z.infer<typeof eventList> = parsed(eventList, await callPayPal(settings, path))
    const found = list.events ?? []
    events.push(...found.flatMap((event) => payPalEvent.safeParse(event).data ?? []))
    const next = found.length > 0 && list.links?.find(({ rel }) => rel === 'next')?.href
    path = next ? pathOf(next) : undefined
  }
  return events
}

/** The id of the payment that a notice about a refund or a reversal belongs to. The address is not opened. */
export function paymentOf({ resource }: PayPalEvent): string | undefined {
  const up = resource.links?.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/v2\/payments\/captures\/([A-Z0-9-]{1,64})$/.exec(up)?.[1]
}

/** The amount of a notice; null if it has none. */
export const amountOf = ({ resource }: PayPalEvent): Money | null => money.safeParse(resource.amount).data ?? null

/** The time of the event that a notice is about; null if it has none. */
export const timeOf = ({ resource }: PayPalEvent): number | null => time.safeParse(resource.create_time).data ?? null

/** The path of an address of the API. Its host is left out: calls go to the configured one only. */
function pathOf(href: string): string {
  const { pathname, search } = new URL(href)
  return pathname + search
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
