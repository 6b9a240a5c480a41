import { CHAT_EDIT_MINUTES } from '../../contract/limits.ts'
import { mentionCandidates } from '../../contract/mentions.ts'
import { isSeen } from '../../contract/seen-text.ts'
import type { ChatClientMessage, ChatLine, ChatRefusal, HeldLine } from '../../contract/socket/chat.ts'
import { fromWireTime, toWireTime } from '../../contract/time.ts'
import { isStaff } from '../lib/staff.ts'
import { secondsToWait, spent } from './pace.ts'
import {
  type Decided,
  type Effect,
  keepsOrder,
  type Member,
  mutedUntil,
  type Room,
  type RoomLog,
  refused,
  withLine,
} from './room.ts'
import { holdsWord } from './word-filter.ts'

const DAY_MS = 86_400_000
/** So many lines wait in a room at most, and so many of one member. */
const HELD_MAX = 200
const HELD_EACH = 5

type Said = Extract<ChatClientMessage, { type: 'chat' }>

/** A line: it stands once under its key, waits, or is refused. Empty input is ignored [2 §2]. */
export function say(room: Room, from: Member, said: Said, now: number, log: RoomLog): Decided {
  const known = saidBefore(room, from.id, said, log)
  if (known) return [room, [known]]
  const { message, action } = readAction(said.message)
  if (message === '') return [room, []]
  const against = mayNotSay(room, from, message, now)
  if (against) return [room, [refused({ key: said.key }, ...against)]]
  const paced = { ...room, paces: spent(room.paces, from.id, room.limits, room.rules.slowSeconds, now) }
  if (room.rules.hold && !keepsOrder(room, from)) return hold(paced, from, said, now)
  return post(paced, {
    user: { id: from.id, nickname: from.nickname, avatar: from.avatar },
    message,
    date: toWireTime(now),
    admin: isStaff(from),
    action,
    background: null,
    key: said.key,
    replyTo: said.replyTo ?? null,
    edited: false,
    link: null,
  })
}

/** A line comes to stand under the next number. */
export function post(room: Room, line: Omit<ChatLine, 'id'>): Decided {
  const standing: ChatLine = { id: room.number + 1, ...line }
  return [
    withLine(room, standing),
    [{ do: 'post', event: { type: 'chat', number: standing.id, line: standing } }, ...named(standing)],
  ]
}

/** `/me` makes a line an action; what follows is what one does. */
export function readAction(message: string): { message: string; action: boolean } {
  const [, does] = /^\/me(?:\s+(.*))?$/u.exec(message) ?? []
  if (does !== undefined) return { message: seen(does), action: true }
  return { message: message === '/me' ? '' : seen(message), action: false }
}

const seen = (message: string) => (isSeen(message) ? message : '')

function named({ id, user, message, date }: ChatLine): Effect[] {
  if (mentionCandidates(message).length === 0) return []
  return [{ do: 'report', news: { kind: 'named', at: fromWireTime(date), number: id, userId: user.id, message } }]
}

/** What is answered to a line that came before: the line as it stands or waits, or that it is gone. */
function saidBefore(room: Room, userId: number, { key, again }: Said, log: RoomLog): Effect | null {
  const mine = (line: ChatLine | HeldLine) => line.user.id === userId && line.key === key
  const waiting = [...room.held.values()].find(mine)
  if (waiting) return { do: 'reply', event: { type: 'held', lines: [waiting] } }
  const line = room.lines.find(mine) ?? (again === undefined ? null : log.lineUnder(userId, key, again))
  if (line === 'deleted') return refused({ key }, 'not_found')
  return line && { do: 'reply', event: { type: 'chat', number: line.id, line } }
}

type Against = [code: ChatRefusal, seconds?: number]

function mayNotSay(room: Room, from: Member, message: string, now: number): Against | null {
  const ordering = keepsOrder(room, from)
  const until = isStaff(from) ? null : mutedUntil(room, from.id, now)
  if (until) return ['muted', Math.ceil((until - now) / 1000)]
  if (!ordering) {
    const speakers = mayNotSpeak(room, from, now)
    if (speakers) return [speakers]
    if (holdsWord(message, room.words)) return ['filtered']
  }
  const pace = room.paces.get(from.id)
  const wait = secondsToWait(pace, room.limits, 0, now)
  if (wait > 0) return ['too_fast', wait]
  const slow = ordering ? 0 : secondsToWait(pace, room.limits, room.rules.slowSeconds, now)
  return slow > 0 ? ['slow_mode', slow] : null
}

