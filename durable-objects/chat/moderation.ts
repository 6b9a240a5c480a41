import type { RoomRules } from '../../contract/socket/chat.ts'
import { toWireTime } from '../../contract/time.ts'
import { isStaff } from '../realtime/is-staff.ts'
import { auditEvent, type Changes } from './audit-event.ts'
import { post, readAction, withoutLines } from './messages.ts'
import type { ModerationRefusal, ModerationRequest, RequestOf } from './moderation-request.ts'
import { appoint, dismiss, exclude, mayModerateTarget, outranks, readmit } from './room-roles.ts'
import {
  DEFAULT_RULES,
  type Decision,
  type Effect,
  isModerator,
  type Member,
  mutedUntil,
  type Room,
  type RoomLog,
} from './state.ts'

const RULE_NAMES = Object.keys(DEFAULT_RULES) as (keyof RoomRules)[]

/**
 * Carries out a moderator's request. Only staff may moderate staff, and only the owner and staff may moderate helpers.
 * A request that changes something also creates an event for the audit log.
 */
export function moderate(
  room: Room,
  by: Member,
  request: ModerationRequest,
  now: number,
  log: RoomLog,
): Decision | ModerationRefusal {
  if (!isModerator(room, by)) return 'forbidden'
  if (!mayModerateTarget(room, by, request)) return 'forbidden'
  // Otherwise a muted room owner could unmute themselves, or post an announcement.
  if (!isStaff(by) && mutedUntil(room, by.id, now)) return 'forbidden'
  switch (request.action) {
    case 'delete':
      return deleteLine(room, by, request, now, log)
    case 'mute':
      return mute(room, by, request, now)
    case 'unmute':
      return unmute(room, by, request, now)
    case 'clear':
      return clear(room, by, request, now, log)
    case 'topic':
      return setTopic(room, by, request, now)
    case 'settings':
      return setRules(room, by, request, now)
    case 'announce':
      return announce(room, by, request, now)
    case 'review':
      return review(room, by, request, now)
    case 'appoint':
      return appoint(room, by, request, now)
    case 'dismiss':
      return dismiss(room, by, request, now)
    case 'exclude':
      return exclude(room, by, request, now)
    case 'readmit':
      return readmit(room, by, request, now)
  }
}

function deleteLine(
  room: Room,
  by: Member,
  request: RequestOf<'delete'>,
  now: number,
  log: RoomLog,
): Decision | ModerationRefusal {
  const line = room.lines.find(({ id }) => id === request.id) ?? log.lineOf(request.id)
  if (!line) return 'not_found'
  if (line.admin && !isStaff(by)) return 'forbidden'
  if (line.user.id !== by.id && !outranks(room, by, { id: line.user.id, flags: '' })) return 'forbidden'
  const [next, effects] = withoutLines(room, [line.id], now)
  const about = {
    userId: line.user.id,
    reason: request.reason,
    changes: { [`line ${line.id}`]: [line.message, null] as const },
  }
  return [next, [...effects, auditEvent(by, request, now, about)]]
}

function mute(room: Room, by: Member, request: RequestOf<'mute'>, now: number): Decision {
  const until = now + request.minutes * 60_000
  const muted = { nickname: request.target?.nickname ?? '', until }
  const before = room.muted.get(request.userId)?.until
  const current = [...room.muted].filter(([, { until }]) => until > now)
  const changes: Changes = { mutedUntil: [before ? toWireTime(before) : null, toWireTime(until)] }
  return [
    { ...room, muted: new Map(current).set(request.userId, muted) },
    [
      { do: 'mute', userId: request.userId, muted, at: now },
      { do: 'send', to: request.userId, event: { type: 'muted', until: toWireTime(until) } },
      auditEvent(by, request, now, { userId: request.userId, reason: request.reason, changes }),
    ],
  ]
}

function unmute(room: Room, by: Member, request: RequestOf<'unmute'>, now: number): Decision | ModerationRefusal {
  const before = room.muted.get(request.userId)
  if (!before) return 'not_found'
  const muted = new Map(room.muted)
  muted.delete(request.userId)
  const changes: Changes = { mutedUntil: [toWireTime(before.until), null] }
  return [
    { ...room, muted },
    [
      { do: 'mute', userId: request.userId, muted: null, at: now },
      { do: 'send', to: request.userId, event: { type: 'muted', until: null } },
      auditEvent(by, request, now, { userId: request.userId, changes }),
    ],
  ]
}

