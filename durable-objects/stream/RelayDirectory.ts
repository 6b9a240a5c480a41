import * as z from 'zod/mini'
import { id } from '../../contract/http/common.ts'
import { ack } from '../../contract/socket/sockets.ts'
import { decode } from '../realtime/decode.ts'
import { REFUSED, type Refusal } from '../realtime/refusals.ts'
import type { StreamConnection } from './StreamConnection.ts'
import { originName, relayName, type StreamCalls } from './stream.ts'

const count = z.int().check(z.nonnegative())

const report = z.strictObject({
  members: z.array(id),
  sockets: count,
  inSync: count,
  lagging: count,
  stills: z.boolean(),
})
export type RelayReport = z.infer<typeof report>

/** Numbers of viewers that keep up, and that lagging; `stills` when any is sent stills alone. */
export type Health = { inSync: number; lagging: number; stills: boolean }

export type Present = { members: ReadonlySet<number>; sockets: number }

/** Sockets of an object for each member that it takes. */
export const SOCKETS_PER_MEMBER_TAKEN = 2

const relayMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('report'), report }),
  ack,
  z.strictObject({ type: z.literal('lost') }),
])
export type RelayMessage = z.infer<typeof relayMessage>

/** After a member was sent to a place, it is reserved for this time. */
const EXPECTED_MS = 10_000

type RelayCalls = Pick<StreamCalls, 'end' | 'readmit'>
export type Relays = { getByName(name: string): RelayCalls }

type Deps = {
  max: number
  streamId: number
  relays: Relays
  values: { get(name: 'relays'): number | null; set(name: 'relays', relay: number): void }
}

/** The relays of an origin, by their numbers from 1 on, their connections and reports. The origin is place 0. */
export class RelayDirectory {
  readonly #deps: Deps
  readonly #max: number
  readonly #connections = new Map<number, StreamConnection>()
  readonly #reports = new Map<number, RelayReport>()
  /** The place that each member was sent to lately. */
  readonly #sent = new Map<number, { place: number; at: number }>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#max = Math.max(1, deps.max)
  }

  /** A relay connects; answers its earlier connection, which is to be closed. */
  enter(connection: StreamConnection): StreamConnection | undefined {
    const { relay } = connection.state
    const before = this.#connections.get(relay)
    this.#connections.set(relay, connection)
    return before
  }

  /** A connection is gone; an earlier one of a relay that has connected again changes nothing. */
  leave(connection: StreamConnection): void {
    const { relay } = connection.state
    if (this.#connections.get(relay) !== connection) return
    this.#connections.delete(relay)
    this.#reports.delete(relay)
  }

  async atAll(call: (relay: RelayCalls) => Promise<void>): Promise<void> {
    const { relays, streamId, values } = this.#deps
    const names = Array.from({ length: values.get('relays') ?? 0 }, (_, index) => relayName(streamId, index + 1))
    await Promise.all(names.map((name) => call(relays.getByName(name))))
  }

  nameFor(userId: number, here: Present, now: number): string {
    const { streamId, values } = this.#deps
    const place = this.place(userId, here, now)
    if (place === 0) return originName(streamId)
    if (place > (values.get('relays') ?? 0)) values.set('relays', place)
    return relayName(streamId, place)
  }

  report(relay: number, report: RelayReport): void {
    this.#reports.set(relay, report)
  }

  /** Takes a relay's message; answers a refusal, or what is left to do: request a key frame, or count the viewers. */
  receive(relay: StreamConnection, raw: string | ArrayBuffer): 'key' | 'count' | Refusal | null {
    const message = decode(relayMessage, raw)
    if (!message) return REFUSED.badMessage
    if (message.type === 'lost') return 'key'
    if (message.type === 'ack') relay.acknowledge(message.mark)
    if (message.type !== 'report') return null
    this.report(relay.state.relay, message.report)
    return 'count'
  }

  get members(): number[] {
    return [...this.#reports.values()].flatMap(({ members }) => members)
  }

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
