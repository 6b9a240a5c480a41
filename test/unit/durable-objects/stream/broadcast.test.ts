import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMark } from '../../../../contract/socket/sockets.ts'
import { decodeFrame } from '../../../../contract/socket/stream-frame.ts'
import { ConnectionRegistry } from '../../../../durable-objects/realtime/ConnectionRegistry.ts'
import { MEMBER_UNREAD_BYTES, UNREAD_BYTES } from '../../../../durable-objects/realtime/SendBudget.ts'
import { Broadcast } from '../../../../durable-objects/stream/Broadcast.ts'
import { StreamConnection, type StreamSocketState } from '../../../../durable-objects/stream/StreamConnection.ts'
import { frameOf } from '../../../support/unit/stream.ts'

const CODED = { picture: { codec: 'vp8', width: 640, height: 480 }, sound: null } as const
const KEY_EVERY = 40
const FRAME_MS = 100
/** The size that texts and marks may add for each socket. */
const WORDS_BYTES = 20_000

/** Simulates a socket that holds what was sent until it is read. */
class SimulatedSocket {
  #waiting: (string | Uint8Array<ArrayBuffer>)[] = []
  unread = 0
  readonly pictures: number[] = []

  send(frame: string | Uint8Array<ArrayBuffer>): void {
    this.#waiting.push(frame)
    this.unread += frame.length
    const picture = typeof frame === 'string' ? null : decodeFrame(frame)
    if (picture?.kind === 'picture') this.pictures.push(picture.number)
  }

  close(): void {}
  serializeAttachment(): void {}

  /** Reads everything and returns the marks in it. */
  read(): number[] {
    const marks = this.#waiting.flatMap((frame) => (typeof frame === 'string' ? [parseMark(frame) ?? []].flat() : []))
    this.#waiting = []
    this.unread = 0
    return marks
  }
}

const stateOf = (id: number): StreamSocketState => ({
  member: { id, nickname: `Member ${id}`, avatar: null, flags: '', registeredAt: 0 },
  ...{ session: '', expiresAt: Number.MAX_SAFE_INTEGER, mayPublish: false, role: 'viewer', relay: 0, maxLevel: 'all' },
})

/** Simulates a stream with viewers who read everything at once or nothing. */
class SimulatedStream {
  readonly broadcast = new Broadcast(new ConnectionRegistry(), { startedAt: 0, state: 'live', coding: CODED })
  readonly viewers: { viewer: StreamConnection; line: SimulatedSocket; reads: boolean }[] = []
  now = 0
  #number = 0

  enter(reads: boolean, member = this.viewers.length + 1): void {
    const line = new SimulatedSocket()
    const viewer = new StreamConnection(line as unknown as WebSocket, stateOf(member))
    this.broadcast.connections.add(viewer)
    this.viewers.push({ viewer, line, reads })
    this.broadcast.startSending(viewer, this.now)
  }

  /** Sends one picture, and judges the viewers once a second. */
  show(bytes: { key: number; other: number }): void {
    this.now += FRAME_MS
    const number = this.#number++
    const isKey = number % KEY_EVERY === 0
    this.broadcast.forward(frameOf({ isKey, number, bytes: isKey ? bytes.key : bytes.other }), this.now)
    if (number % 10 === 0) this.#checkConnections()
    for (const { viewer, line, reads } of this.viewers)
      if (reads) for (const mark of line.read()) viewer.acks.acknowledge(mark)
  }

  /** Closes the sockets of dropped viewers, which still hold what they were sent. */
  #checkConnections(): void {
    for (const [viewer] of this.broadcast.checkConnections(this.now)) this.broadcast.connections.markClosing(viewer)
  }

  get unreadTotal(): number {
    return this.viewers.reduce((sum, { line }) => sum + line.unread, 0)
  }
}

describe('unread data of all viewers of an object', () => {
  it('unread data stays below 64 MB, whatever the viewers do', () => {
    const arrival = fc.record({ at: fc.nat(100), count: fc.integer({ min: 1, max: 120 }), reads: fc.boolean() })
    const bytes = fc.record({
      key: fc.integer({ min: 1000, max: 1_400_000 }),
      other: fc.integer({ min: 100, max: 90_000 }),
    })
    const property = fc.property(fc.array(arrival, { minLength: 1, maxLength: 5 }), bytes, (crowds, sizes) => {
      const show = new SimulatedStream()
      for (let at = 0; at < 100; at++) {
        for (const crowd of crowds) if (crowd.at === at) for (let n = 0; n < crowd.count; n++) show.enter(crowd.reads)
        show.show(sizes)
        expect(show.unreadTotal).toBeLessThan(UNREAD_BYTES + show.viewers.length * WORDS_BYTES)
      }
    })
    fc.assert(property, { numRuns: 12 })
  })

  it('unread data of all sockets of a member stays below 4 MB, closing ones included', () => {
    const show = new SimulatedStream()
    show.show({ key: 900_000, other: 40_000 })
    for (let second = 0; second < 10; second++) {
      show.enter(false, 1)
      for (let number = 0; number < 20; number++) show.show({ key: 900_000, other: 40_000 })
      const viewer = show.viewers.at(-1)?.viewer
      if (viewer) show.broadcast.connections.markClosing(viewer)
    }
    expect(show.unreadTotal).toBeGreaterThan(MEMBER_UNREAD_BYTES / 2)
    expect(show.unreadTotal).toBeLessThan(MEMBER_UNREAD_BYTES + show.viewers.length * WORDS_BYTES)
  })

  it('a member with three dead sockets gets every picture from the next key frame on a socket that reads', () => {
    const show = new SimulatedStream()
    show.show({ key: 900_000, other: 40_000 })
    for (let dead = 0; dead < 3; dead++) {
      show.enter(false, 1)
      for (let number = 0; number < KEY_EVERY; number++) show.show({ key: 900_000, other: 40_000 })
    }
    for (const { viewer } of show.viewers) show.broadcast.connections.markClosing(viewer)
    show.enter(true, 1)
    const reader = show.viewers.at(-1)
    for (let number = 0; number < 2 * KEY_EVERY; number++) show.show({ key: 900_000, other: 40_000 })
    const fromKeyFrame = Array.from({ length: KEY_EVERY }, (_, index) => 4 * KEY_EVERY + index)
    expect(reader?.line.pictures).toEqual(expect.arrayContaining(fromKeyFrame))
  })

  it('viewers who read get every picture, however many others do not read', () => {
    const show = new SimulatedStream()
    show.show({ key: 200_000, other: 40_000 })
    for (let n = 0; n < 390; n++) show.enter(n % 39 === 0)
    for (let number = 1; number < 200; number++) show.show({ key: 200_000, other: 40_000 })
    const [reader, ...others] = show.viewers.filter(({ reads }) => reads)
    expect(reader?.line.pictures).toEqual(Array.from({ length: 200 }, (_, number) => number))
    for (const { line } of others) expect(new Set(line.pictures).size).toBe(200)
  })

  it('a viewer who enters while memory is full starts with the current group of pictures once there is room', () => {
    const show = new SimulatedStream()
    show.show({ key: 900_000, other: 40_000 })
    for (let n = 0; n < 60; n++) show.enter(false)
    show.enter(true)
    expect(show.viewers.at(-1)?.line.pictures).toEqual([])
    for (const { line, viewer } of show.viewers.slice(0, 30))
      for (const mark of line.read()) viewer.acks.acknowledge(mark)
    show.show({ key: 900_000, other: 40_000 })
    expect(show.viewers.at(-1)?.line.pictures).toEqual([0, 1])
  })
})
