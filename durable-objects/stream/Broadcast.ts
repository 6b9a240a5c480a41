import { MARK_INTERVAL_UNITS } from '../../contract/socket/sockets.ts'
import type { CodecConfig, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import type { ConnectionRegistry, DropReason } from '../realtime/ConnectionRegistry.ts'
import { SendBudget } from '../realtime/SendBudget.ts'
import { windowBytes } from './AdaptiveQuality.ts'
import { type EncodedFrame, GroupOfPictures, isSound } from './frames.ts'
import type { Audience, Health } from './RelayDirectory.ts'
import type { StreamConnection, StreamSocketState } from './StreamConnection.ts'

export type StreamState = Extract<StreamServerEvent, { type: 'stream' }>['state']

/** The state with which a stream's object starts or wakes. */
export type InitialState = { startedAt: number; state: StreamState; coding: CodecConfig }

export const NO_CODECS: CodecConfig = { picture: null, sound: null }

/**
 * A stream in the memory of its origin or of a relay: its state, the latest frames for new viewers, and its
 * connections.
 */
export class Broadcast {
  readonly connections: ConnectionRegistry<StreamSocketState, StreamConnection>
  readonly #group = new GroupOfPictures()
  startedAt: number
  #state: StreamState
  #coding: CodecConfig
  /** Members who watch now (`watching`), and all since the start (`total`), at every object of the stream. */
  #counts = { watching: 0, total: 0 }

  constructor(
    connections: ConnectionRegistry<StreamSocketState, StreamConnection>,
    { startedAt, state, coding }: InitialState,
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

  /** Connections of viewers and relays, which receive frames. */
  get receivers(): StreamConnection[] {
    return this.connections.all().filter(({ isReceiver }) => isReceiver)
  }

  /** Members who watch at this object, except the stream's owner. */
  get members(): Set<number> {
    const members = this.receivers.filter(({ isRelay, state }) => !isRelay && !state.mayPublish)
    return new Set(members.map(({ state }) => state.member.id))
  }

  get audience(): Audience {
    return { members: this.members, sockets: this.connections.socketCount }
  }

  /** Milliseconds since the stream started. */
  clockMs(now: number): number {
    return Math.max(0, now - this.startedAt)
  }

  /** Events that every admitted connection is sent first. */
  initialEvents(now: number): StreamServerEvent[] {
    return [this.#stateEvent(now), { type: 'counts', ...this.#counts }]
  }

  #stateEvent(now: number): StreamServerEvent {
    return { type: 'stream', state: this.#state, clockMs: this.clockMs(now) }
  }

  /** Sends a new receiver the state and the current group of pictures. False if it must wait for a key frame. */
  startSending(receiver: StreamConnection, now: number): boolean {
    receiver.sendEvents([...this.initialEvents(now), { type: 'coding', coding: this.#coding }], now)
    return this.#sendGroup(receiver, this.#budget().for(receiver), now)
  }

  /**
   * Sends the current group of pictures, or only its key frame if the whole group exceeds the budget. False if the
   * receiver must wait for another key frame.
   */
  #sendGroup(receiver: StreamConnection, budget: number, now: number): boolean {
    const { frames, continues } = this.#group.framesFor(receiver.quality.level)
    const keyFrame = frames.slice(0, 1)
    const sent = [frames, keyFrame].find((some) => bytesIn(some) <= budget) ?? []
    for (const frame of sent) receiver.sendFrame(frame, now)
    const isWhole = sent.length === frames.length
    receiver.quality.onStarted(continues && isWhole, now)
    if (!isWhole) receiver.quality.onPictureMissed()
    return continues && isWhole
  }

  #budget(): SendBudget {
    return new SendBudget(this.connections.withClosing())
  }

  get hasPictures(): boolean {
    return !this.#group.isEmpty
  }

  /** Sends recorded pictures to receivers that wait for a key frame, unless newer pictures have arrived. */
  restorePictures(pictures: readonly EncodedFrame[], now: number): void {
    if (this.hasPictures) return
    for (const picture of pictures) this.#group.add(picture, this.#coding.picture !== null)
    for (const receiver of this.receivers) {
      if (!receiver.quality.waitsForKeyFrame) continue
      this.#sendGroup(receiver, this.#budget().for(receiver), now)
      receiver.quality.onStarted(false, now)
    }
  }

  /** Adds a frame to the current group and sends it to the receivers whose quality and unread data allow it. */
  forward(frame: EncodedFrame, now: number): void {
    const isCoded = this.#coding.picture !== null
    this.#group.add(frame, isCoded)
    const window = windowBytes(this.connections.socketCount)
    const budgets = this.#budget()
    for (const receiver of this.#inSendingOrder(frame, budgets.remaining)) {
      const budget = budgets.for(receiver)
      const sentBefore = receiver.acks.sent
      const catchesUp = receiver.quality.hasMissedPicture && this.#canCatchUp(receiver, budget)
      // The group contains the frame if it is a picture. Sound is sent separately.
      if (catchesUp) this.#sendGroup(receiver, budget, now)
      if (!catchesUp || isSound(frame)) receiver.forward(frame, { window, budget, isCoded, now })
      budgets.spend(receiver, receiver.acks.sent - sentBefore)
    }
  }

  /** The receivers. If the budget does not suffice for all of them, they are sorted by unread data, the least first. */
  #inSendingOrder({ bytes }: EncodedFrame, budget: number): StreamConnection[] {
    const receivers = this.receivers
    if (bytes.length * receivers.length <= budget) return receivers
    return receivers.toSorted((one, other) => one.acks.unread - other.acks.unread)
  }

  #canCatchUp({ quality, acks }: StreamConnection, budget: number): boolean {
    return acks.unread < MARK_INTERVAL_UNITS && bytesIn(this.#group.framesFor(quality.level).frames) <= budget
  }

  /** Adjusts the quality of all receivers, about once a second, and returns the connections to drop. */
  checkConnections(now: number): [StreamConnection, DropReason][] {
    const window = windowBytes(this.connections.socketCount)
    const drops: [StreamConnection, DropReason][] = []
    for (const connection of this.connections.authenticated()) {
      if (!connection.renewTicket(now)) drops.push([connection, 'notLoggedIn'])
      else if (!connection.checkProgress(window, now)) drops.push([connection, 'tooSlow'])
    }
    return drops
  }

  health(): Health {
    const viewers = this.receivers.filter(({ isRelay }) => !isRelay)
    const inSync = viewers.filter((viewer) => viewer.isInSync).length
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

  /** Sets the codecs. After a change of the picture codec, all receivers wait for a key frame. */
  setCoding(coding: CodecConfig, now: number): void {
    if (JSON.stringify(coding) === JSON.stringify(this.#coding)) return
    const isOtherPicture = JSON.stringify(coding.picture) !== JSON.stringify(this.#coding.picture)
    this.#coding = coding
    if (isOtherPicture) {
      this.#group.clear()
      for (const { quality } of this.receivers) quality.waitForKeyFrame()
    }
    this.send({ type: 'coding', coding }, now)
  }

  setCounts(counts: { watching: number; total: number }, now: number): void {
    if (counts.watching === this.#counts.watching && counts.total === this.#counts.total) return
    this.#counts = counts
    this.send({ type: 'counts', ...counts }, now)
  }

  /** Sends an event to all authenticated connections. */
  send(event: StreamServerEvent, now: number): void {
    const text = JSON.stringify([event])
    for (const connection of this.connections.authenticated()) connection.send(text, now)
  }
}

const bytesIn = (frames: readonly EncodedFrame[]) => frames.reduce((sum, { bytes }) => sum + bytes.length, 0)
