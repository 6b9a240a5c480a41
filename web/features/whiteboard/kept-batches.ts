import { readStored, writeStored } from '../../lib/stored.ts'
import { keptText, parseKept } from './kept.ts'
import type { Kept } from './replica.ts'

/** What waits of a member, kept in this browser. One tab at a time keeps it: two would send it twice. */
export class KeptBatches {
  readonly #name: string
  #keeps = false

  constructor(me: number) {
    this.#name = `whiteboard-unsent ${me}`
  }

  /** Calls `begin` once it is known whether this tab keeps what waits; answers what lets another one. */
  hold(begin: () => void): () => void {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    let isLeft = false
    void navigator.locks.request(this.#name, { ifAvailable: true }, (lock) => {
      this.#keeps = lock !== null
      if (!isLeft) begin()
      return lock && left
    })
    return () => {
      isLeft = true
      resolve()
    }
  }

  read(): Kept | undefined {
    return this.#keeps ? parseKept(readStored(this.#name)) : undefined
  }

  write(client: number | undefined, own: Kept['own']): void {
    if (this.#keeps) writeStored(this.#name, keptText(client, own))
  }
}
