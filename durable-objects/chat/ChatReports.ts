import type { ChannelItem } from '../../contract/socket/chat.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import type { Numbered, Outbox } from '../realtime/Outbox.ts'

/** An event of a room for the site, delivered once, in order. Numbers are those of the room's messages. */
export type OutboxEvent = { at: number } & (
  | {
      kind: 'act'
      staffId: number
      act: string
      userId: number | null
      reason: string
      changes: Record<string, readonly [before: unknown, after: unknown]>
    }
  /** A message that may mention members. */
  | { kind: 'named'; number: number; userId: number; message: string }
  | { kind: 'gone'; numbers: number[] }
)

export type Hidden = [member: number, channel: string][]

export interface ChatSite {
  /** Takes events of a room, and ignores those up to the last id that it has taken. */
  take(channel: string, events: Numbered<OutboxEvent>[]): Promise<void>
  count(channel: string, people: number): Promise<void>
  forgotten(channel: string): Promise<void>
  /** Lists the public rooms, those with most members first, and streams' rooms that not everyone may see. */
  channels(): Promise<ChannelItem[]>
  /** Returns pairs of these members and rooms whose stream the member may not see. */
  hidden(members: number[], channels: string[]): Promise<Hidden>
}

const COUNT_AGAIN_MS = 3_600_000

export class ChatReports {
  readonly #site: ChatSite
  readonly #outbox: Outbox<OutboxEvent>
  readonly #alarms: AlarmScheduler
  #reportedCount = -1

  constructor(site: ChatSite, outbox: Outbox<OutboxEvent>, alarms: AlarmScheduler) {
    this.#site = site
    this.#outbox = outbox
    this.#alarms = alarms
  }

  async reportCount(channel: string, count: number): Promise<void> {
    if (count === this.#reportedCount) return
    this.#reportedCount = count
    if (!(await this.#alarms.attempt('count', () => this.#site.count(channel, count)))) this.#reportedCount = -1
    // Repeated while the room has members, because sockets lost in a crash cause no close event.
    else this.#alarms.set('count', count > 0 ? Date.now() + COUNT_AGAIN_MS : undefined)
  }

  repeatCount(channel: string, count: number): Promise<void> {
    this.#reportedCount = -1
    return this.reportCount(channel, count)
  }

  deliverEvents(channel: string): Promise<void> {
    return this.#outbox.deliver(this.#alarms, (events) => this.#site.take(channel, events))
  }

  async reportForgotten(channel: string): Promise<void> {
    await this.#alarms.attempt('forget', () => this.#site.forgotten(channel))
  }
}
