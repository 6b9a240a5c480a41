import { normalizeChannel } from '../../contract/channel.ts'
import { CHAT_EDIT_MINUTES, HELD_LINES_MAX, HELD_LINES_PER_MEMBER } from '../../contract/limits.ts'
import { mentionCandidates } from '../../contract/mentions.ts'
import type { ChatLine, ChatRefusal, HeldLine } from '../../contract/socket/chat.ts'
import { hasVisibleText } from '../../contract/text.ts'
import { fromWireTime, toWireTime } from '../../contract/time.ts'
import { isStaff } from '../realtime/is-staff.ts'
import { LOG_EVENTS_MAX } from './ChatLog.ts'
import { secondsToWait, withMessage } from './speech-rate.ts'
import { speechRefusal } from './speech-rules.ts'
import {
  type ChatMessage,
  type Decision,
  type Effect,
  isExcluded,
  isModerator,
  type Member,
  type Room,
  type RoomLog,
  refused,
  withLine,
} from './state.ts'

type NewMessage = Extract<ChatMessage, { type: 'chat' }>

/** Decides about a member's message. Replies to `join` with the room's name in its normal form. */
export function handleMessage(room: Room, from: Member, message: ChatMessage, now: number, log: RoomLog): Decision {
  if (message.type !== 'join' && isExcluded(room, from)) return [room, [refused(referenceOf(message), 'excluded')]]
  switch (message.type) {
    case 'join': {
      const channel = normalizeChannel(message.channel)
      return [room, channel === '' ? [] : [{ do: 'reply', event: { type: 'redirect', channel } }]]
    }
    case 'chat':
      return postLine(room, from, message, now, log)
    case 'edit':
      return edit(room, from, message, now, log)
    case 'delete':
      return deleteOwn(room, from, message.id, now, log)
  }
}

const referenceOf = (message: Exclude<ChatMessage, { type: 'join' }>) =>
  message.type === 'chat' ? { key: message.key } : { id: message.id }

/** Posts, holds or refuses a line. A repeated key gets the earlier reply, and an empty line is ignored [2 §2]. */
function postLine(room: Room, from: Member, sent: NewMessage, now: number, log: RoomLog): Decision {
  const known = replyToRepeat(room, from.id, sent, log)
  if (known) return [room, [known]]
  const { message, action } = readAction(sent.message)
  if (message === '') return [room, []]
  const refusal = speechRefusal(room, from, message, now)
  if (refusal) return [room, [refused({ key: sent.key }, ...refusal)]]
  const counted = withRate(room, from.id, now)
  if (room.rules.hold && !isModerator(room, from)) return holdLine(counted, from, sent, now)
  return post(counted, {
    user: { id: from.id, nickname: from.nickname, avatar: from.avatar },
    message,
    date: toWireTime(now),
    admin: isStaff(from),
    action,
    background: null,
    key: sent.key,
    replyTo: sent.replyTo ?? null,
    edited: false,
    link: null,
  })
}

const withRate = (room: Room, userId: number, now: number): Room => ({
  ...room,
  rates: withMessage(room.rates, userId, room.limits, room.rules.slowSeconds, now),
})

/** Adds a line to the room under the next number. */
export function post(room: Room, line: Omit<ChatLine, 'id'>): Decision {
  const posted: ChatLine = { id: room.lastNumber + 1, ...line }
  return [
    withLine(room, posted),
    [{ do: 'post', event: { type: 'chat', number: posted.id, line: posted } }, ...mentions(posted)],
  ]
}

/** Reads `/me waves` as an action with the text `waves`. Text without visible characters becomes empty. */
export function readAction(message: string): { message: string; action: boolean } {
  const [, actionText] = /^\/me(?:\s+(.*))?$/u.exec(message) ?? []
  if (actionText !== undefined) return { message: visibleOrEmpty(actionText), action: true }
  return { message: message === '/me' ? '' : visibleOrEmpty(message), action: false }
}

