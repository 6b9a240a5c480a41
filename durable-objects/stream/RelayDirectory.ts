import * as z from 'zod/mini'
import { id } from '../../contract/http/common.ts'
import { ack } from '../../contract/socket/sockets.ts'

const count = z.int().check(z.nonnegative())

/** Members who watch at a relay, its sockets, and how its viewers keep up. */
const report = z.strictObject({
  members: z.array(id),
  sockets: count,
  inSync: count,
  lagging: count,
  stills: z.boolean(),
})
export type RelayReport = z.infer<typeof report>

/** How viewers keep up: `stills` when any is sent stills alone. */
export type Health = { inSync: number; lagging: number; stills: boolean }

/** The members and sockets at an object. */
export type Present = { members: ReadonlySet<number>; sockets: number }

/** Sockets of an object for each member that it takes. */
export const SOCKETS_PER_MEMBER_TAKEN = 2

/** Messages of a relay to its origin. */
export const relayMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('report'), report }),
  ack,
  /** A viewer there needs a key frame. */
  z.strictObject({ type: z.literal('lost') }),
])
export type RelayMessage = z.infer<typeof relayMessage>

/** A member who was sent to a place is expected there for so long. */
const EXPECTED_MS = 10_000

/** The relays of an origin, by their numbers from 1 on, and their reports. The origin is place 0. */
export class RelayDirectory {
  readonly #max: number
  readonly #reports = new Map<number, RelayReport>()
  /** The place that each member was sent to lately. */
  readonly #sent = new Map<number, { place: number; at: number }>()

  /** `max` is the number of members for each place. */
  constructor(max: number) {
    this.#max = Math.max(1, max)
  }

  report(relay: number, report: RelayReport): void {
    this.#reports.set(relay, report)
  }

  leave(relay: number): void {
    this.#reports.delete(relay)
  }

  /** Members who watch at relays. */
  get members(): number[] {
    return [...this.#reports.values()].flatMap(({ members }) => members)
  }

  /** How all viewers keep up, here and at relays. */
  health(here: Health): Health {
    let { inSync, lagging, stills } = here
    for (const report of this.#reports.values()) {
      inSync += report.inSync
      lagging += report.lagging
      stills ||= report.stills
    }
    return { inSync, lagging, stills }
  }

  /** The place for a member: where they are already, else the first with room, which may be a new one. */
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
      return there.size + expected >= this.#max || sockets + expected >= SOCKETS_PER_MEMBER_TAKEN * this.#max
    }
    let place = 0
    while (isFull(place)) place++
    return place
  }
}
