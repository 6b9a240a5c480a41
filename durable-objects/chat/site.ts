import type { ChannelItem } from '../../contract/socket/chat.ts'

/** What the site must know of a room, told once, in order. Numbers are those of the room. */
export type News = { at: number } & (
  | {
      kind: 'act'
      /** Who did it. */
      staffId: number
      act: string
      /** Whom it concerns. */
      userId: number | null
      reason: string
      changes: Record<string, readonly [before: unknown, after: unknown]>
    }
  /** A line says someone's name, perhaps. */
  | { kind: 'named'; number: number; userId: number; message: string }
  /** Lines that are gone, and with them the notices of them. */
  | { kind: 'gone'; numbers: number[] }
)

/** Rooms that are not to be told to members, each with the member. */
export type Hidden = [member: number, channel: string][]

/** What a room asks of the site, and all that it may. */
export interface ChatSite {
  /** Takes news of a room; those up to the last id that it took before it has already. */
  take(channel: string, news: { id: number; news: News }[]): Promise<void>
  /** How many members are in a room now. */
  count(channel: string, people: number): Promise<void>
  /** The room has forgotten its lines, as nobody entered it for so long. */
  forgotten(channel: string): Promise<void>
  /** The rooms there are to be shown, those with most members first; of streams also those that not everyone may see. */
  channels(): Promise<ChannelItem[]>
  /** Which of these rooms are beside streams that these members may not see, by member. */
  hidden(members: number[], channels: string[]): Promise<Hidden>
}
