import { channelKind } from '../../contract/channel.ts'
import { CHAT_LINES_KEPT } from '../../contract/limits.ts'
import type {
  ChatLine,
  ChatRefusal,
  ChatServerEvent,
  HeldLine,
  RoomRules,
  RoomTopic,
} from '../../contract/socket/chat.ts'
import { toWireTime } from '../../contract/time.ts'
import type { Stamp as SocketStamp } from '../lib/listener.ts'
import { isStaff } from '../lib/staff.ts'
import type { TicketClaims } from '../lib/ticket.ts'
import type { Pace, PaceLimits } from './pace.ts'
import type { News } from './site.ts'

/** Who is behind a socket or a call, as the worker and the ticket say. */
export type Member = TicketClaims['member'] & { fan: boolean; belongs: boolean }

/** What a room is called, by its stream where it is beside one, and whose it is. */
export type RoomFacts = { channel: string; title: string | null; ownerId: number | null }

/** What the worker says of a socket or a call: who it is, in which room, and what that is. */
export type Opening = RoomFacts & { member: Member }

/** Who is behind a socket of a room. */
export type Stamp = SocketStamp & { member: Member }

export type Muted = { nickname: string; until: number }

/** All that a room's core knows. Times are milliseconds since 1970. */
export type Room = RoomFacts & {
  rules: RoomRules
  /** Words that are not let in; told to moderators alone. */
  words: readonly string[]
  topic: RoomTopic | null
  muted: ReadonlyMap<number, Muted>
  held: ReadonlyMap<number, HeldLine>
  /** The last number that was given out. */
  number: number
  /** The number of the last edit or deletion: who was here after it has missed lines alone. */
  changed: number
  /** The latest lines that stand. */
  lines: readonly ChatLine[]
  paces: ReadonlyMap<number, Pace>
  limits: PaceLimits
}

/** Events that change what stands. They are kept, and told to everyone. */
export type Numbered = Extract<ChatServerEvent, { type: 'chat' | 'edit' | 'delete' | 'topic' | 'rules' }>

/** What a line in the store is found by, beyond the latest that the core knows. */
export type RoomLog = {
  lineOf(id: number): ChatLine | null
  /** The line that a member said under a key after a number; `deleted` when it is gone. */
  lineUnder(userId: number, key: string, after: number): ChatLine | 'deleted' | null
  /** Ids of all lines that one member said here. */
  idsBy(userId: number): number[]
}

/** What the shell does with what the core decided: first all that is kept, then what is told. */
export type Effect =
  /** Kept, and told to everyone. */
  | { do: 'post'; event: Numbered }
  /** Told to the socket that asked. */
  | { do: 'reply'; event: ChatServerEvent }
  /** Told to a member's sockets, or to the moderators'. */
  | { do: 'tell'; to: number | 'moderators'; event: ChatServerEvent }
  /** What these lines say is kept no more. */
  | { do: 'erase'; ids: number[] }
  | { do: 'keep'; room: Partial<Pick<Room, 'ownerId' | 'rules' | 'words' | 'topic'>> }
  /** Mutes that are over by then are kept no more. */
  | { do: 'mute'; userId: number; muted: Muted | null; at: number }
  | { do: 'hold'; line: HeldLine }
  | { do: 'unhold'; id: number }
  /** For the site to know: in its log, or in someone's notices. */
  | { do: 'report'; news: News }

export type Decided = [Room, Effect[]]

export const OPEN_RULES: RoomRules = { slowSeconds: 0, speakers: 'everyone', hold: false }

export function newRoom(channel: string, limits: PaceLimits): Room {
  return {
    channel,
    title: null,
    ownerId: null,
    rules: OPEN_RULES,
    words: [],
    topic: null,
    muted: new Map(),
    held: new Map(),
    number: 0,
    changed: 0,
    lines: [],
    paces: new Map(),
    limits,
  }
}

/** Whether a member keeps order in a room: staff, and its owner. */
export function keepsOrder(room: Pick<Room, 'ownerId'>, member: { id: number; flags: string }): boolean {
  return isStaff(member) || room.ownerId === member.id
}

/** A line comes to stand: it is the newest of the latest that the room knows. */
export function withLine(room: Room, line: ChatLine): Room {
  return { ...room, number: line.id, lines: [...room.lines, line].slice(-CHAT_LINES_KEPT) }
}

/** Until when a member may say nothing here; null when they may. */
export function mutedUntil(room: Room, userId: number, now: number): number | null {
  const until = room.muted.get(userId)?.until ?? 0
  return until > now ? until : null
}

/**
 * What someone is told who enters, or comes back with the last number they had: then only the lines that they missed,
 * unless something else changed or they missed more than is kept.
 */
export function entryOf(room: Room, member: Member, last: number | undefined, now: number): ChatServerEvent[] {
  const until = mutedUntil(room, member.id, now)
  const moderator = keepsOrder(room, member)
  const held = [...room.held.values()].filter(({ user }) => moderator || user.id === member.id)
  const entry: ChatServerEvent[] = [
    {
      type: 'channel',
      channel: room.channel,
      kind: channelKind(room.channel),
      title: room.title,
      number: room.number,
      moderator,
      ownerId: room.ownerId,
      rules: room.rules,
      mutedUntil: until === null ? null : toWireTime(until),
    },
    { type: 'topic', number: room.number, topic: room.topic },
    missedSince(room, last),
  ]
  return held.length > 0 ? [...entry, { type: 'held', lines: held }] : entry
}

/** The lines that stand, or those since a number where they are all that changed. */
export function missedSince(room: Room, last: number | undefined): ChatServerEvent {
  const { number, lines, changed } = room
  const reachesBack = lines.length < CHAT_LINES_KEPT || (lines[0]?.id ?? 0) <= (last ?? 0) + 1
  if (last === undefined || last > number || last < changed || !reachesBack)
    return { type: 'chats', missed: false, number, lines: [...lines] }
  return { type: 'chats', missed: true, number, lines: lines.filter(({ id }) => id > last) }
}

/** A refusal, told to the socket that asked. */
export function refused(
  what: { key?: string; id?: number },
  code: ChatRefusal,
  seconds?: number,
): Extract<Effect, { do: 'reply' }> {
  return { do: 'reply', event: { type: 'refused', code, ...what, ...(seconds !== undefined && { seconds }) } }
}
