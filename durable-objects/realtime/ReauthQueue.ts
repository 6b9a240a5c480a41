const QUEUED_MAX = 20

/** Messages that clients sent with an expired ticket, to be handled when they send a new one. */
export class ReauthQueue<Client extends object, Message> {
  readonly #queued = new WeakMap<Client, Message[]>()

  add(client: Client, message: Message): void {
    const queued = this.#queued.get(client) ?? []
    if (queued.length < QUEUED_MAX) this.#queued.set(client, [...queued, message])
  }

  take(client: Client): Message[] {
    const queued = this.#queued.get(client) ?? []
    this.#queued.delete(client)
    return queued
  }
}
