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
  it('members fill the origin first, and then one relay after the other', () => {
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

  it('a member returns to the same relay, where a place is reserved for a while', () => {
    const relays = directory(1)
    relays.report(3, reportOf([7]))
    expect(relays.place(7, presentOf([1]), 0)).toBe(3)
    expect(relays.place(8, presentOf([1]), 0)).toBe(1)
    expect(relays.place(8, presentOf([1]), 9000)).toBe(1)
    expect(relays.place(9, presentOf([1]), 9000)).toBe(2)
    expect(relays.place(10, presentOf([1]), 30_000)).toBe(1)
  })

  it('the origin and each relay accept at most two sockets per member', () => {
    const relays = directory(3)
    expect(relays.place(9, presentOf([1], 6), 0)).toBe(1)
    relays.report(1, { ...reportOf([2]), sockets: 5 })
    expect(relays.place(10, presentOf([1], 6), 0)).toBe(2)
  })

  it('health and members are summed over the relays that are connected', () => {
    const relays = directory(2)
    relays.report(1, { members: [1, 2], sockets: 2, inSync: 1, lagging: 1, stills: true })
    relays.report(2, { members: [3], sockets: 1, inSync: 1, lagging: 0, stills: false })
    expect(relays.members).toEqual([1, 2, 3])
    expect(relays.health({ inSync: 5, lagging: 0, stills: false })).toEqual({ inSync: 7, lagging: 1, stills: true })
    const [before, again] = [connectionOf(1), connectionOf(1)]
    relays.connect(before)
    expect(relays.connect(again)).toBe(before)
    relays.disconnect(before)
    expect(relays.members).toEqual([1, 2, 3])
    relays.disconnect(again)
    expect(relays.members).toEqual([3])
  })
})
