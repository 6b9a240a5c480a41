import type { Coding, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import { type LetGo, Listeners } from '../lib/listeners.ts'
import { windowBytes } from './flow.ts'
import type { PassedFrame } from './frame.ts'
import { Group } from './group.ts'
import { eventsText, type StreamStamp, type Viewer } from './viewer.ts'

export type StreamState = Extract<StreamServerEvent, { type: 'stream' }>['state']

export type Health = { keepUp: number; lag: number; stills: boolean }

export const UNCODED: Coding = { picture: null, sound: null }

/** A stream as the viewers at one object have it: how it stands, what they begin with, and who they are. */
export class Broadcast {
  readonly listeners = new Listeners<StreamStamp, Viewer>()
  readonly #group = new Group()
  startedAt: number
  #state: StreamState
  #coding: Coding
  #counts = { watching: 0, total: 0 }

  constructor({ startedAt, state, coding }: { startedAt: number; state: StreamState; coding: Coding }) {
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
    const members = this.viewers.filter(({ isRelay, stamp }) => !isRelay && !stamp.mayPublish)
    return new Set(members.map(({ stamp }) => stamp.member.id))
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
    const { frames, goesOn } = this.#group.begin(viewer.flow.level)
    for (const frame of frames) viewer.show(frame, now)
    viewer.flow.begun(goesOn)
    return goesOn
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
      for (const frame of this.#group.begin(viewer.flow.level).frames) viewer.show(frame, now)
      viewer.flow.begun(false)
    }
  }

  /** Passes a frame on to all who watch, as far as each keeps up. */
  pass(frame: PassedFrame, now: number): void {
    const isCoded = this.#coding.picture !== null
    this.#group.add(frame, isCoded)
    const viewers = this.viewers
    const sending = { window: windowBytes(viewers.length), isCoded, now }
    for (const viewer of viewers) viewer.pass(frame, sending)
  }

  /** Looks at how everyone keeps up; answers those who are to be let go, and why. */
  judge(now: number): [Viewer, LetGo][] {
    const window = windowBytes(this.viewers.length)
    const letGo: [Viewer, LetGo][] = []
    for (const viewer of this.listeners.all()) {
      if (!viewer.isIn) continue
      if (!viewer.askAnew(now)) letGo.push([viewer, 'notLoggedIn'])
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
    for (const listener of this.listeners.all()) if (listener.isIn) listener.send(text, now)
  }
}
