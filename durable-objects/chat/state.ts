import { channelKind } from '../../contract/channel.ts'
import type { RoomSettingsReply } from '../../contract/http/chat.ts'
import { CHAT_HISTORY_LINES } from '../../contract/limits.ts'
import type {
  ChatClientMessage,
  ChatLine,
  ChatRefusal,
  ChatServerEvent,
  HeldLine,
  RoomRules,
  RoomTopic,
} from '../../contract/socket/chat.ts'
import { toWireTime } from '../../contract/time.ts'
import type { SocketState } from '../realtime/Connection.ts'
import { isStaff } from '../realtime/is-staff.ts'
import { REFUSED, type Refusal } from '../realtime/refusals.ts'
import type { TicketClaims, VerifiedTicket } from '../realtime/ticket.ts'
import type { LineMentions, OutboxEvent } from './ChatReports.ts'
import type { SpeechLimits, SpeechRates } from './speech-rate.ts'

/**
 * A member in a room: a fan of the room's owner, or a member of its group (`inGroup`). Times are milliseconds since
 * 1970.
 */
export type Member = TicketClaims['member'] & {
  fan: boolean
  inGroup: boolean
  /** Time at which the member, who has written the lines of a day, may write again. */
  writesAgainAt?: number | undefined
}

/** Facts of a room that the site knows and sends with each handshake. */
export type RoomFacts = {
  channel: string
  title: string | null
  ownerId: number | null
  /** The member to whom the owner has offered the room. */
  offeredTo: number | null
}

/** `roomId` is the site's id of the room. A new room under the name of a closed one has a higher id. */
export type IdentifiedRoom = RoomFacts & { roomId: number }
export type RoomHandshake = IdentifiedRoom & { member: Member }

export type ChatSocketState = SocketState & {
  member: Member
  blocks?: CountedBlocks | undefined
}

/** Lines that the site counts for a socket by blocks. */
export type CountedBlocks = {
  /** The rest of the blocks. Below 0 for written lines that are not counted yet. */
  left: number
  /** The lines of all blocks of the hour. */
  counted: number
  /** When the site was asked for the last block, in milliseconds since 1970. */
  at: number
}

/** Messages for the pure core. The object handles all others itself. */
export type ChatMessage = Extract<ChatClientMessage, { type: 'join' | 'chat' | 'edit' | 'delete' }>

export type Muted = { nickname: string; until: number }

/** A member who is shut out of a room, and the time at which that began. */
export type Excluded = { nickname: string; at: number }

/** The state of a room. Times are milliseconds since 1970. */
export type Room = RoomFacts & {
  rules: RoomRules
  words: readonly string[]
  topic: RoomTopic | null
  muted: ReadonlyMap<number, Muted>
  held: ReadonlyMap<number, HeldLine>
  /** Nicknames of the members who moderate the room for its owner. */
  helpers: ReadonlyMap<number, string>
  excluded: ReadonlyMap<number, Excluded>
  /** The number of the last line or event. Lines, held ones included, and events share one sequence of numbers. */
  lastNumber: number
  /** The number of the last edit or deletion. A client that has a later number can only have missed new lines. */
  lastChangeNumber: number
  lines: readonly ChatLine[]
  rates: SpeechRates
  limits: SpeechLimits
}

/** An event in the room's log. */
export type LogEvent = Extract<ChatServerEvent, { type: 'chat' | 'edit' | 'delete' | 'topic' | 'rules' }>

/** The stored log, for lines that are not in the state any more. */
export type RoomLog = {
  lineOf(id: number): ChatLine | null
  /** Finds a member's line by its idempotency key among those after a number. */
  lineByKey(userId: number, key: string, after: number): ChatLine | 'deleted' | null
  idsBy(userId: number): number[]
}

/** Side effects that the core requests. All are stored before any is sent. */
export type Effect =
  /** Stored, and sent to everyone. */
  | { do: 'post'; event: LogEvent }
  | { do: 'reply'; event: ChatServerEvent }
  /** Sent to the connections of a member or of all moderators. */
  | { do: 'send'; to: number | 'moderators'; event: ChatServerEvent }
  /** Deletes the text of lines. */
  | { do: 'erase'; ids: number[] }
  | { do: 'store'; room: Partial<Pick<Room, 'ownerId' | 'rules' | 'words' | 'topic'>> }
  /** Sets or lifts a mute, and deletes mutes that have ended by `at`. */
  | { do: 'mute'; userId: number; muted: Muted | null; at: number }
  | { do: 'appoint'; userId: number; nickname: string }
  | { do: 'dismiss'; userId: number }
  /** Stores the exclusion, then closes the member's sockets. */
  | { do: 'exclude'; userId: number; excluded: Excluded }
  | { do: 'readmit'; userId: number }
  | { do: 'hold'; line: HeldLine }
  | { do: 'unhold'; id: number }
  | { do: 'report'; event: OutboxEvent }

/** The next state of the room, and the effects to carry out. */
export type Decision = [Room, Effect[]]

export const DEFAULT_RULES: RoomRules = { slowSeconds: 0, speakers: 'everyone', hold: false }

export function newRoom(channel: string, limits: SpeechLimits): Room {
  return {
    channel,
    title: null,
    ownerId: null,
    offeredTo: null,
    rules: DEFAULT_RULES,
    words: [],
    topic: null,
    muted: new Map(),
    held: new Map(),
    helpers: new Map(),
    excluded: new Map(),
    lastNumber: 0,
    lastChangeNumber: 0,
    lines: [],
    rates: new Map(),
    limits,
  }
}

