import * as z from 'zod/mini'
import { GIFT_MESSAGE_MAX } from '../limits.ts'
import { ORDER_STATES, STORE_ITEM_IDS } from '../store.ts'
import { wireTime } from '../time.ts'
import { callKey, cursorParams, id, line, listOf } from './common.ts'
import { person } from './users.ts'

const storeItemId = z.enum(STORE_ITEM_IDS)

/** `GET /api/v2/store`: what the store sells to this member [2 §2]. */
export const storeReply = z.object({
  /** False where the site has no account at the payment provider: nothing can be bought. */
  open: z.boolean(),
  currency: z.string(),
  items: z.array(
    z.object({ id: storeItemId, hearts: z.int(), patronYears: z.int(), cents: z.int().check(z.positive()) }),
  ),
  heartsAvailable: z.int(),
  /** Glops towards the next heart. */
  heartsGlopAccum: z.int(),
  patron: z.boolean(),
  /** The end of the member's term as a patron; null for none, and for a term without an end. */
  patronUntil: z.nullable(wireTime),
})
export type StoreReply = z.infer<typeof storeReply>

/** `POST /api/v2/store/order`. `user` receives a gift; without it the buyer keeps what they buy. */
export const orderBody = z.strictObject({
  item: storeItemId,
  key: callKey,
  user: z.optional(z.nullable(id)),
  message: z._default(line(GIFT_MESSAGE_MAX), ''),
})
export type OrderBody = z.infer<typeof orderBody>

/** `approveUrl`: the provider's page on which the buyer approves the payment. */
export const orderReply = z.object({ approveUrl: z.string() })
export type OrderReply = z.infer<typeof orderReply>

/** An order as its buyer sees it; amounts are in cents. */
export const purchase = z.object({
  id,
  item: storeItemId,
  state: z.enum(ORDER_STATES),
  cents: z.int(),
  refundedCents: z.int(),
  currency: z.string(),
  /** Null unless it was a gift. */
  recipient: z.nullable(person),
  message: z.string(),
  dateCreated: wireTime,
  datePaid: z.nullable(wireTime),
  /** The provider's number of the payment. */
  paymentId: z.nullable(z.string()),
})
export type Purchase = z.infer<typeof purchase>

/**
 * `GET /api/v2/store/orders`: the member's purchases, latest first. The first page begins with those in review,
 * or with a payment that is not as ordered. Other orders that were never paid are not among them.
 */
export const purchaseList = listOf(purchase)
export type PurchaseList = z.infer<typeof purchaseList>

/** `GET /api/v2/store/gifts`: the latest gifts that the member got, without those of members across a block. */
export const giftList = z.object({
  items: z.array(z.object({ id, item: storeItemId, from: person, message: z.string(), date: wireTime })),
})
export type GiftList = z.infer<typeof giftList>

/** `POST /api/v2/store/capture`, when the buyer comes back. `token` is the provider's id of the order. */
export const captureBody = z.strictObject({ token: z.string().check(z.regex(/^[A-Z0-9-]{1,64}$/)) })

/** `open`: the provider took another payment than was ordered, or the buyer disputes it. `paid`: all that were paid. */
export const soldOrderFilter = z.enum(['open', 'paid'])
export type SoldOrderFilter = z.infer<typeof soldOrderFilter>

/** `GET /admin/orders`, for admins. */
export const soldOrderParams = z.extend(cursorParams, { filter: z._default(soldOrderFilter, 'open') })

/** An order as admins see it, without the message of a gift. `recipient` is the buyer unless it was a gift. */
export const soldOrder = z.extend(z.omit(purchase, { message: true, recipient: true }), {
  buyer: person,
  recipient: person,
  /** The provider's number of the order; null for one that never reached it. */
  providerId: z.nullable(z.string()),
})
export type SoldOrder = z.infer<typeof soldOrder>

/** Latest first. */
export const soldOrderList = listOf(soldOrder)
export type SoldOrderList = z.infer<typeof soldOrderList>
