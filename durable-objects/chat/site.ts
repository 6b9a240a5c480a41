import type { ChannelItem } from '../../contract/socket/chat.ts'
import type { Numbered } from '../realtime/Outbox.ts'

/** An event of a room for the site, delivered once, in order. Numbers are those of the room's messages. */
export type OutboxEvent = { at: number } & (
  | {
      kind: 'act'
      /** The moderator. */
      staffId: number
      act: string
      /** The member concerned. */
      userId: number | null
      reason: string
      changes: Record<string, readonly [before: unknown, after: unknown]>
    }
  /** A message that may mention members. */
  | { kind: 'named'; number: number; userId: number; message: string }
  /** Messages were deleted; their notifications go too. */
  | { kind: 'gone'; numbers: number[] }
)

/** Rooms hidden from members, as pairs. */
export type Hidden = [member: number, channel: string][]

/** Everything that a room may call on the site. */
export interface ChatSite {
  /** Takes events of a room, and ignores those up to the last id that it has taken. */
  take(channel: string, events: Numbered<OutboxEvent>[]): Promise<void>
  /** Reports how many members are in a room now. */
  count(channel: string, people: number): Promise<void>
  /** Reports that the room has deleted its messages, as nobody entered it for so long. */
  forgotten(channel: string): Promise<void>
  /** Lists the public rooms, those with most members first, and streams' rooms that not everyone may see. */
  channels(): Promise<ChannelItem[]>
  /** Picks out of these rooms those beside streams that these members may not see. */
  hidden(members: number[], channels: string[]): Promise<Hidden>
}
