import * as z from 'zod/mini'
import { id } from '../../contract/http/common.ts'
import { ack } from '../../contract/socket/sockets.ts'
import type { Health } from './broadcast.ts'

const count = z.int().check(z.nonnegative())

/** Who watches at a relay, over how many sockets, and how they keep up. */
const report = z.strictObject({
  members: z.array(id),
  sockets: count,
  keepUp: count,
  lag: count,
  stills: z.boolean(),
})
export type RelayReport = z.infer<typeof report>

/** Who is at an object. */
export type Present = { members: ReadonlySet<number>; sockets: number }

/** An object has so many sockets for each member that it takes at most. */
export const SOCKETS_FOR_EACH = 2

/** What a relay says to its origin, on a socket that is else a viewer's. */
export const relayMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('report'), report }),
  ack,
  /** Someone there waits for a key frame. */
  z.strictObject({ type: z.literal('lost') }),
])
export type RelayMessage = z.infer<typeof relayMessage>

/** Who was sent somewhere is expected there for so long. */
const EXPECTED_MS = 10_000

/** The relays of an origin, by their numbers from 1 on, as far as they have reported. The origin itself is 0. */
export class Relays {
  readonly #max: number
  readonly #reports = new Map<number, RelayReport>()
  /** By member, where they were sent lately. */
  readonly #sent = new Map<number, { place: number; at: number }>()

  /** So many members are sent to each place. */
  constructor(max: number) {
    this.#max = Math.max(1, max)
  }

  report(relay: number, report: RelayReport): void {
    this.#reports.set(relay, report)
  }

  leave(relay: number): void {
    this.#reports.delete(relay)
  }

  /** Who watches at relays. */
  get members(): number[] {
    return [...this.#reports.values()].flatMap(({ members }) => members)
  }

  /** How the viewers here and at relays keep up, together. */
  health(here: Health): Health {
    let { keepUp, lag, stills } = here
    for (const report of this.#reports.values()) {
      keepUp += report.keepUp
      lag += report.lag
      stills ||= report.stills
    }
    return { keepUp, lag, stills }
  }

  /** Where a member is to go: where they are already, else to the first place that has room; a new one if need be. */
  place(userId: number, here: Present, now: number): number {
    for (const [member, { at }] of this.#sent) if (now - at >= EXPECTED_MS) this.#sent.delete(member)
    const place = this.#placeOf(userId, here) ?? this.#roomy(here)
    this.#sent.set(userId, { place, at: now })
    return place
  }

  #placeOf(userId: number, here: Present): number | undefined {
    if (here.members.has(userId)) return 0
    for (const [relay, { members }] of this.#reports) if (members.includes(userId)) return relay
    return this.#sent.get(userId)?.place
  }

  #roomy(here: Present): number {
    const sent = Map.groupBy(this.#sent, ([, { place }]) => place)
    const isFull = (place: number) => {
      const { members, sockets } = place === 0 ? here : (this.#reports.get(place) ?? { members: [], sockets: 0 })
      const there = new Set(members)
      const expected = (sent.get(place) ?? []).filter(([member]) => !there.has(member)).length
      return there.size + expected >= this.#max || sockets + expected >= SOCKETS_FOR_EACH * this.#max
    }
    let place = 0
    while (isFull(place)) place++
    return place
  }
}