/** Deletes all lines of a member, including held ones. */
function clear(room: Room, by: Member, request: RequestOf<'clear'>, now: number, log: RoomLog): Decision {
  const waiting = [...room.held.values()].filter(({ user }) => user.id === request.userId)
  const ids = log.idsBy(request.userId)
  if (ids.length + waiting.length === 0) return [room, []]
  const [next, effects] = withoutLines(room, ids, now)
  const held = new Map([...next.held].filter(([id]) => !waiting.some((line) => line.id === id)))
  const changes: Changes = { lines: [ids.length + waiting.length, 0] }
  return [
    { ...next, held },
    [
      ...effects,
      ...waiting.flatMap(({ id, key }) => released(id, key, request.userId, false)),
      auditEvent(by, request, now, { userId: request.userId, reason: request.reason, changes }),
    ],
  ]
}

/** Removes a held line and notifies its author and the moderators. */
function released(id: number, key: string, userId: number, approved: boolean): Effect[] {
  const event = { type: 'released' as const, id, approved, key }
  return [
    { do: 'unhold', id },
    { do: 'send', to: userId, event },
    { do: 'send', to: 'moderators', event },
  ]
}

/** Sets the topic, or removes it with an empty text. An unchanged topic creates no event. */
function setTopic(room: Room, by: Member, request: RequestOf<'topic'>, now: number): Decision {
  if (request.message === (room.topic?.message ?? '')) return [room, []]
  const user = { id: by.id, nickname: by.nickname, avatar: by.avatar }
  const topic = request.message === '' ? null : { message: request.message, user, date: toWireTime(now) }
  const number = room.lastNumber + 1
  const changes: Changes = { topic: [room.topic?.message ?? null, topic?.message ?? null] }
  return [
    { ...room, lastNumber: number, topic },
    [
      { do: 'store', room: { topic } },
      { do: 'post', event: { type: 'topic', number, topic } },
      auditEvent(by, request, now, { changes }),
    ],
  ]
}

/**
 * Sets the rules. The audit log gets only the numbers of added and removed words, because the list is long and
 * moderators see it in the room.
 */
function setRules(room: Room, by: Member, request: RequestOf<'settings'>, now: number): Decision {
  const { rules, words } = request
  const added = words.filter((word) => !room.words.includes(word)).length
  const removed = room.words.filter((word) => !words.includes(word)).length
  const hasNewRules = RULE_NAMES.some((name) => rules[name] !== room.rules[name])
  if (!hasNewRules && added + removed === 0) return [room, []]
  const changes: Changes = {
    ...(hasNewRules && { rules: [room.rules, rules] }),
    ...(added > 0 && { 'words added': [null, added] }),
    ...(removed > 0 && { 'words removed': [null, removed] }),
  }
  const number = room.lastNumber + 1
  return [
    { ...room, lastNumber: number, rules, words },
    [
      { do: 'store', room: { rules, words } },
      { do: 'post', event: { type: 'rules', number, rules } },
      auditEvent(by, request, now, { changes }),
    ],
  ]
}

function announce(room: Room, by: Member, request: RequestOf<'announce'>, now: number): Decision {
  if (request.message === '') return [room, []]
  const [next, effects] = post(room, {
    user: { id: by.id, nickname: by.nickname, avatar: by.avatar },
    message: request.message,
    date: toWireTime(now),
    admin: isStaff(by),
    action: false,
    background: 'announcement',
    key: `announcement-${room.lastNumber + 1}`,
    replyTo: null,
    edited: false,
    link: null,
  })
  return [next, [...effects, auditEvent(by, request, now, { changes: { announcement: [null, request.message] } })]]
}

function review(room: Room, by: Member, request: RequestOf<'review'>, now: number): Decision | ModerationRefusal {
  const waiting = room.held.get(request.id)
  if (!waiting) return 'not_found'
  const held = new Map(room.held)
  held.delete(request.id)
  const { key, user } = waiting
  const releases = released(request.id, key, user.id, request.approve)
  const changes: Changes = {
    approved: [null, request.approve],
    ...(!request.approve && { message: [waiting.message, null] }),
  }
  const audit = auditEvent(by, request, now, { userId: user.id, changes })
  if (!request.approve) return [{ ...room, held }, [...releases, audit]]
  const { message, action } = readAction(waiting.message)
  const [next, effects] = post(
    { ...room, held },
    {
      user,
      message,
      date: toWireTime(now),
      admin: false,
      action,
      background: null,
      key,
      replyTo: waiting.replyTo,
      edited: false,
      link: null,
    },
  )
  return [next, [...releases, ...effects, audit]]
}
