import type { Notices } from './notices.ts'
import {
  centsOf,
  type Dispute,
  disputeJson,
  eventTime,
  moneyBack,
  newId,
  type Order,
  orderJson,
  refund,
  type Winner,
} from './orders.ts'

export type Act =
  | 'approve'
  | 'decline'
  | 'hold'
  | 'delay'
  | 'release'
  | 'refund'
  | 'dispute'
  | 'resolve'
  | 'appeal'
  | 'reverse'
  | 'alter'

type ActDetails = {
  cents?: number
  currency?: string
  winner?: Winner
  /** Other orders that a dispute is about. */
  with?: readonly string[]
  order?: object
}

/** Orders and disputes of the stand-in, with the events that buyers, banks and the provider's staff cause. */
export class Payments {
  readonly orders = new Map<string, Order>()
  readonly disputes = new Map<string, Dispute>()
  readonly #notices: Notices
  readonly #url: string
  /** Orders whose notices are not sent automatically. */
  readonly #heldBack = new Set<Order>()

  /** `url` is the address of the stand-in. */
  constructor(notices: Notices, url: string) {
    this.#notices = notices
    this.#url = url
  }

  /** Takes the money of an approved order. Returns the reply to the call. */
  capture(order: Order): { status: 201 | 422; body: object } {
    if (order.payment === 'declined')
      return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] } }
    if (order.capture) return { status: 422, body: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } }
    if (order.status !== 'APPROVED') return { status: 422, body: { details: [{ issue: 'ORDER_NOT_APPROVED' }] } }
    order.status = 'COMPLETED'
    order.capture = { id: newId(), status: order.payment === 'held' ? 'PENDING' : 'COMPLETED' }
    Object.assign(order, order.atCapture)
    this.#tell(order, `PAYMENT.CAPTURE.${order.capture.status}`, captureResource(order))
    return { status: 201, body: orderJson(order, this.#url) }
  }

  act(act: Act, order: Order, details: ActDetails = {}): void {
    this.#acts[act](order, details)
  }

  /** The notices about an order, as if they were sent at a time. */
  noticesAbout(order: Order, sentAt = Date.now()): ReturnType<Notices['about']> {
    return this.#notices.about((resource) => {
      const text = JSON.stringify(resource)
      return text.includes(order.id) || (order.capture !== null && text.includes(order.capture.id))
    }, sentAt)
  }

  readonly #acts: Record<Act, (order: Order, details: ActDetails) => void> = {
    approve: (order) => {
      order.status = 'APPROVED'
      this.#tell(order, 'CHECKOUT.ORDER.APPROVED', { ...orderJson(order, this.#url) })
    },
    decline: (order) => {
      order.payment = 'declined'
      this.act('approve', order)
    },
    hold: (order) => {
      order.payment = 'held'
      this.act('approve', order)
    },
    delay: (order) => {
      this.#heldBack.add(order)
    },
    release: (order) => {
      if (order.capture) order.capture.status = 'COMPLETED'
      this.#tell(order, 'PAYMENT.CAPTURE.COMPLETED', captureResource(order))
    },
    refund: (order, { cents }) => {
      const added = refund(order, cents)
      if (added) this.#tell(order, 'PAYMENT.CAPTURE.REFUNDED', this.#returnResource(order, added))
    },
    dispute: (order, { cents = centsOf(order.amount), currency = order.amount.currency_code, with: others = [] }) => {
      const amount = { currency_code: currency, value: (cents / 100).toFixed(2) }
      const captureIds = [order, ...others.map((id) => this.orders.get(id))].map((each) => each?.capture?.id ?? '')
      const time = eventTime()
      const dispute: Dispute = { id: newId(), captureIds, amount, winner: null, create_time: time, update_time: time }
      this.disputes.set(dispute.id, dispute)
      this.#tell(order, 'CUSTOMER.DISPUTE.CREATED', disputeJson(dispute))
    },
    resolve: (order, { winner = 'seller' }) => {
      for (const dispute of this.#disputesAbout(order)) if (!dispute.winner) this.#close(order, dispute, winner)
    },
    appeal: (order, { winner = 'buyer' }) => {
      for (const dispute of this.#disputesAbout(order)) if (dispute.winner) this.#close(order, dispute, winner)
    },
    reverse: (order, { cents = centsOf(order.amount) }) => {
      this.#tell(order, 'PAYMENT.CAPTURE.REVERSED', this.#returnResource(order, moneyBack(order, cents)))
    },
    alter: (order, { order: changes }) => {
      Object.assign(order, changes)
    },
  }

  #tell(order: Order, type: string, resource: object): void {
    this.#notices.add(type, resource, { isHeldBack: this.#heldBack.has(order) })
  }

  #disputesAbout({ capture }: Order): Dispute[] {
    return [...this.disputes.values()].filter(({ captureIds }) => capture !== null && captureIds.includes(capture.id))
  }

  #close(order: Order, dispute: Dispute, winner: Winner): void {
    Object.assign(dispute, { winner, update_time: eventTime() })
    this.#tell(order, 'CUSTOMER.DISPUTE.RESOLVED', disputeJson(dispute))
  }

  /** Names the payment only by a link, as in PayPal's notices about money that went back. */
  #returnResource({ capture }: Order, back: Order['refunds'][number]) {
    return {
      ...back,
      status: 'COMPLETED',
      links: [{ rel: 'up', href: `${this.#url}/v2/payments/captures/${capture?.id}`, method: 'GET' }],
    }
  }
}

const captureResource = (order: Order) => ({
  ...order.capture,
  amount: order.amount,
  custom_id: order.customId,
  supplementary_data: { related_ids: { order_id: order.id } },
})
