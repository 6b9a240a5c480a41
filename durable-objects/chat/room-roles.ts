import { ROOM_EXCLUDED_MAX, ROOM_HELPERS_MAX } from '../../contract/limits.ts'
import { toWireTime } from '../../contract/time.ts'
import { isStaff } from '../realtime/is-staff.ts'
import { auditEvent } from './audit-event.ts'
import type { ModerationRefusal, ModerationRequest, RequestOf } from './moderation-request.ts'
import type { Decision, Member, Room } from './state.ts'

/** Rank of a member in a room: staff, owner, helper, others. */
function rankOf({ ownerId, helpers }: Pick<Room, 'ownerId' | 'helpers'>, { id, flags }: Pick<Member, 'id' | 'flags'>) {
  if (isStaff({ flags })) return 3
  if (ownerId === id) return 2
  return helpers.has(id) ? 1 : 0
}

/** True if a member may moderate another. Staff may moderate anyone, other moderators only members of a lower rank. */
export function outranks(room: Room, by: Member, target: Pick<Member, 'id' | 'flags'>): boolean {
  return isStaff(by) || rankOf(room, by) > rankOf(room, target)
}

/** True if the moderator may send this request about its target. A helper may give up the role. */
export function mayModerateTarget(room: Room, by: Member, request: ModerationRequest): boolean {
  if (!('userId' in request)) return true
  if (request.action === 'dismiss' && request.userId === by.id) return true
  return outranks(room, by, { id: request.userId, flags: request.target?.flags ?? '' })
}

const isOwner = (room: Room, { id }: Member) => room.ownerId === id

/** Makes a member a helper, who may moderate the room. Only the owner and staff appoint helpers. */
export function appoint(
  room: Room,
  by: Member,
  request: RequestOf<'appoint'>,
  now: number,
): Decision | ModerationRefusal {
  const { userId, target } = request
  if (!isStaff(by) && !isOwner(room, by)) return 'forbidden'
  if (userId === room.ownerId || room.excluded.has(userId)) return 'forbidden'
  if (room.helpers.has(userId)) return [room, []]
  if (room.helpers.size >= ROOM_HELPERS_MAX) return 'helper_limit'
  const nickname = target?.nickname ?? ''
  return [
    { ...room, helpers: new Map(room.helpers).set(userId, nickname) },
    [{ do: 'appoint', userId, nickname }, auditEvent(by, request, now, { userId, changes: { helper: [false, true] } })],
  ]
}

export function dismiss(
  room: Room,
  by: Member,
  request: RequestOf<'dismiss'>,
  now: number,
): Decision | ModerationRefusal {
  const { userId } = request
  if (!isStaff(by) && !isOwner(room, by) && userId !== by.id) return 'forbidden'
  if (!room.helpers.has(userId)) return 'not_found'
  return [
    { ...room, helpers: without(room.helpers, userId) },
    [{ do: 'dismiss', userId }, auditEvent(by, request, now, { userId, changes: { helper: [true, false] } })],
  ]
}

/**
 * Shuts a member out of the room: their sockets close and they cannot enter. Staff and the owner cannot be shut out.
 */
export function exclude(
  room: Room,
  by: Member,
  request: RequestOf<'exclude'>,
  now: number,
): Decision | ModerationRefusal {
  const { userId, reason, target } = request
  if (userId === room.ownerId || (target && isStaff(target))) return 'forbidden'
  if (room.excluded.has(userId)) return [room, []]
  if (room.excluded.size >= ROOM_EXCLUDED_MAX) return 'excluded_limit'
  const excluded = { nickname: target?.nickname ?? '', at: now }
  return [
    {
      ...room,
      helpers: without(room.helpers, userId),
      excluded: new Map(room.excluded).set(userId, excluded),
    },
    [
      ...(room.helpers.has(userId) ? [{ do: 'dismiss', userId } as const] : []),
      { do: 'exclude', userId, excluded },
      auditEvent(by, request, now, { userId, reason, changes: { excluded: [null, toWireTime(now)] } }),
    ],
  ]
}

export function readmit(
  room: Room,
  by: Member,
  request: RequestOf<'readmit'>,
  now: number,
): Decision | ModerationRefusal {
  const { userId } = request
  const before = room.excluded.get(userId)
  if (!before) return 'not_found'
  return [
    { ...room, excluded: without(room.excluded, userId) },
    [
      { do: 'readmit', userId },
      auditEvent(by, request, now, { userId, changes: { excluded: [toWireTime(before.at), null] } }),
    ],
  ]
}

function without<Value>(members: ReadonlyMap<number, Value>, userId: number): Map<number, Value> {
  const next = new Map(members)
  next.delete(userId)
  return next
}