const visibleOrEmpty = (message: string) => (hasVisibleText(message) ? message : '')

function mentions({ id, user, message, date }: ChatLine): Effect[] {
  if (mentionCandidates(message).length === 0) return []
  return [{ do: 'report', event: { kind: 'named', at: fromWireTime(date), number: id, userId: user.id, message } }]
}

/** The reply to a line that the client has sent before; null for a new one. `again` is set on retries. */
function replyToRepeat(
  room: Room,
  userId: number,
  { key, again: knownNumber }: NewMessage,
  log: RoomLog,
): Effect | null {
  const mine = (line: ChatLine | HeldLine) => line.user.id === userId && line.key === key
  const held = [...room.held.values()].find(mine)
  if (held) return { do: 'reply', event: { type: 'held', lines: [held] } }
  const line = room.lines.find(mine) ?? (knownNumber === undefined ? null : log.lineByKey(userId, key, knownNumber))
  if (line === 'deleted') return refused({ key }, 'not_found')
  return line && { do: 'reply', event: { type: 'chat', number: line.id, line } }
}

function holdLine(room: Room, from: Member, sent: NewMessage, now: number): Decision {
  const own = [...room.held.values()].filter(({ user }) => user.id === from.id).length
  if (own >= HELD_LINES_PER_MEMBER || room.held.size >= HELD_LINES_MAX)
    return [room, [refused({ key: sent.key }, 'held_full')]]
  const id = room.lastNumber + 1
  const user = { id: from.id, nickname: from.nickname, avatar: from.avatar }
  const { message, key, replyTo = null } = sent
  const line: HeldLine = { id, user, message, key, replyTo, date: toWireTime(now) }
  const event = { type: 'held' as const, lines: [line] }
  return [
    { ...room, lastNumber: id, held: new Map(room.held).set(id, line) },
    [
      { do: 'hold', line },
      { do: 'send', to: from.id, event },
      { do: 'send', to: 'moderators', event },
    ],
  ]
}

/** The member's own line, if it is recent enough to be edited or deleted, else the refusal. */
function editableLine(room: Room, from: Member, id: number, now: number, log: RoomLog): ChatLine | ChatRefusal {
  // Reading the log flushes pending lines, so it is not read for a line that it cannot have.
  const mayBeStored = id <= room.lastNumber && id > room.lastNumber - LOG_EVENTS_MAX
  const line = room.lines.find((known) => known.id === id) ?? (mayBeStored ? log.lineOf(id) : null)
  if (!line || line.background) return 'not_found'
  if (line.user.id !== from.id) return 'not_yours'
  return now - fromWireTime(line.date) > CHAT_EDIT_MINUTES * 60_000 ? 'too_late' : line
}

/**
 * Edits a member's own line within five minutes. The rules for new lines apply, except slow mode. Withdraws
 * notifications of the old text.
 */
function edit(
  room: Room,
  from: Member,
  { id, message }: Extract<ChatMessage, { type: 'edit' }>,
  now: number,
  log: RoomLog,
): Decision {
  const line = editableLine(room, from, id, now, log)
  if (typeof line === 'string') return [room, [refused({ id }, line)]]
  if (!hasVisibleText(message) || message === line.message) return [room, []]
  if (room.rules.hold && !isModerator(room, from)) return [room, [refused({ id }, 'reviewed')]]
  const refusal = speechRefusal({ ...room, rules: { ...room.rules, slowSeconds: 0 } }, from, message, now)
  if (refusal) return [room, [refused({ id }, ...refusal)]]
  const number = room.lastNumber + 1
  const { mentions: _, ...rest } = line
  const edited = { ...rest, message, edited: true }
  return [
    {
      ...withRate(room, from.id, now),
      lastNumber: number,
      lastChangeNumber: number,
      lines: room.lines.map((known) => (known.id === id ? edited : known)),
    },
    [
      { do: 'post', event: { type: 'edit', number, id, message } },
      { do: 'report', event: { kind: 'gone', at: now, numbers: [id] } },
      ...mentions({ ...edited, date: toWireTime(now) }),
    ],
  ]
}

