import { type Ack, parseMark } from '../../../contract/socket/sockets.ts'

/** Someone's socket: what it is told waits here until the test asks for it. Marks are answered when the test says so. */
export abstract class HeardSocket<Event extends { type: string }> {
  readonly #socket: WebSocket
  readonly #events: Event[] = []
  readonly #waiting = new Set<() => void>()
  #closed: number | null = null
  /** The mark that came last. */
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

  /** What this kind of socket does with a frame. */
  protected abstract hear(frame: string | ArrayBuffer): void

  #receive(frame: string | ArrayBuffer): void {
    if (frame === 'pong') {
      this.#pongs++
      this.#wake()
      return
    }
    const mark = typeof frame === 'string' ? parseMark(frame) : null
    if (mark === null) this.hear(frame)
    else this.mark = mark
  }

  /** Says that everything up to the last mark was read. */
  acknowledge(mark = this.mark): void {
    if (mark !== null) this.sendRaw(JSON.stringify({ type: 'ack', mark } satisfies Ack))
  }

  /** Says that it is there, as a page does that has nothing else to say, and waits for the answer. */
  async ping(): Promise<void> {
    const before = this.#pongs
    this.sendRaw('ping')
    await this.until(() => this.#pongs > before, 'the answer to a ping')
  }

  /** Keeps events for who asks for them. */
  protected keep(events: readonly Event[]): void {
    this.#events.push(...events)
    this.#wake()
  }

  /** Lets all who wait look again. */
  #wake(): void {
    for (const wake of this.#waiting) wake()
  }

  /** Waits until there is something. @throws where the socket is closed before */
  async until<T>(look: () => T | undefined | false, what: string): Promise<T> {
    for (;;) {
      const found = look()
      if (found !== undefined && found !== false) return found
      if (this.#closed !== null) throw new Error(`closed with ${this.#closed} before ${what}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  /** The next event of one of these kinds; what came before it and was not asked for is passed over. */
  next<Type extends Event['type']>(...types: Type[]): Promise<Extract<Event, { type: Type }>> {
    return this.until(() => {
      const at = this.#events.findIndex(({ type }) => types.some((one) => one === type))
      return at < 0 ? undefined : (this.#events.splice(0, at + 1).at(-1) as Extract<Event, { type: Type }>)
    }, types.join(' or '))
  }

  /** The code that the socket is closed with. */
  closed(): Promise<number> {
    return this.until(() => this.#closed ?? undefined, 'being closed').catch(() => this.#closed ?? -1)
  }

  sendRaw(data: string | ArrayBuffer | Uint8Array): void {
    this.#socket.send(data)
  }

  close(): void {
    this.#socket.close(1000)
  }
}
