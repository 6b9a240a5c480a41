import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RelayDirectory } from '../../../../durable-objects/stream/RelayDirectory.ts'
import { relayState, StreamConnection } from '../../../../durable-objects/stream/StreamConnection.ts'

const WELL = { inSync: 0, lagging: 0, stills: false }
const reportOf = (members: number[]) => ({ members, sockets: members.length, ...WELL, inSync: members.length })

const presentOf = (members: number[], sockets = members.length) => ({ members: new Set(members), sockets })

/** The relays of a stream whose places take so many members each. */
function directory(max: number): RelayDirectory {
  const getByName = () => ({ revokeSessions: async () => undefined, recheckAccess: async () => undefined })
  return new RelayDirectory({
    viewersMax: max,
    streamId: 7,
    relays: { getByName },
    values: { get: () => null, set: () => undefined },
  })
}

const connectionOf = (relay: number) => new StreamConnection({} as WebSocket, relayState(relay))

describe('the relays of a stream', () => {
  it('members fill the origin and the relays in order', () => {
    const relays = directory(2)
    const places = [1, 2, 3, 4, 5].map((userId) => relays.place(userId, presentOf([]), 0))
    expect(places).toEqual([0, 0, 1, 1, 2])
  })

  it('the origin and each relay never exceed their number of members, whoever comes, goes or reports', () => {
    const act = fc.record({ userId: fc.integer({ min: 1, max: 30 }), comes: fc.boolean(), afterMs: fc.nat(3000) })
    const property = fc.property(fc.array(act, { maxLength: 100 }), fc.integer({ min: 1, max: 4 }), (acts, max) => {
      const relays = directory(max)
      const placeOf = new Map<number, number>()
      const membersAt = (place: number) =>
        [...placeOf].filter(([, assigned]) => assigned === place).map(([userId]) => userId)
      let now = 0
      for (const { userId, comes, afterMs } of acts) {
        now += afterMs
        if (!comes) placeOf.delete(userId)
        else placeOf.set(userId, relays.place(userId, presentOf(membersAt(0)), now))
        for (const relay of new Set(placeOf.values())) if (relay > 0) relays.report(relay, reportOf(membersAt(relay)))
        for (const place of placeOf.values()) expect(membersAt(place).length).toBeLessThanOrEqual(max)
      }
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('a member returns to the relay where they watch', () => {
    const relays = directory(1)
    relays.report(3, reportOf([7]))
    expect(relays.place(7, presentOf([1]), 0)).toBe(3)
  })

  describe('a reserved place', () => {
    /** A full origin and a relay whose only place is reserved for member 8. */
    const withReservation = () => {
      const relays = directory(1)
      expect(relays.place(8, presentOf([1]), 0)).toBe(1)
      return relays
    }

    it('a member gets their reserved place again', () => {
      expect(withReservation().place(8, presentOf([1]), 9000)).toBe(1)
    })

    it('another member does not get a reserved place', () => {
      expect(withReservation().place(9, presentOf([1]), 9000)).toBe(2)
    })

    it('a reservation ends after ten seconds', () => {
      expect(withReservation().place(10, presentOf([1]), 10_000)).toBe(1)
    })

    it('a reservation is renewed when its member asks again', () => {
      const relays = withReservation()
      relays.place(8, presentOf([1]), 9000)
      expect(relays.place(9, presentOf([1]), 18_000)).toBe(2)
    })
  })

  it('the origin and each relay accept at most two sockets per member', () => {
    const relays = directory(3)
    expect(relays.place(9, presentOf([1], 6), 0)).toBe(1)
    relays.report(1, { ...reportOf([2]), sockets: 5 })
    expect(relays.place(10, presentOf([1], 6), 0)).toBe(2)
  })

  describe('two relays that have reported', () => {
    const reporting = () => {
      const relays = directory(2)
      relays.report(1, { members: [1, 2], sockets: 2, inSync: 1, lagging: 1, stills: true })
      relays.report(2, { members: [3], sockets: 1, inSync: 1, lagging: 0, stills: false })
      return relays
    }

    it('the members of all relays are listed', () => {
      expect(reporting().members).toEqual([1, 2, 3])
    })

    it('the health of the origin and all relays is summed', () => {
      const origin = { inSync: 5, lagging: 0, stills: false }
      expect(reporting().health(origin)).toEqual({ inSync: 7, lagging: 1, stills: true })
    })

    it('a relay that connects again replaces its earlier connection', () => {
      const relays = reporting()
      const before = connectionOf(1)
      relays.connect(before)
      expect(relays.connect(connectionOf(1))).toBe(before)
    })

    it('a relay counts while its latest connection is open', () => {
      const relays = reporting()
      const [before, again] = [connectionOf(1), connectionOf(1)]
      for (const connection of [before, again]) relays.connect(connection)
      relays.disconnect(before)
      expect(relays.members).toEqual([1, 2, 3])
      relays.disconnect(again)
      expect(relays.members).toEqual([3])
    })
  })
})
