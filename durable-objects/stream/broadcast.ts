import { MARK_EVERY_UNITS } from '../../contract/socket/sockets.ts'
import type { Coding, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import type { ConnectionRegistry, DropReason } from '../realtime/ConnectionRegistry.ts'
import { UNREAD_BYTES, windowBytes } from './flow.ts'
import { isSound, type PassedFrame } from './frame.ts'
import { Group } from './group.ts'
import type { Present } from './relays.ts'
import { eventsText, type StreamStamp, type Viewer } from './viewer.ts'

export type StreamState = Extract<StreamServerEvent, { type: 'stream' }>['state']

export type Health = { keepUp: number; lag: number; stills: boolean }

/** How a stream stands where its object begins, or wakes. */
export type Beginning = { startedAt: number; state: StreamState; coding: Coding }

/** Who opens a socket says within this who they are. */
const AUTH_WITHIN_MS = 10_000

export const UNCODED: Coding = { picture: null, sound: null }

/** A stream as the viewers at one object have it: how it stands, what they begin with, and who they are. */
export class Broadcast {
  readonly listeners: ConnectionRegistry<StreamStamp, Viewer>
  readonly #group = new Group()
  startedAt: number
  #state: StreamState
  #coding: Coding
  #counts = { watching: 0, total: 0 }

  constructor(listeners: ConnectionRegistry<StreamStamp, Viewer>, { startedAt, state, coding }: Beginning) {
    this.listeners = listeners
    this.startedAt = startedAt
    this.#state = state
    this.#coding = coding
  }

  get coding(): Coding {
    return this.#coding
  }

  get counts(): { watching: number; total: number } {
    return this.#counts
  }

  get state(): StreamState {
    return this.#state
  }

  get viewers(): Viewer[] {
    return this.listeners.all().filter(({ watches }) => watches)
  }

  /** Who watches here, each once, but for whose stream it is. */
  get members(): Set<number> {
    const members = this.viewers.filter(({ isRelay, state }) => !isRelay && !state.mayPublish)
    return new Set(members.map(({ state }) => state.member.id))
  }

  get present(): Present {
    return { members: this.members, sockets: this.listeners.sockets() }
  }

  clockMs(now: number): number {
    return Math.max(0, now - this.startedAt)
  }

  /** What everyone is told who comes in. */
  entry(now: number): StreamServerEvent[] {
    return [this.#stateEvent(now), { type: 'counts', ...this.#counts }]
  }

  #stateEvent(now: number): StreamServerEvent {
    return { type: 'stream', state: this.#state, clockMs: this.clockMs(now) }
  }

  /** Tells a viewer how the stream stands, and shows what there is; false when they wait for a key frame. */
  begin(viewer: Viewer, now: number): boolean {
    viewer.send(eventsText(...this.entry(now), { type: 'coding', coding: this.#coding }), now)
    return this.#beginPictures(viewer, roomFor(viewer, UNREAD_BYTES - this.#unread), now)
  }

  /** Shows what there is, or of it only the first where there is no room for all; false where a key frame is waited for. */
  #beginPictures(viewer: Viewer, room: number, now: number): boolean {
    const { frames, goesOn } = this.#group.begin(viewer.flow.level)
    const first = frames.slice(0, 1)
    const shown = [frames, first].find((some) => bytesIn(some) <= room) ?? []
    for (const frame of shown) viewer.show(frame, now)
    const isAll = shown.length === frames.length
    viewer.flow.begun(goesOn && isAll, now)
    if (!isAll) viewer.flow.missPicture()
    return goesOn && isAll
  }

  /** What all sockets have unread, those among them that were closed and have not gone yet. */
  get #unread(): number {
    return [...this.listeners.all(), ...this.listeners.closing()].reduce((sum, { acks }) => sum + acks.unread, 0)
  }

  /** Whether there is nothing to see for who comes. */
  get isBlank(): boolean {
    return this.#group.isEmpty
  }

  /** Shows pictures that were sent before the object slept to who waits for some, unless others have come. */
  recall(pictures: readonly PassedFrame[], now: number): void {
    if (!this.isBlank) return
    for (const picture of pictures) this.#group.add(picture, this.#coding.picture !== null)
    for (const viewer of this.viewers) {
      if (!viewer.flow.waitsForKey) continue
      this.#beginPictures(viewer, roomFor(viewer, UNREAD_BYTES - this.#unread), now)
      viewer.flow.begun(false, now)
    }
  }

  /** Passes a frame on to all who watch, as far as each keeps up. */
  pass(frame: PassedFrame, now: number): void {
    const isCoded = this.#coding.picture !== null
    this.#group.add(frame, isCoded)
    const window = windowBytes(this.listeners.sockets())
    let left = UNREAD_BYTES - this.#unread
    for (const viewer of this.#inTurn(frame, left)) {
      const room = roomFor(viewer, left)
      const before = viewer.acks.sent
      const catchesUp = viewer.flow.misses && this.#mayCatchUp(viewer, room)
      // The group at hand has the frame in it, but where that is sound.
      if (catchesUp) this.#beginPictures(viewer, room, now)
      if (!catchesUp || isSound(frame)) viewer.pass(frame, { window, room, isCoded, now })
      left -= viewer.acks.sent - before
    }
  }

  /** Who watches; where there may be no room for all, first those who have read most of what they were sent. */
  #inTurn({ bytes }: PassedFrame, room: number): Viewer[] {
    const viewers = this.viewers
    if (bytes.length * viewers.length <= room) return viewers
    return viewers.toSorted((one, other) => one.acks.unread - other.acks.unread)
  }

  #mayCatchUp({ flow, acks }: Viewer, room: number): boolean {
    return acks.unread < MARK_EVERY_UNITS && bytesIn(this.#group.begin(flow.level).frames) <= room
  }

  /** Looks at how everyone keeps up; answers those who are to be let go, and why. */
  judge(now: number): [Viewer, DropReason][] {
    const window = windowBytes(this.listeners.sockets())
    const letGo: [Viewer, DropReason][] = []
    for (const viewer of this.listeners.all()) {
      if (!viewer.isAuthenticated && now - viewer.openedAt > AUTH_WITHIN_MS) letGo.push([viewer, 'notLoggedIn'])
      if (!viewer.isAuthenticated) continue
      if (!viewer.requireReauth(now)) letGo.push([viewer, 'notLoggedIn'])
      else if (!viewer.judge(window, now)) letGo.push([viewer, 'tooSlow'])
    }
    return letGo
  }

  /** How many viewers keep up, how many do not, and whether someone is sent stills alone. */
  health(): Health {
    const viewers = this.viewers.filter(({ isRelay }) => !isRelay)
    const keepUp = viewers.filter((viewer) => viewer.keepsUp).length
    return { keepUp, lag: viewers.length - keepUp, stills: viewers.some(({ flow }) => flow.level === 'stills') }
  }

  setState(state: StreamState, now: number): void {
    if (state === this.#state) return
    this.#state = state
    this.tell(this.#stateEvent(now), now)
  }

  setCoding(coding: Coding, now: number): void {
    if (JSON.stringify(coding) === JSON.stringify(this.#coding)) return
    const isOtherPicture = JSON.stringify(coding.picture) !== JSON.stringify(this.#coding.picture)
    this.#coding = coding
    if (isOtherPicture) {
      this.#group.clear()
      for (const { flow } of this.viewers) flow.waitForKey()
    }
    this.tell({ type: 'coding', coding }, now)
  }

  setCounts(counts: { watching: number; total: number }, now: number): void {
    if (counts.watching === this.#counts.watching && counts.total === this.#counts.total) return
    this.#counts = counts
    this.tell({ type: 'counts', ...counts }, now)
  }

  /** Tells everyone who is in, the publisher too. */
  tell(event: StreamServerEvent, now: number): void {
    const text = eventsText(event)
    for (const listener of this.listeners.all()) if (listener.isAuthenticated) listener.send(text, now)
  }
}

/** Of the room that is left, half is for those alone who have been seen to read what they are sent. */
function roomFor({ acks, isRelay }: Viewer, left: number): number {
  const isRead = isRelay || (acks.read > 0 && acks.unread <= 2 * MARK_EVERY_UNITS)
  return isRead ? left : left - UNREAD_BYTES / 2
}

const bytesIn = (frames: readonly PassedFrame[]) => frames.reduce((sum, { bytes }) => sum + bytes.length, 0)
