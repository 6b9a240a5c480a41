import type { Paper } from './paper.ts'
import { type Artist, newArtist } from './sheet.ts'
import type { BoardStore } from './store.ts'

/** What is known of clients that draw: in memory while they do, and after a sleep by what the board keeps. */
export class Artists {
  readonly #store: BoardStore
  readonly #paper: Paper
  readonly #known = new Map<number, Artist>()

  constructor(store: BoardStore, paper: Paper) {
    this.#store = store
    this.#paper = paper
  }

  of(client: number): Artist {
    const known = this.#known.get(client)
    if (known) return known
    const artist = newArtist(this.#store.client(client)?.sequence ?? 0, Date.now())
    const woken = { ...artist, setsPen: this.#paper.hasPen(client) }
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

  isKnown(client: number): boolean {
    return this.#known.has(client)
  }

  forget(client: number): void {
    this.#known.delete(client)
  }

  /** Forgets all who are gone: of them there is nothing to know but what the board keeps. */
  forgetAll(isGone: (client: number) => boolean): void {
    for (const client of this.#known.keys()) if (isGone(client)) this.#known.delete(client)
  }
}
