import { COMPO_ENTRIES_MAX, COMPO_SET_SIZE } from '../../../contract/limits.ts'

/** A set of a ballot that its voter has answered, as ids of entries. `pick` is null if they skipped it. */
export type AnsweredSet = { entries: readonly number[]; pick: number | null }

/**
 * All answered sets of a compo in few bytes, in an order that depends on their contents alone. Entries are numbered by
 * ascending id.
 */
export type PackedSets = {
  readonly entryIds: readonly number[]
  /** `COMPO_SET_SIZE` numbers of entries for each set. A smaller set is filled with the number of entries. */
  readonly members: Uint16Array
  /** Sets in which each entry was seen. */
  readonly seen: Uint32Array
  /** Sets in which each entry was picked. */
  readonly picks: Uint32Array
  /** Picks of each entry, and its shares of skipped sets. */
  readonly wins: Float64Array
}

/** Flag of an entry that shares the win of its set: the picked entry, or every entry of a skipped set. */
const WINNER = 0x8000
/** Fills a set of fewer than four entries. It sorts behind the number of every entry without the flag. */
const NO_ENTRY = 0x7fff
/** A win is divided among one to four entries. All shares are whole numbers of twelfths, so they add up exactly. */
const SHARES_PER_WIN = 12

/** Collects the answered sets of a compo, page by page. Uses eight bytes for each. */
export class SetPacker {
  readonly #entryIds: readonly number[]
  readonly #numberOf: ReadonlyMap<number, number>
  readonly #flagged: Uint16Array<ArrayBuffer>
  #count = 0

  /** Sets above `setsMax` are left out. */
  constructor(entryIds: readonly number[], setsMax: number) {
    if (entryIds.length > COMPO_ENTRIES_MAX) throw new RangeError(`${entryIds.length} entries are too many`)
    this.#entryIds = entryIds.toSorted((a, b) => a - b)
    this.#numberOf = new Map(this.#entryIds.map((id, number) => [id, number]))
    if (this.#numberOf.size < entryIds.length) throw new Error('an entry is listed twice')
    this.#flagged = new Uint16Array(setsMax * COMPO_SET_SIZE)
  }

  /**
   * Adds a set without entries that are no longer in the compo. Ignores a set whose picked entry was removed, or that
   * has fewer than two entries left, because it says nothing about the others.
   */
  add({ entries, pick }: AnsweredSet): void {
    if (new Set(entries).size < entries.length || entries.length > COMPO_SET_SIZE)
      throw new Error(`${entries.join()} is not a set`)
    if (pick !== null && !entries.includes(pick)) throw new Error(`${pick} is not in its set`)
    const present = entries.filter((id) => this.#numberOf.has(id))
    if (this.#count * COMPO_SET_SIZE === this.#flagged.length) return
    if (present.length < 2 || (pick !== null && !this.#numberOf.has(pick))) return
    const flagged = present.map(
      (id) => (this.#numberOf.get(id) ?? NO_ENTRY) | (pick === null || pick === id ? WINNER : 0),
    )
    while (flagged.length < COMPO_SET_SIZE) flagged.push(NO_ENTRY)
    this.#flagged.set(
      flagged.sort((a, b) => a - b),
      this.#count * COMPO_SET_SIZE,
    )
    this.#count++
  }

  /** Ends the collection. Can be called once. */
  pack(): PackedSets {
    // Sums of floating-point numbers depend on their order.
    const flagged = this.#sorted()
    return { entryIds: this.#entryIds, members: flagged, ...this.#unflag(flagged) }
  }

  /** Lists the sets in the order of their contents, which hides the order in which they were answered. */
  *sort(): Generator<AnsweredSet> {
    const flagged = this.#sorted()
    for (let at = 0; at < flagged.length; at += COMPO_SET_SIZE) {
      const set = [...flagged.subarray(at, at + COMPO_SET_SIZE)].filter((entry) => (entry & NO_ENTRY) !== NO_ENTRY)
      const winners = set.filter((entry) => entry >= WINNER)
      const idOf = (entry: number) => this.#entryIds[entry & NO_ENTRY] ?? 0
      const entries = set.map(idOf).sort((a, b) => a - b)
      yield { entries, pick: winners.length === 1 ? idOf(winners[0] ?? 0) : null }
    }
  }

  /** The collected sets, sorted as numbers of 64 bits. */
  #sorted(): Uint16Array<ArrayBuffer> {
    new BigUint64Array(this.#flagged.buffer, 0, this.#count).sort()
    return this.#flagged.subarray(0, this.#count * COMPO_SET_SIZE)
  }

  /** Counts the wins and removes the flags. */
  #unflag(flagged: Uint16Array) {
    const size = this.#entryIds.length
    const seen = new Uint32Array(size)
    const picks = new Uint32Array(size)
    const wins = new Float64Array(size)
    for (let at = 0; at < flagged.length; at += COMPO_SET_SIZE) {
      const set = flagged.subarray(at, at + COMPO_SET_SIZE)
      const winners = set.reduce((count, entry) => count + (entry >> 15), 0)
      set.forEach((entry, index) => {
        const number = entry & NO_ENTRY
        set[index] = number === NO_ENTRY ? size : number
        if (number === NO_ENTRY) return
        add(seen, number, 1)
        if (entry < WINNER) return
        add(wins, number, SHARES_PER_WIN / winners)
        if (winners === 1) add(picks, number, 1)
      })
    }
    return { seen, picks, wins: wins.map((shares) => shares / SHARES_PER_WIN) }
  }
}

function add(counts: Uint32Array | Float64Array, index: number, count: number): void {
  counts[index] = (counts[index] ?? 0) + count
}