function mayNotSpeak({ rules }: Room, from: Member, now: number): ChatRefusal | null {
  switch (rules.speakers) {
    case 'everyone':
      return null
    case 'day':
      return now - from.since >= DAY_MS ? null : 'speakers_day'
    case 'fans':
      return from.fan ? null : 'speakers_fans'
    case 'group':
      return from.belongs ? null : 'speakers_group'
  }
}

/** The line waits under the next number, until a moderator of the room lets it in. */
function hold(room: Room, from: Member, said: Said, now: number): Decided {
  const own = [...room.held.values()].filter(({ user }) => user.id === from.id).length
  if (own >= HELD_EACH || room.held.size >= HELD_MAX) return [room, [refused({ key: said.key }, 'held_full')]]
  const id = room.number + 1
  const user = { id: from.id, nickname: from.nickname, avatar: from.avatar }
  const { message, key, replyTo = null } = said
  const line: HeldLine = { id, user, message, key, replyTo, date: toWireTime(now) }
  const event = { type: 'held' as const, lines: [line] }
  return [
    { ...room, number: id, held: new Map(room.held).set(id, line) },
    [
      { do: 'hold', line },
      { do: 'tell', to: from.id, event },
      { do: 'tell', to: 'moderators', event },
    ],
  ]
}

/** A line of one's own that may still be changed, or why it may not. */
function ownLine(room: Room, from: Member, id: number, now: number, log: RoomLog): ChatLine | ChatRefusal {
  const line = room.lines.find((one) => one.id === id) ?? log.lineOf(id)
  if (!line || line.background) return 'not_found'
  if (line.user.id !== from.id) return 'not_yours'
  return now - fromWireTime(line.date) > CHAT_EDIT_MINUTES * 60_000 ? 'too_late' : line
}

/** Changes a line of one's own, for five minutes; it goes by the room's order as a new one does. */
export function edit(room: Room, from: Member, id: number, message: string, now: number, log: RoomLog): Decided {
  const line = ownLine(room, from, id, now, log)
  if (typeof line === 'string') return [room, [refused({ id }, line)]]
  if (!isSeen(message) || message === line.message) return [room, []]
  if (room.rules.hold && !keepsOrder(room, from)) return [room, [refused({ id }, 'reviewed')]]
  const against = mayNotSay({ ...room, rules: { ...room.rules, slowSeconds: 0 } }, from, message, now)
  if (against) return [room, [refused({ id }, ...against)]]
  const number = room.number + 1
  const edited = { ...line, message, edited: true }
  return [
    {
      ...room,
      number,
      changed: number,
      lines: room.lines.map((one) => (one.id === id ? edited : one)),
      paces: spent(room.paces, from.id, room.limits, room.rules.slowSeconds, now),
    },
    [
      { do: 'post', event: { type: 'edit', number, id, message } },
      { do: 'report', news: { kind: 'gone', at: now, numbers: [id] } },
      ...named({ ...edited, date: toWireTime(now) }),
    ],
  ]
}

/** Deletes a line of one's own, for five minutes. */
export function deleteOwn(room: Room, from: Member, id: number, now: number, log: RoomLog): Decided {
  const line = ownLine(room, from, id, now, log)
  return typeof line === 'string' ? [room, [refused({ id }, line)]] : withoutLines(room, [id], now)
}

/** Lines go: of what is shown everyone is told, of all of them no word is kept. */
export function withoutLines(room: Room, ids: readonly number[], now: number): Decided {
  if (ids.length === 0) return [room, []]
  const number = room.number + 1
  const gone = new Set(ids)
  const oldest = room.lines[0]?.id ?? 0
  return [
    { ...room, number, changed: number, lines: room.lines.filter(({ id }) => !gone.has(id)) },
    [
      { do: 'erase', ids: [...ids] },
      { do: 'post', event: { type: 'delete', number, ids: ids.filter((id) => id >= oldest) } },
      { do: 'report', news: { kind: 'gone', at: now, numbers: [...ids] } },
    ],
  ]
}
