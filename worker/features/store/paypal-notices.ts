import * as z from 'zod/mini'
import { callPayPal, type PayPalSettings, parsed } from './paypal-api.ts'
import { link, type Money, money, time } from './paypal-values.ts'

/** The fields of a notice, or of an entry in the list of notices, that name the order to check. */
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

/** PayPal repeats a notice for three days. `reconcile` finds lost ones. */
const NOTICE_MAX_AGE_MS = 4 * 86_400_000
const CLOCK_TOLERANCE_MS = 3_600_000
const CERTIFICATE_HOST = /(^|\.)paypal\.com$/

type NoticeFacts = { auth_algo: string | null; cert_url: string | null; transmission_time: string | null }

/** Checks without a call if a notice can be from PayPal, by its algorithm, the host of its certificate and its time. */
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
 * Asks PayPal if a signature is its own. `event` is the unchanged text of the notice, whose bytes are signed.
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

/** Maximum number of pages of the list of notices that one run reads. */
const EVENT_PAGES_MAX = 50

/**
 * Lists the notices of a time span, including those that never arrived. Notices of an unknown shape are omitted.
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

/** The path of an address of the API, without its host, because calls go only to the configured one. */
function pathOf(href: string): string {
  const { pathname, search } = new URL(href)
  return pathname + search
}
