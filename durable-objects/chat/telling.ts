import type { ChatServerEvent } from '../../contract/socket/chat.ts'
import { Gatherer } from '../lib/gatherer.ts'
import type { Listener } from '../lib/listener.ts'
import type { LetGo, Listeners } from '../lib/listeners.ts'
import { log } from '../lib/log.ts'
import type { gatherMs } from '../lib/pacing.ts'
import type { Effect, Stamp } from './room.ts'
import type { RoomStore } from './store.ts'

/** What a room's telling is given by it. */
type Surroundings = {
  store: RoomStore
  listeners: Listeners<Stamp>
  gatherMs: typeof gatherMs
  keepsOrder: (member: Stamp['member']) => boolean
  /** These hear no more. */
  letGo: (letGo: readonly [Listener<Stamp>, LetGo][]) => void
  /** There is something that the site must know. */
  tellNews: () => void
  /** Memory holds more than storage: the room has to start again from storage. */
  fail: (why: string) => void
}

/**
 * What a room's core has decided, on its way to its members: gathered while much is said, a row and a frame a batch, and kept
 * before anyone is told of it.
 */
export class Telling {
  readonly #room: Surroundings
  readonly #decided: Gatherer<Effect>

  constructor(room: Surroundings) {
    this.#room = room
    this.#decided = new Gatherer({
      handOver: (decided, now) => this.#handOver(decided, now),
      gatherMs: room.gatherMs,
      listeners: () => room.listeners.count,
    })
  }

  /** Takes what was decided. What is answered to one member alone is told at once; all else is kept first. */
  add(effects: readonly Effect[], asker?: Listener<Stamp>): void {
    const now = Date.now()
    const replies = effects.filter((effect) => effect.do === 'reply')
    this.#decided.add(
      effects.filter((effect) => effect.do !== 'reply'),
      now,
    )
    for (const { event } of replies) this.#reply(event, asker, now)
  }

  /** Keeps and tells what was gathered, now. */
  flush(): void {
    this.#decided.flush()
  }

  /** A line is acknowledged by it that came before, or is held: that is kept first. */
  #reply(event: ChatServerEvent, asker: Listener<Stamp> | undefined, now: number): void {
    if (event.type === 'chat' || event.type === 'held') this.flush()
    asker?.send(frameOf(event), now)
  }

  /** Keeps what was decided, then tells it; answers how many lines and changes went to everyone. */
  #handOver(decided: readonly Effect[], now: number): number {
    const { listeners, letGo } = this.#room
    const frame = this.#save(decided)
    if (frame !== null) letGo(listeners.tellAll(frame, now))
    for (const effect of decided)
      if (effect.do === 'tell') letGo(listeners.tell(this.#meantFor(effect.to), frameOf(effect.event), now))
    if (decided.some((effect) => effect.do === 'report')) this.#room.tellNews()
    return decided.filter((effect) => effect.do === 'post').length
  }

  #meantFor(to: number | 'moderators'): (stamp: Stamp) => boolean {
    return ({ member }) => (to === 'moderators' ? this.#room.keepsOrder(member) : member.id === to)
  }

  #save(decided: readonly Effect[]): string | null {
    try {
      return this.#room.store.save(decided)
    } catch (error) {
      log('error', 'chat save', { reason: error instanceof Error ? error.name : 'unknown' })
      // The members come back to it.
      this.#room.fail('the room could not be saved')
      throw error
    }
  }
}

export const frameOf = (event: ChatServerEvent) => JSON.stringify([event])
