import type { ChatClientMessage, ChatLine, ChatServerEvent } from '../../../contract/socket/chat.ts'
import { handleMessage } from '../../../durable-objects/chat/messages.ts'
import { moderate } from '../../../durable-objects/chat/moderation.ts'
import type { ModerationRequest } from '../../../durable-objects/chat/moderation-request.ts'
import {
  type ChatMessage,
  type Decision,
  type Effect,
  type Member,
  newRoom,
  type Room,
  type RoomLog,
} from '../../../durable-objects/chat/state.ts'

export const START = Date.UTC(2026, 10, 21, 18)
export const DAY_MS = 86_400_000

type WithoutChannel<Each> = Each extends unknown ? Omit<Each, 'channel'> : never
type RoomAction = WithoutChannel<ModerationRequest>

let lastId = 0

/** A member since a year ago. */
export function memberOf(fields: Partial<Member> = {}): Member {
  const id = ++lastId
  const registeredAt = START - 365 * DAY_MS
  return { id, nickname: `Mira ${id}`, avatar: null, flags: '', registeredAt, fan: false, inGroup: false, ...fields }
}

/** A chat room's core with a simulated clock and an in-memory log; effects are applied like by the object. */
export class ChatSimulation implements RoomLog {
  room: Room
  now = START
  /** Effects of the latest message. */
  effects: Effect[] = []
  readonly #lines = new Map<number, ChatLine>()
  readonly #deleted = new Map<number, ChatLine>()
  #keys = 0

  constructor(fields: Partial<Room> = {}) {
    this.room = { ...newRoom('lobby', { capacity: 8, perSecond: 1 }), ...fields }
  }

  lineOf(id: number): ChatLine | null {
    return this.#lines.get(id) ?? null
  }

  lineByKey(userId: number, key: string, after: number): ChatLine | 'deleted' | null {
    const matches = (line: ChatLine) => line.user.id === userId && line.key === key && line.id > after
    if ([...this.#deleted.values()].some(matches)) return 'deleted'
    return [...this.#lines.values()].find(matches) ?? null
  }

  idsBy(userId: number): number[] {
    return [...this.#lines.values()].filter(({ user }) => user.id === userId).map(({ id }) => id)
  }

  /** Advances the clock. */
  wait(ms: number): this {
    this.now += ms
    return this
  }

  say(from: Member, message: string, fields: Partial<Extract<ChatClientMessage, { type: 'chat' }>> = {}): Effect[] {
    return this.send(from, { type: 'chat', key: `key-${++this.#keys}`.padStart(12, '-'), message, ...fields })
  }

  send(from: Member, message: ChatMessage): Effect[] {
    return this.apply(handleMessage(this.room, from, message, this.now, this))
  }

  moderate(by: Member, act: RoomAction): Effect[] | string {
    const decision = moderate(
      this.room,
      by,
      { ...act, channel: this.room.channel } as ModerationRequest,
      this.now,
      this,
    )
    return typeof decision === 'string' ? decision : this.apply(decision)
  }

  /** Applies a decision of the core. */
  apply([room, effects]: Decision): Effect[] {
    this.room = room
    this.effects = effects
    for (const effect of effects) {
      if (effect.do === 'post' && effect.event.type === 'chat') this.#lines.set(effect.event.line.id, effect.event.line)
      if (effect.do === 'post' && effect.event.type === 'edit') {
        const line = this.#lines.get(effect.event.id)
        if (line) this.#lines.set(line.id, { ...line, message: effect.event.message, edited: true })
      }
      if (effect.do === 'erase') for (const id of effect.ids) this.#erase(id)
    }
    return effects
  }

  #erase(id: number): void {
    const line = this.#lines.get(id)
    if (line) this.#deleted.set(id, line)
    this.#lines.delete(id)
  }
}

export function broadcastEvents(effects: readonly Effect[] | string): ChatServerEvent[] {
  if (typeof effects === 'string') throw new Error(effects)
  return effects.flatMap((effect) => (effect.do === 'post' ? [effect.event] : []))
}

/** Refusals to the sender, by code. */
export function refusals(effects: readonly Effect[] | string): [code: string, seconds?: number][] {
  if (typeof effects === 'string') throw new Error(effects)
  return effects.flatMap((effect) =>
    effect.do === 'reply' && effect.event.type === 'refused'
      ? [effect.event.seconds === undefined ? [effect.event.code] : [effect.event.code, effect.event.seconds]]
      : [],
  )
}
