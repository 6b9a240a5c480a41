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

/** Numbers of viewers in sync and lagging. `stills` is true if any of them is sent stills only. */
export type Health = { inSync: number; lagging: number; stills: boolean }

/** The members who watch at an object, and its number of sockets. */
export type Audience = { members: ReadonlySet<number>; sockets: number }

/** An object admits this many sockets per viewer of its maximum. A member may have several. */
export const SOCKETS_PER_VIEWER = 2

const relayMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('report'), report }),
  ack,
  z.strictObject({ type: z.literal('lost') }),
])
export type RelayMessage = z.infer<typeof relayMessage>

/** A place is reserved for this time after a member was sent to it. */
const RESERVED_MS = 10_000

type RelayCalls = Pick<StreamCalls, 'revokeSessions' | 'recheckAccess'>
export type Relays = { getByName(name: string): RelayCalls }

type Deps = {
  /** Maximum number of members who watch at one object. */
  viewersMax: number
  streamId: number
  relays: Relays
  values: { get(name: 'relays'): number | null; set(name: 'relays', relay: number): void }
}

/**
 * The relays of an origin, with their connections and reports. Assigns viewers to places: 0 is the origin, 1 and above
 * are relays.
 */
export class RelayDirectory {
  readonly #deps: Deps
  readonly #viewersMax: number
  readonly #connections = new Map<number, StreamConnection>()
  readonly #reports = new Map<number, RelayReport>()
  /** Recently assigned places by member. */
  readonly #reserved = new Map<number, { place: number; at: number }>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#viewersMax = Math.max(1, deps.viewersMax)
  }

  /** Adds the connection of a relay. Returns the relay's earlier connection, which must be closed. */
  connect(connection: StreamConnection): StreamConnection | undefined {
    const { relay } = connection.state
    const before = this.#connections.get(relay)
    this.#connections.set(relay, connection)
    return before
  }

  /** Removes a closed connection, unless the relay has connected again since. */
  disconnect(connection: StreamConnection): void {
    const { relay } = connection.state
    if (this.#connections.get(relay) !== connection) return
    this.#connections.delete(relay)
    this.#reports.delete(relay)
  }

  /** Calls all relays that were ever used. */
  async callAll(call: (relay: RelayCalls) => Promise<void>): Promise<void> {
    const { relays, streamId, values } = this.#deps
    const names = Array.from({ length: values.get('relays') ?? 0 }, (_, index) => relayName(streamId, index + 1))
    await Promise.all(names.map((name) => call(relays.getByName(name))))
  }

  /** The name of the object for a member's next connection. */
  objectNameFor(userId: number, origin: Audience, now: number): string {
    const { streamId, values } = this.#deps
    const place = this.place(userId, origin, now)
    if (place === 0) return originName(streamId)
    if (place > (values.get('relays') ?? 0)) values.set('relays', place)
    return relayName(streamId, place)
  }

  report(relay: number, report: RelayReport): void {
    this.#reports.set(relay, report)
  }

  /** Handles a relay's message. The caller requests a key frame, updates the counts, or closes the connection. */
  receive(relay: StreamConnection, raw: string | ArrayBuffer): 'keyFrame' | 'count' | Refusal | null {
    const message = decode(relayMessage, raw)
    if (!message) return REFUSED.badMessage
    if (message.type === 'lost') return 'keyFrame'
    if (message.type === 'ack') relay.acknowledge(message.mark)
    if (message.type !== 'report') return null
    this.report(relay.state.relay, message.report)
    return 'count'
  }

  /** The members who watch at the relays. */
  get members(): number[] {
    return [...this.#reports.values()].flatMap(({ members }) => members)
  }

  health(origin: Health): Health {
    let { inSync, lagging, stills } = origin
    for (const report of this.#reports.values()) {
      inSync += report.inSync
      lagging += report.lagging
      stills ||= report.stills
    }
    return { inSync, lagging, stills }
  }

  /** Assigns a member to a place: the current one, else the first that is not full, which may be a new relay. */
  place(userId: number, origin: Audience, now: number): number {
    for (const [member, { at }] of this.#reserved) if (now - at >= RESERVED_MS) this.#reserved.delete(member)
    const place = this.#placeOf(userId, origin) ?? this.#firstFree(origin)
    this.#reserved.set(userId, { place, at: now })
    return place
  }

  #placeOf(userId: number, origin: Audience): number | undefined {
    if (origin.members.has(userId)) return 0
    for (const [relay, { members }] of this.#reports) if (members.includes(userId)) return relay
    return this.#reserved.get(userId)?.place
  }

  #firstFree(origin: Audience): number {
    const reserved = Map.groupBy(this.#reserved, ([, { place }]) => place)
    const isFull = (place: number) => {
      const { members, sockets } = place === 0 ? origin : (this.#reports.get(place) ?? { members: [], sockets: 0 })
      const present = new Set(members)
      const expected = (reserved.get(place) ?? []).filter(([member]) => !present.has(member)).length
      return present.size + expected >= this.#viewersMax || sockets + expected >= SOCKETS_PER_VIEWER * this.#viewersMax
    }
    let place = 0
    while (isFull(place)) place++
    return place
  }
}