/** Deletes a member's own line within five minutes. Deletions count towards the rate of lines. */
function deleteOwn(room: Room, from: Member, id: number, now: number, log: RoomLog): Decision {
  const line = editableLine(room, from, id, now, log)
  if (typeof line === 'string') return [room, [refused({ id }, line)]]
  const wait = secondsToWait(room.rates.get(from.id), 0, now)
  if (wait > 0) return [room, [refused({ id }, 'too_fast', wait)]]
  return withoutLines(withRate(room, from.id, now), [id], now)
}

/**
 * Deletes lines and their stored texts. Clients are notified only about lines in the state, because pages show no older
 * lines.
 */
export function withoutLines(room: Room, ids: readonly number[], now: number): Decision {
  if (ids.length === 0) return [room, []]
  const number = room.lastNumber + 1
  const deleted = new Set(ids)
  const oldest = room.lines[0]?.id ?? 0
  return [
    { ...room, lastNumber: number, lastChangeNumber: number, lines: room.lines.filter(({ id }) => !deleted.has(id)) },
    [
      { do: 'erase', ids: [...ids] },
      { do: 'post', event: { type: 'delete', number, ids: ids.filter((id) => id >= oldest) } },
      { do: 'report', event: { kind: 'gone', at: now, numbers: [...ids] } },
    ],
  ]
}

const IS_LIVE = 'is live: '
const WAS_LIVE = 'was live: '

/** Text of the line that announces a stream. */
export const streamStartMessage = (title: string) => IS_LIVE + title

/** The line with which the site announces the stream of a member. */
export type StreamStartLine = Pick<ChatLine, 'key' | 'message' | 'link'> & { from: Member }

/**
 * Posts the line that announces a stream, once. The line does not count as unread and mentions nobody. It is not posted
 * if the artist may not write in the room, or if their lines wait for a review.
 */
export function postStreamStart(room: Room, { from, ...line }: StreamStartLine, now: number, log: RoomLog): Decision {
  const isHeld = room.rules.hold && !isModerator(room, from)
  if (isExcluded(room, from) || isHeld || speechRefusal(room, from, line.message, now)) return [room, []]
  if (log.lineByKey(from.id, line.key, 0)) return [room, []]
  const [next, effects] = post(withRate(room, from.id, now), {
    ...line,
    user: { id: from.id, nickname: from.nickname, avatar: from.avatar },
    date: toWireTime(now),
    admin: false,
    action: false,
    background: 'announce-stream',
    replyTo: null,
    edited: false,
  })
  return [next, effects.filter((effect) => effect.do === 'post')]
}

/** Deletes the line that announced the stream of a member, because not everyone may see the stream any more. */
export function withdrawStreamStart(room: Room, userId: number, key: string, now: number, log: RoomLog): Decision {
  const line = log.lineByKey(userId, key, 0)
  if (line === 'deleted' || line?.background !== 'announce-stream') return [room, []]
  return withoutLines(room, [line.id], now)
}

/** Marks the line that announced a stream as ended, if the line is still in the state. */
export function postStreamEnd(room: Room, key: string): Decision {
  const line = room.lines.find((known) => known.key === key && known.background === 'announce-stream')
  if (!line?.link || !line.message.startsWith(IS_LIVE)) return [room, []]
  const { id } = line
  const message = WAS_LIVE + line.message.slice(IS_LIVE.length)
  const link = { ...line.link, label: 'Open' }
  const number = room.lastNumber + 1
  const lines = room.lines.map((known) => (known.id === id ? { ...known, message, link } : known))
  return [
    { ...room, lastNumber: number, lastChangeNumber: number, lines },
    [{ do: 'post', event: { type: 'edit', number, id, message, link } }],
  ]
}
