import type { Mention } from '../../contract/http/mentions.ts'
import type { ChannelItem } from '../../contract/socket/chat.ts'
import type { StaffAction } from '../../contract/staff-actions.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import type { Numbered, Outbox } from '../realtime/Outbox.ts'

/**
 * An event of a room for the site, delivered in order and processed once. `act` is an action of staff or of the room's
 * owner, for the audit log. `roomId` is the site's id of the room, which may be closed at the delivery. `number` is that
 * of a chat line.
 */
export type OutboxEvent = { at: number } & (
  | {
      kind: 'act'
      roomId?: number
      staffId: number
      act: StaffAction
      userId: number | null
      reason: string
      changes: Record<string, readonly [before: unknown, after: unknown]>
    }
  /** A line that may mention members. */
  | { kind: 'named'; number: number; userId: number; message: string }
  /** Lines that were edited or deleted: earlier mentions in them no longer count. */
  | { kind: 'gone'; numbers: number[] }
)

/** Pairs of members and rooms of streams that the member may not see. */
export type HiddenRooms = [member: number, channel: string][]

/** Mentions in the text of a line when the site looked them up. The line may have been edited since. */
export type LineMentions = { number: number; message: string; mentions: Mention[] }

/** Lines of a member that a room has the site count at once, of which some may be written already. */
export type LineBlock = { userId: number; lines: number; written: number }

/**
 * Lines of a member that the site has counted: those of a block, or as many as the member had left today, and at least
 * those that were written. If none are left after these, `writesAgainAt` is the time at which the member may write
 * again, in milliseconds since 1970; else 0.
 */
export type CountedLines = { lines: number; writesAgainAt: number }

/** Calls from a chat room to the site. */
export interface ChatSite {
  /** Processes events of a room, and skips events that were processed before. Returns the mentions in the lines. */
  deliverEvents(channel: string, events: Numbered<OutboxEvent>[]): Promise<LineMentions[]>
  /** Counts blocks of lines, one of each member, towards the lines of a day of their members. */
  countLines(blocks: LineBlock[]): Promise<CountedLines[]>
  /** Reports the number of members in a room. */
  reportCount(channel: string, count: number): Promise<void>
  /** Reports that a room has expired: it has deleted its lines because nobody entered for `CHAT_RETENTION_DAYS`. */
  reportExpired(channel: string): Promise<void>
  /**
   * Lists the public rooms by number of members, and the rooms of streams, some of which are hidden from some members.
   */
  listChannels(): Promise<ChannelItem[]>
  listHiddenRooms(members: number[], channels: string[]): Promise<HiddenRooms>
}

const COUNT_AGAIN_MS = 3_600_000

/** A room's reports to the site: events, the number of members, and the deletion of its lines. */
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
    if (!(await this.#alarms.attempt('count', () => this.#site.reportCount(channel, count)))) this.#reportedCount = -1
    // Repeated every hour while the room has members, because a crash closes sockets without an event.
    else this.#alarms.set('count', count > 0 ? Date.now() + COUNT_AGAIN_MS : undefined)
  }

  /** Reports the number of members even if it has not changed. */
  repeatCount(channel: string, count: number): Promise<void> {
    this.#reportedCount = -1
    return this.reportCount(channel, count)
  }

  /** Delivers the events of the outbox, and passes on the mentions that the site found in their lines. */
  deliverEvents(channel: string, onMentions: (found: LineMentions[]) => void): Promise<void> {
    return this.#outbox.deliver(this.#alarms, async (events) => {
      onMentions(await this.#site.deliverEvents(channel, events))
    })
  }

  async reportExpired(channel: string): Promise<void> {
    await this.#alarms.attempt('forget', () => this.#site.reportExpired(channel))
  }
}