type Moderated = Pick<Room, 'ownerId' | 'helpers'>

export function isModerator(room: Moderated, member: { id: number; flags: string }): boolean {
  return isStaff(member) || room.ownerId === member.id || room.helpers.has(member.id)
}

/** True if a member is shut out. Staff and the owner never are. */
export function isExcluded(room: Pick<Room, 'ownerId' | 'excluded'>, member: { id: number; flags: string }): boolean {
  return room.excluded.has(member.id) && room.ownerId !== member.id && !isStaff(member)
}

/** True if a `send` effect is for this member. */
export function isRecipient(room: Moderated, to: number | 'moderators', member: Member): boolean {
  return to === 'moderators' ? isModerator(room, member) : member.id === to
}

/**
 * The state of a socket after a ticket was accepted. A renewed ticket must be of the room, because members who may no
 * longer enter it still get tickets of others.
 */
export function admittedChatState(
  { session, member, expiresAt, blocks }: ChatSocketState,
  channel: string,
  ticket: VerifiedTicket,
): ChatSocketState | Refusal {
  const isRenewal = expiresAt > 0
  const relation = ticket.relation?.channel === channel ? ticket.relation : null
  if (isRenewal && !relation) return REFUSED.reconnect
  // The member in the handshake is at least as recent as in the first ticket. Later tickets are newer.
  const { fan, inGroup } = isRenewal && relation ? relation : member
  const known = ticket.expiresAt > expiresAt && isRenewal ? ticket.member : member
  const { writesAgainAt } = member
  return {
    session,
    blocks,
    expiresAt: Math.max(expiresAt, ticket.expiresAt),
    member: { ...known, fan, inGroup, writesAgainAt },
  }
}

export function withLine(room: Room, line: ChatLine): Room {
  return { ...room, lastNumber: line.id, lines: [...room.lines, line].slice(-CHAT_HISTORY_LINES) }
}

/** Keeps the mentions of lines, except those whose text has changed since they were looked up. */
export function withMentions(room: Room, found: readonly LineMentions[]): Room {
  const byNumber = new Map(found.map((lineMentions) => [lineMentions.number, lineMentions]))
  const lines = room.lines.map((line) => {
    const { message, mentions } = byNumber.get(line.id) ?? {}
    return mentions && message === line.message ? { ...line, mentions } : line
  })
  return { ...room, lines }
}

export function mutedUntil(room: Room, userId: number, now: number): number | null {
  const until = room.muted.get(userId)?.until ?? 0
  return until > now ? until : null
}

/** The first events for a member who enters, or who returns with the last number (`last`) that they had. */
export function entryEvents(room: Room, member: Member, last: number | undefined, now: number): ChatServerEvent[] {
  const until = mutedUntil(room, member.id, now)
  const moderator = isModerator(room, member)
  return [
    {
      type: 'channel',
      channel: room.channel,
      kind: channelKind(room.channel),
      title: room.title,
      number: room.lastNumber,
      moderator,
      ownerId: room.ownerId,
      offered: room.offeredTo === member.id,
      offeredTo: moderator ? room.offeredTo : null,
      rules: room.rules,
      mutedUntil: until === null ? null : toWireTime(until),
    },
    { type: 'topic', number: room.lastNumber, topic: room.topic },
    missedSince(room, last),
  ]
}

/** The held lines that a member may see; null for none. */
export function heldEvent(room: Room, member: Member): ChatServerEvent | null {
  const moderator = isModerator(room, member)
  const lines = [...room.held.values()].filter(({ user }) => moderator || user.id === member.id)
  return lines.length > 0 ? { type: 'held', lines } : null
}

/**
 * The lines after the client's `last` number; or all latest lines, if earlier ones have changed or too many were
 * missed.
 */
export function missedSince(room: Room, last: number | undefined): ChatServerEvent {
  const { lastNumber: number, lines, lastChangeNumber } = room
  const reachesBack = lines.length < CHAT_HISTORY_LINES || (lines[0]?.id ?? 0) <= (last ?? 0) + 1
  if (last === undefined || last > number || last < lastChangeNumber || !reachesBack)
    return { type: 'chats', missed: false, number, lines: [...lines] }
  return { type: 'chats', missed: true, number, lines: lines.filter(({ id }) => id > last) }
}

export function settingsOf({ rules, words, muted, held, helpers, excluded }: Room, now: number): RoomSettingsReply {
  const current = [...muted].filter(([, { until }]) => until > now)
  return {
    rules,
    words: [...words],
    muted: current.map(([userId, { nickname, until }]) => ({ userId, nickname, until: toWireTime(until) })),
    held: [...held.values()],
    helpers: [...helpers].map(([userId, nickname]) => ({ userId, nickname })),
    excluded: [...excluded].map(([userId, { nickname, at }]) => ({ userId, nickname, date: toWireTime(at) })),
  }
}

export const chatFrame = (...events: ChatServerEvent[]) => JSON.stringify(events)

/** A refusal of a message, as a reply to its sender. */
export function refused(
  line: { key?: string; id?: number },
  code: ChatRefusal,
  seconds?: number,
): Extract<Effect, { do: 'reply' }> {
  return { do: 'reply', event: { type: 'refused', code, ...line, ...(seconds !== undefined && { seconds }) } }
}
