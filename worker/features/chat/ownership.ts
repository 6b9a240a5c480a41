import { type SQL, sql } from 'drizzle-orm'
import type { StaffAction } from '../../../contract/staff-actions.ts'
import { mayOwnAnotherRoom } from '../../domain/chat/rooms.ts'
import { mayActAsOwner } from '../../domain/users/member-limits.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success, tryWrite } from '../../lib/result.ts'

type RoomChange = { member: Viewer; channel: string; now: number }

/** The open room of this name, if the member owns it or is staff. */
const managed = ({ member, channel }: RoomChange) =>
  sql`channel = ${channel} AND kind = 'open' AND (owner_id = ${member.id} OR ${isStaff(member)})`

/** The open room of this name, if it is offered to the member. */
const offered = ({ member, channel }: RoomChange) =>
  sql`channel = ${channel} AND kind = 'open' AND offered_to = ${member.id}`

type Act = {
  action: StaffAction
  /** The member whom the act concerns, and the change, as SQL of the room before it. */
  userId: SQL
  changes: SQL
  reason?: string
}

const ACT_RULES = { 'audit_log.staff_id': 'owner_act_limit' } as const

/**
 * Makes the statement that logs an act on the room that a condition selects; none if it selects none. Above the acts of
 * a day it breaks one of `ACT_RULES`, and with it the batch.
 */
function logAct(db: Db, { member, now }: RoomChange, condition: SQL, { action, userId, changes, reason = '' }: Act) {
  return statement<unknown>(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT iif(${mayActAsOwner(member, now)}, ${member.id}, NULL), ${action}, ${userId}, 'chat_room', id, ${reason}, ${changes}, ${now}
      FROM chat_rooms WHERE ${condition}`,
  )
}

/** Makes the statement that deletes the notification of the offer of a room that a condition selects. */
function withdrawNotification(db: Db, condition: SQL) {
  return statement<unknown>(
    db,
    sql`DELETE FROM notifications WHERE chat_line_number IS NULL
      AND chat_room_id = (SELECT id FROM chat_rooms WHERE ${condition})`,
  )
}

/**
 * Offers an open room to a member, in place of an earlier offer, and notifies them. Fails unless the caller owns it or
 * is staff. As all acts of owners on rooms, it fails with `owner_act_limit` above the acts of a day. The limit of
 * staff, `room_act_limit`, is that of `findManagedRoom`.
 */
export async function offerRoom(
  db: Db,
  change: RoomChange & { userId: number },
): Promise<Result<void, 'forbidden' | 'owner_act_limit'>> {
  const { userId } = change
  const condition = sql`${managed(change)} AND owner_id IS NOT ${userId} AND offered_to IS NOT ${userId}`
  const changes = sql`json_object('offeredTo', json_array(offered_to, ${userId}))`
  const { member, now } = change
  const batch = db.batch([
    logAct(db, change, condition, { action: 'chat_offer', userId: sql`${userId}`, changes }),
    withdrawNotification(db, condition),
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, chat_room_id, occurred_at)
        SELECT ${userId}, 'mentions', ${member.id}, ${member.id}, id, ${now} FROM chat_rooms WHERE ${condition}`,
    ),
    statement<{ id: number }>(
      db,
      sql`UPDATE chat_rooms SET offered_to = ${userId} WHERE ${managed(change)} AND owner_id IS NOT ${userId} RETURNING id`,
    ),
  ])
  const written = await tryWrite(batch, ACT_RULES)
  if (!written.ok) return written
  const [, , , changed] = written.value
  return changed.length > 0 ? DONE : failure('forbidden')
}

/** Takes an offer back, by the owner or staff, or declines it, by the member who has it. Fails if there is none. */
export async function endOffer(
  db: Db,
  change: RoomChange & { declines: boolean },
): Promise<Result<void, 'not_found' | 'owner_act_limit'>> {
  const condition = change.declines ? offered(change) : sql`${managed(change)} AND offered_to IS NOT NULL`
  const action = change.declines ? 'chat_decline' : 'chat_withdraw'
  const changes = sql`json_object('offeredTo', json_array(offered_to, NULL))`
  const batch = db.batch([
    logAct(db, change, condition, { action, userId: sql`offered_to`, changes }),
    withdrawNotification(db, condition),
    statement<{ id: number }>(db, sql`UPDATE chat_rooms SET offered_to = NULL WHERE ${condition} RETURNING id`),
  ])
  const written = await tryWrite(batch, ACT_RULES)
  if (!written.ok) return written
  const [, , changed] = written.value
  return changed.length > 0 ? DONE : failure('not_found')
}

/** Makes the member who has the offer of a room its owner. Fails above the rooms of a member. */
export async function acceptRoom(
  db: Db,
  change: RoomChange,
): Promise<Result<void, 'not_found' | 'room_limit' | 'owner_act_limit'>> {
  const { member, now } = change
  const condition = sql`${offered(change)} AND ${mayOwnAnotherRoom(member.id, now)}`
  const changes = sql`json_object('owner', json_array(owner_id, ${member.id}))`
  const batch = db.batch([
    statement<{ id: number }>(db, sql`SELECT id FROM chat_rooms WHERE ${offered(change)}`),
    logAct(db, change, condition, { action: 'chat_hand_over', userId: sql`owner_id`, changes }),
    withdrawNotification(db, condition),
    statement<{ id: number }>(
      db,
      sql`UPDATE chat_rooms SET owner_id = ${member.id}, offered_to = NULL WHERE ${condition} RETURNING id`,
    ),
  ])
  const written = await tryWrite(batch, ACT_RULES)
  if (!written.ok) return written
  const [found, , , changed] = written.value
  if (changed.length > 0) return DONE
  return failure(found.length > 0 ? 'room_limit' : 'not_found')
}

/** Removes an open room with its visits and notifications. Fails unless the caller owns it or is staff. Returns its id. */
export async function removeRoom(
  db: Db,
  change: RoomChange & { reason: string },
): Promise<Result<number, 'forbidden' | 'owner_act_limit'>> {
  const changes = sql`json_object('room', json_array(channel, NULL))`
  const batch = db.batch([
    logAct(db, change, managed(change), {
      action: 'chat_close',
      userId: sql`owner_id`,
      changes,
      reason: change.reason,
    }),
    statement<{ id: number }>(db, sql`DELETE FROM chat_rooms WHERE ${managed(change)} RETURNING id`),
  ])
  const written = await tryWrite(batch, ACT_RULES)
  if (!written.ok) return written
  const [, [removed]] = written.value
  return removed ? success(removed.id) : failure('forbidden')
}
