import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import type { Outbox } from '../realtime/Outbox.ts'
import type { ChatSite, OutboxEvent } from './site.ts'

const COUNT_AGAIN_MS = 3_600_000

/** A room's reports to the site. A report that fails is repeated by alarm. */
export class SiteReports {
  readonly #site: ChatSite
  readonly #outbox: Outbox<OutboxEvent>
  readonly #alarms: AlarmScheduler
  #reportedCount = -1

  constructor(site: ChatSite, outbox: Outbox<OutboxEvent>, alarms: AlarmScheduler) {
    this.#site = site
    this.#outbox = outbox
    this.#alarms = alarms
  }

  /** Reports how many members are in the room, where that changed. */
  async reportCount(channel: string, count: number): Promise<void> {
    if (count === this.#reportedCount) return
    this.#reportedCount = count
    if (!(await this.#alarms.attempt('count', () => this.#site.count(channel, count)))) this.#reportedCount = -1
    // Repeated while members are in: sockets that are lost with their machine leave no close event.
    else this.#alarms.set('count', count > 0 ? Date.now() + COUNT_AGAIN_MS : undefined)
  }

  repeatCount(channel: string, count: number): Promise<void> {
    this.#reportedCount = -1
    return this.reportCount(channel, count)
  }

  deliverEvents(channel: string): Promise<void> {
    return this.#outbox.deliver(this.#alarms, (events) => this.#site.take(channel, events))
  }

  /** Reports that the room has deleted its messages. */
  async reportForgotten(channel: string): Promise<void> {
    await this.#alarms.attempt('forget', () => this.#site.forgotten(channel))
  }
}
