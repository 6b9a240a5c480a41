import { type Artist, newArtist } from './sheet.ts'
import type { BoardStore } from './store.ts'

/** What is known of clients that draw: in memory while they do, and after a sleep by what the board keeps. */
export class Artists {
  readonly #store: BoardStore
  readonly #hasPen: (client: number) => boolean
  readonly #known = new Map<number, Artist>()

  /** `hasPen` says whether everyone knows the pen of a client. */
  constructor(store: BoardStore, hasPen: (client: number) => boolean) {
    this.#store = store
    this.#hasPen = hasPen
  }

  of(client: number): Artist {
    const known = this.#known.get(client)
    if (known) return known
    const artist = newArtist(this.#store.clients.of(client)?.sequence ?? 0, Date.now())
    const woken = { ...artist, setsPen: this.#hasPen(client) }
    this.#known.set(client, woken)
    return woken
  }

  set(client: number, artist: Artist): void {
    this.#known.set(client, artist)
  }

  /** Someone comes in, or back: others may have forgotten its pen while it was away. */
  comesIn(client: number): void {
    this.#known.set(client, { ...this.of(client), setsPen: false })
  }

  /** The clients of whom something is known. */
  known(): Iterable<number> {
    return this.#known.keys()
  }

  forget(client: number): void {
    this.#known.delete(client)
  }

  /** Forgets all who are gone: of them there is nothing to know but what the board keeps. */
  forgetAll(isGone: (client: number) => boolean): void {
    for (const client of this.#known.keys()) if (isGone(client)) this.#known.delete(client)
  }
}
