import { createHmac, randomUUID } from 'node:crypto'

/** A signed notice. The signature covers the bytes of `body`. */
export type Notice = { headers: Record<string, string>; body: string }

type Event = { id: string; event_type: string; create_time: string; resource: object }

const SIGNATURE = 'paypal-transmission-sig'

/** Creates and signs notices, stores them, and sends them with `deliver` if it is given. */
export class Notices {
  readonly #secret = randomUUID()
  readonly #events: { event: Event; body: string }[] = []
  readonly #webhookId: string
  readonly #deliver: ((notice: Notice) => Promise<void>) | null

  constructor(webhookId: string, deliver: ((notice: Notice) => Promise<void>) | null) {
    this.#webhookId = webhookId
    this.#deliver = deliver
  }

  /** Adds a notice, and sends it unless `isHeldBack`. */
  add(type: string, resource: object, { isHeldBack = false } = {}): void {
    const event = {
      id: `WH-${randomUUID()}`,
      event_type: type,
      create_time: new Date().toISOString(),
      resource_type: 'any',
      resource,
    }
    const body = JSON.stringify(event)
    this.#events.push({ event, body })
    if (!isHeldBack) void this.#deliver?.(this.#signed(body, Date.now()))
  }

  #signed(body: string, sentAt: number): Notice {
    const [id, time] = [randomUUID(), new Date(sentAt).toISOString()]
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-stand-in',
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        [SIGNATURE]: this.#signature(id, time, body),
      },
    }
  }

  #signature(id: string, time: string, body: string): string {
    return createHmac('sha256', this.#secret).update(`${id}|${time}|${this.#webhookId}|${body}`).digest('base64')
  }

  /** Verifies the signature of a received notice. `body` is the text of its event. */
  isGenuine(said: Record<string, string>, body: string): boolean {
    const { transmission_id: id = '', transmission_time: time = '', transmission_sig, webhook_id } = said
    return webhook_id === this.#webhookId && transmission_sig === this.#signature(id, time, body)
  }

  between(from: number, to: number): Event[] {
    const isWithin = ({ create_time }: Event) => Date.parse(create_time) >= from && Date.parse(create_time) <= to
    return this.#events.map(({ event }) => event).filter(isWithin)
  }

  /** The notices about an order, in the order in which they happened, signed as sent at a time. */
  about(isAbout: (resource: object) => boolean, sentAt: number): Notice[] {
    return this.#events.filter(({ event }) => isAbout(event.resource)).map(({ body }) => this.#signed(body, sentAt))
  }

  async sendAgain(notices: readonly Notice[]): Promise<void> {
    for (const notice of notices) await this.#deliver?.(notice)
  }

  /** A notice whose signature is wrong. */
  static forged({ headers, body }: Notice): Notice {
    return { headers: { ...headers, [SIGNATURE]: 'bm90IHNpZ25lZA==' }, body }
  }
}
