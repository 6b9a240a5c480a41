import type { ModerateBody } from '../../contract/http/chat.ts'
import { toWireTime } from '../../contract/time.ts'
import { isStaff } from '../realtime/is-staff.ts'
import { post, readAction, withoutLines } from './messages.ts'
import { type Decided, type Effect, isModerator, type Member, mutedUntil, type Room, type RoomLog } from './state.ts'

/** A moderator's act; the worker adds the member whom it concerns. */
export type Act = ModerateBody & { target?: { nickname: string; flags: string } }

export type ActRefusal = 'forbidden' | 'not_found'

/**
 * Moderates a room. Only its moderators may, and only staff may act against staff. Each act is reported for the audit log,
 * in the same write.
 */
export function moderate(room: Room, by: Member, act: Act, now: number, log: RoomLog): Decided | ActRefusal {
  if (!isModerator(room, by)) return 'forbidden'
  if (act.target && isStaff(act.target) && !isStaff(by)) return 'forbidden'
  // A room owner muted by staff can neither unmute themselves nor post in another way.
  if (!isStaff(by) && mutedUntil(room, by.id, now)) return 'forbidden'
  switch (act.action) {
    case 'delete':
      return deleteLine(room, by, act, now, log)
    case 'mute':
      return mute(room, by, act, now)
    case 'unmute':
      return unmute(room, by, act, now)
    case 'clear':
      return clear(room, by, act, now, log)
    case 'topic':
      return setTopic(room, by, act, now)
    case 'settings':
      return setRules(room, by, act, now)
    case 'announce':
      return announce(room, by, act, now)
    case 'review':
      return review(room, by, act, now)
  }
}

type ActOf<Action extends Act['action']> = Extract<Act, { action: Action }>
type Changes = Record<string, readonly [before: unknown, after: unknown]>

function reported(
  by: Member,
  act: Act,
  now: number,
  about: { userId?: number; reason?: string; changes: Changes },
): Effect {
  const { userId = null, reason = '', changes } = about
  return {
    do: 'report',
    event: { kind: 'act', at: now, staffId: by.id, act: `chat_${act.action}`, userId, reason, changes },
  }
}

function deleteLine(room: Room, by: Member, act: ActOf<'delete'>, now: number, log: RoomLog): Decided | ActRefusal {
  const line = room.lines.find(({ id }) => id === act.id) ?? log.lineOf(act.id)
  if (!line) return 'not_found'
  if (line.admin && !isStaff(by)) return 'forbidden'
  const [next, effects] = withoutLines(room, [line.id], now)
  const about = {
    userId: line.user.id,
    reason: act.reason,
    changes: { [`line ${line.id}`]: [line.message, null] as const },
  }
  return [next, [...effects, reported(by, act, now, about)]]
}

function mute(room: Room, by: Member, act: ActOf<'mute'>, now: number): Decided {
  const until = now + act.minutes * 60_000
  const muted = { nickname: act.target?.nickname ?? '', until }
  const before = room.muted.get(act.userId)?.until
  const still = [...room.muted].filter(([, { until }]) => until > now)
  const changes: Changes = { mutedUntil: [before ? toWireTime(before) : null, toWireTime(until)] }
  return [
    { ...room, muted: new Map(still).set(act.userId, muted) },
    [
      { do: 'mute', userId: act.userId, muted, at: now },
      { do: 'send', to: act.userId, event: { type: 'muted', until: toWireTime(until) } },
      reported(by, act, now, { userId: act.userId, reason: act.reason, changes }),
    ],
  ]
}

function unmute(room: Room, by: Member, act: ActOf<'unmute'>, now: number): Decided | ActRefusal {
  const before = room.muted.get(act.userId)
  if (!before) return 'not_found'
  const muted = new Map(room.muted)
  muted.delete(act.userId)
  const changes: Changes = { mutedUntil: [toWireTime(before.until), null] }
  return [
    { ...room, muted },
    [
      { do: 'mute', userId: act.userId, muted: null, at: now },
      { do: 'send', to: act.userId, event: { type: 'muted', until: null } },
      reported(by, act, now, { userId: act.userId, changes }),
    ],
  ]
}

function clear(room: Room, by: Member, act: ActOf<'clear'>, now: number, log: RoomLog): Decided {
  const waiting = [...room.held.values()].filter(({ user }) => user.id === act.userId)
  const ids = log.idsBy(act.userId)
  const [next, effects] = withoutLines(room, ids, now)
  const held = new Map([...next.held].filter(([id]) => !waiting.some((line) => line.id === id)))
  const changes: Changes = { lines: [ids.length + waiting.length, 0] }
  return [
    { ...next, held },
    [
      ...effects,
      ...waiting.flatMap(({ id, key }) => released(id, key, act.userId, false)),
      reported(by, act, now, { userId: act.userId, reason: act.reason, changes }),
    ],
  ]
}

function released(id: number, key: string, userId: number, approved: boolean): Effect[] {
  const event = { type: 'released' as const, id, approved, key }
  return [
    { do: 'unhold', id },
    { do: 'send', to: userId, event },
    { do: 'send', to: 'moderators', event },
  ]
}

/** An empty topic removes it. */
function setTopic(room: Room, by: Member, act: ActOf<'topic'>, now: number): Decided {
  const user = { id: by.id, nickname: by.nickname, avatar: by.avatar }
  const topic = act.message === '' ? null : { message: act.message, user, date: toWireTime(now) }
  const number = room.number + 1
  const changes: Changes = { topic: [room.topic?.message ?? null, topic?.message ?? null] }
  return [
    { ...room, number, topic },
    [
      { do: 'store', room: { topic } },
      { do: 'post', event: { type: 'topic', number, topic } },
      reported(by, act, now, { changes }),
    ],
  ]
}

function setRules(room: Room, by: Member, act: ActOf<'settings'>, now: number): Decided {
  const { rules, words } = act
  const number = room.number + 1
  const changes: Changes = { rules: [room.rules, rules], words: [room.words, words] }
  return [
    { ...room, number, rules, words },
    [
      { do: 'store', room: { rules, words } },
      { do: 'post', event: { type: 'rules', number, rules } },
      reported(by, act, now, { changes }),
    ],
  ]
}

function announce(room: Room, by: Member, act: ActOf<'announce'>, now: number): Decided {
  if (act.message === '') return [room, []]
  const [next, effects] = post(room, {
    user: { id: by.id, nickname: by.nickname, avatar: by.avatar },
    message: act.message,
    date: toWireTime(now),
    admin: isStaff(by),
    action: false,
    background: 'announcement',
    key: `announcement-${room.number + 1}`,
    replyTo: null,
    edited: false,
    link: null,
  })
  return [next, [...effects, reported(by, act, now, { changes: { announcement: [null, act.message] } })]]
}

function review(room: Room, by: Member, act: ActOf<'review'>, now: number): Decided | ActRefusal {
  const waiting = room.held.get(act.id)
  if (!waiting) return 'not_found'
  const held = new Map(room.held)
  held.delete(act.id)
  const { key, user } = waiting
  const answers = released(act.id, key, user.id, act.approve)
  const changes: Changes = {
    approved: [null, act.approve],
    message: [waiting.message, act.approve ? waiting.message : null],
  }
  const log = reported(by, act, now, { userId: user.id, changes })
  if (!act.approve) return [{ ...room, held }, [...answers, log]]
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
  return [next, [...answers, ...effects, log]]
}
