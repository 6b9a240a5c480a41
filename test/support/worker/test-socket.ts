import { type Ack, parseMark } from '../../../contract/socket/sockets.ts'

/** A socket that queues events until the test asks for them. Marks are acknowledged only when the test does so. */
export abstract class TestSocket<Event extends { type: string }> {
  readonly #socket: WebSocket
  readonly #events: Event[] = []
  readonly #waiting = new Set<() => void>()
  #closed: number | null = null
  /** The last mark that was received. */
  mark: number | null = null
  #pongs = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => this.#receive(data as string | ArrayBuffer))
    socket.addEventListener('close', ({ code }) => {
      this.#closed ??= code
      this.#wake()
    })
  }

  protected abstract receiveFrame(frame: string | ArrayBuffer): void

  #receive(frame: string | ArrayBuffer): void {
    if (frame === 'pong') {
      this.#pongs++
      this.#wake()
      return
    }
    const mark = typeof frame === 'string' ? parseMark(frame) : null
    if (mark === null) this.receiveFrame(frame)
    else this.mark = mark
  }

  /** Acknowledges the latest mark. */
  acknowledge(mark = this.mark): void {
    if (mark !== null) this.sendRaw(JSON.stringify({ type: 'ack', mark } satisfies Ack))
  }

  /** Sends `ping` like an idle page and waits for the reply. */
  async ping(): Promise<void> {
    const before = this.#pongs
    this.sendRaw('ping')
    await this.until(() => this.#pongs > before, 'the reply to a ping')
  }

  protected queueEvents(events: readonly Event[]): void {
    this.#events.push(...events)
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }

  /** Waits until `check` returns a value other than false. @throws if the socket closes first */
  async until<T>(check: () => T | undefined | false, awaited: string): Promise<T> {
    for (;;) {
      const found = check()
      if (found !== undefined && found !== false) return found
      if (this.#closed !== null) throw new Error(`closed with ${this.#closed} before ${awaited}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  /** Waits for the next event of these types and discards earlier events. */
  next<Type extends Event['type']>(...types: Type[]): Promise<Extract<Event, { type: Type }>> {
    return this.until(
      () => {
        const at = this.#events.findIndex(({ type }) => types.some((wanted) => wanted === type))
        return at < 0 ? undefined : (this.#events.splice(0, at + 1).at(-1) as Extract<Event, { type: Type }>)
      },
      `the event ${types.join(' or ')}`,
    )
  }

  /** Waits for the close; returns its code. */
  closed(): Promise<number> {
    return this.until(() => this.#closed ?? undefined, 'the close').catch(() => this.#closed ?? -1)
  }

  sendRaw(data: string | ArrayBuffer | Uint8Array): void {
    this.#socket.send(data)
  }

  close(): void {
    this.#socket.close(1000)
  }
}
