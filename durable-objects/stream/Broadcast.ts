import { MARK_INTERVAL_UNITS } from '../../contract/socket/sockets.ts'
import type { CodecConfig, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import type { ConnectionRegistry, DropReason } from '../realtime/ConnectionRegistry.ts'
import { UNREAD_BYTES, windowBytes } from './AdaptiveQuality.ts'
import { GroupOfPictures, isSound, type PassedFrame } from './frames.ts'
import type { Health, Present } from './RelayDirectory.ts'
import type { StreamConnection, StreamConnectionState } from './StreamConnection.ts'

export type StreamState = Extract<StreamServerEvent, { type: 'stream' }>['state']

export type Beginning = { startedAt: number; state: StreamState; coding: CodecConfig }

/** A connection must authenticate within this time. */
const AUTH_WITHIN_MS = 10_000

export const UNCODED: CodecConfig = { picture: null, sound: null }

/**
 * A stream in the memory of its origin or of a relay: its state, the latest frames for new viewers, and its
 * connections.
 */
export class Broadcast {
  readonly connections: ConnectionRegistry<StreamConnectionState, StreamConnection>
  readonly #group = new GroupOfPictures()
  startedAt: number
  #state: StreamState
  #coding: CodecConfig
  #counts = { watching: 0, total: 0 }

  constructor(
    connections: ConnectionRegistry<StreamConnectionState, StreamConnection>,
    { startedAt, state, coding }: Beginning,
  ) {
    this.connections = connections
    this.startedAt = startedAt
    this.#state = state
    this.#coding = coding
  }

  get coding(): CodecConfig {
    return this.#coding
  }

  get counts(): { watching: number; total: number } {
    return this.#counts
  }

  get state(): StreamState {
    return this.#state
  }

  get viewers(): StreamConnection[] {
    return this.connections.all().filter(({ watches }) => watches)
  }

  /** Members who watch at this object, except the stream's owner. */
  get members(): Set<number> {
    const members = this.viewers.filter(({ isRelay, state }) => !isRelay && !state.mayPublish)
    return new Set(members.map(({ state }) => state.member.id))
  }

  get present(): Present {
    return { members: this.members, sockets: this.connections.sockets() }
  }

  clockMs(now: number): number {
    return Math.max(0, now - this.startedAt)
  }

  entry(now: number): StreamServerEvent[] {
    return [this.#stateEvent(now), { type: 'counts', ...this.#counts }]
  }

  #stateEvent(now: number): StreamServerEvent {
    return { type: 'stream', state: this.#state, clockMs: this.clockMs(now) }
  }

  /** Sends a new viewer the state and the current group of pictures. False if it must wait for a key frame. */
  begin(viewer: StreamConnection, now: number): boolean {
    viewer.sendEvents([...this.entry(now), { type: 'coding', coding: this.#coding }], now)
    return this.#beginPictures(viewer, roomFor(viewer, UNREAD_BYTES - this.#unread), now)
  }

  /**
   * Sends the current group of pictures, or only its key frame if the whole group does not fit. False if the viewer
   * must wait for another key frame.
   */
  #beginPictures(viewer: StreamConnection, room: number, now: number): boolean {
    const { frames, goesOn } = this.#group.begin(viewer.quality.level)
    const first = frames.slice(0, 1)
    const shown = [frames, first].find((some) => bytesIn(some) <= room) ?? []
    for (const frame of shown) viewer.show(frame, now)
    const isAll = shown.length === frames.length
    viewer.quality.onBegun(goesOn && isAll, now)
    if (!isAll) viewer.quality.missPicture()
    return goesOn && isAll
  }

  get #unread(): number {
    return [...this.connections.all(), ...this.connections.closing()].reduce((sum, { acks }) => sum + acks.unread, 0)
  }

  get isBlank(): boolean {
    return this.#group.isEmpty
  }

  /** Sends recorded pictures to viewers that wait for a key frame, unless newer pictures have arrived. */
  restore(pictures: readonly PassedFrame[], now: number): void {
    if (!this.isBlank) return
    for (const picture of pictures) this.#group.add(picture, this.#coding.picture !== null)
    for (const viewer of this.viewers) {
      if (!viewer.quality.waitsForKey) continue
      this.#beginPictures(viewer, roomFor(viewer, UNREAD_BYTES - this.#unread), now)
      viewer.quality.onBegun(false, now)
    }
  }

  pass(frame: PassedFrame, now: number): void {
    const isCoded = this.#coding.picture !== null
    this.#group.add(frame, isCoded)
    const window = windowBytes(this.connections.sockets())
    let left = UNREAD_BYTES - this.#unread
    for (const viewer of this.#inTurn(frame, left)) {
      const room = roomFor(viewer, left)
      const before = viewer.acks.sent
      const catchesUp = viewer.quality.misses && this.#mayCatchUp(viewer, room)
      // A picture is already in the current group; sound is not.
      if (catchesUp) this.#beginPictures(viewer, room, now)
      if (!catchesUp || isSound(frame)) viewer.pass(frame, { window, room, isCoded, now })
      left -= viewer.acks.sent - before
    }
  }

  #inTurn({ bytes }: PassedFrame, room: number): StreamConnection[] {
    const viewers = this.viewers
    if (bytes.length * viewers.length <= room) return viewers
    return viewers.toSorted((one, other) => one.acks.unread - other.acks.unread)
  }

  #mayCatchUp({ quality, acks }: StreamConnection, room: number): boolean {
    return acks.unread < MARK_INTERVAL_UNITS && bytesIn(this.#group.begin(quality.level).frames) <= room
  }

  judge(now: number): [StreamConnection, DropReason][] {
    const window = windowBytes(this.connections.sockets())
    const drops: [StreamConnection, DropReason][] = []
    for (const viewer of this.connections.all()) {
      if (!viewer.isAuthenticated && now - viewer.openedAt > AUTH_WITHIN_MS) drops.push([viewer, 'notLoggedIn'])
      if (!viewer.isAuthenticated) continue
      if (!viewer.renewTicket(now)) drops.push([viewer, 'notLoggedIn'])
      else if (!viewer.judge(window, now)) drops.push([viewer, 'tooSlow'])
    }
    return drops
  }

  health(): Health {
    const viewers = this.viewers.filter(({ isRelay }) => !isRelay)
    const inSync = viewers.filter((viewer) => viewer.keepsUp).length
    return {
      inSync,
      lagging: viewers.length - inSync,
      stills: viewers.some(({ quality }) => quality.level === 'stills'),
    }
  }

  setState(state: StreamState, now: number): void {
    if (state === this.#state) return
    this.#state = state
    this.send(this.#stateEvent(now), now)
  }

  setCoding(coding: CodecConfig, now: number): void {
    if (JSON.stringify(coding) === JSON.stringify(this.#coding)) return
    const isOtherPicture = JSON.stringify(coding.picture) !== JSON.stringify(this.#coding.picture)
    this.#coding = coding
    if (isOtherPicture) {
      this.#group.clear()
      for (const { quality } of this.viewers) quality.waitForKey()
    }
    this.send({ type: 'coding', coding }, now)
  }

  setCounts(counts: { watching: number; total: number }, now: number): void {
    if (counts.watching === this.#counts.watching && counts.total === this.#counts.total) return
    this.#counts = counts
    this.send({ type: 'counts', ...counts }, now)
  }

  send(event: StreamServerEvent, now: number): void {
    const text = JSON.stringify([event])
    for (const connection of this.connections.authenticated()) connection.send(text, now)
  }
}

/** Bytes that may be sent to a viewer. Half of the space is reserved for viewers that have proved that they read. */
function roomFor({ acks, isRelay }: StreamConnection, left: number): number {
  const isRead = isRelay || (acks.read > 0 && acks.unread <= 2 * MARK_INTERVAL_UNITS)
  return isRead ? left : left - UNREAD_BYTES / 2
}

const bytesIn = (frames: readonly PassedFrame[]) => frames.reduce((sum, { bytes }) => sum + bytes.length, 0)
