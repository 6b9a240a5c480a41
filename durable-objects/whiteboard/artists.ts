import { type Artist, newArtist } from './sheet.ts'

/** What is known of clients that draw: in memory while they do, and after a sleep by what the board keeps. */
export class Artists {
  readonly #sequenceOf: (client: number) => number
  readonly #hasPen: (client: number) => boolean
  readonly #known = new Map<number, Artist>()

  /** `sequenceOf` says up to where the batches of a client are kept, `hasPen` whether everyone knows its pen. */
  constructor(sequenceOf: (client: number) => number, hasPen: (client: number) => boolean) {
    this.#sequenceOf = sequenceOf
    this.#hasPen = hasPen
  }

  of(client: number): Artist {
    const known = this.#known.get(client)
    if (known) return known
    const artist = newArtist(this.#sequenceOf(client))
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
