import { type SQL, sql } from 'drizzle-orm'
import type { GroupWriteOf } from '../../../contract/http/groups.ts'
import type { GroupRoleNotice } from '../../../contract/http/notifications.ts'
import type { StaffAction } from '../../../contract/staff-actions.ts'
import { groups } from '../../domain/groups/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success } from '../../lib/result.ts'
import { addActivity } from './activity.ts'

type By = { userId: number; now: number }

/**
 * The reason of a group admin for an action in a group of which they are neither owner nor moderator, for the audit
 * log; null for actions of the owner and of moderators.
 */
export type AsStaff = { reason: string } | null

/** The condition that the acting member is still the owner of the group. Always met for group admins. */
function isStillOwner({ groupId, asStaff }: { groupId: number; asStaff: AsStaff }, by: By): SQL {
  return sql`(${asStaff ? 1 : 0} OR EXISTS (SELECT 1 FROM group_members AS acting
    WHERE acting.group_id = ${groupId} AND acting.user_id = ${by.userId} AND acting.role = 'owner'))`
}

type Act = {
  by: By
  asStaff: AsStaff
  action: StaffAction
  userId: SQL
  changes: SQL
  /** The condition under which the action is logged also without `asStaff`. */
  isLogged?: SQL
}

/**
 * Makes the statement that logs an action of a group admin on the group that matches `condition`. Without `asStaff` it
 * writes nothing unless `isLogged` is met, because actions of owners and moderators are usually not logged.
 */
function logStaffAction(db: Db, { by, asStaff, action, userId, changes, isLogged }: Act, condition: SQL) {
  return statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT ${by.userId}, ${action}, ${userId}, 'group', groups.id, ${asStaff?.reason ?? ''}, ${changes}, ${by.now}
      FROM groups WHERE ${asStaff ? sql`1` : (isLogged ?? sql`0`)} AND ${condition}`,
  )
}

const ownerOf = (groupId: number | SQL) => sql`(SELECT owner_id FROM group_owners WHERE group_id = ${groupId})`

type RoleNotice = { role: GroupRoleNotice; userId: SQL; ownerId: SQL }

/**
 * Makes the statement that notifies a member of a role, at most once until they read it. It returns the notified
 * member.
 */
function notifyRole(db: Db, { role, userId, ownerId }: RoleNotice, by: By, condition: SQL) {
  return statement<{ user_id: number }>(
    db,
    sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, group_id, group_role, occurred_at)
      SELECT ${userId}, 'mentions', ${by.userId}, ${ownerId}, groups.id, ${role}, ${by.now} FROM groups WHERE ${condition}
      ON CONFLICT DO NOTHING RETURNING user_id`,
  )
}

type RoleChange = Pick<GroupWriteOf<'setRole'>, 'user' | 'role'> & { groupId: number; asStaff: AsStaff }

/**
 * Appoints a moderator, who is notified, or revokes the role. The owner cannot lose their role. Returns the notified
 * members.
 */
export async function setRole(
  db: Db,
  { groupId, user, role, asStaff }: RoleChange,
  by: By,
): Promise<Result<number[], 'not_found'>> {
  const isTarget = sql`group_id = ${groupId} AND user_id = ${user} AND role <> 'owner'
    AND ${isStillOwner({ groupId, asStaff }, by)}`
  const isChanged = sql`groups.id = ${groupId} AND EXISTS (SELECT 1 FROM group_members WHERE ${isTarget} AND role <> ${role})`
  const before = sql`(SELECT role FROM group_members WHERE group_id = ${groupId} AND user_id = ${user})`
  const act = { by, asStaff, action: 'group_role', userId: sql`${user}` } as const
  const [, , notified, changed] = await db.batch([
    addActivity(
      db,
      { kind: 'role_changed', ...by, of: 'target_user' },
      sql`SELECT group_id, user_id AS target_user_id FROM group_members WHERE ${isTarget} AND role <> ${role}`,
    ),
    logStaffAction(db, { ...act, changes: sql`json_object('role', json_array(${before}, ${role}))` }, isChanged),
    notifyRole(
      db,
      { role: 'moderator', userId: sql`${user}`, ownerId: ownerOf(groupId) },
      by,
      sql`${isChanged} AND ${role} = 'moderator'`,
    ),
    statement<{ user_id: number }>(
      db,
      sql`UPDATE group_members SET role = ${role} WHERE ${isTarget} RETURNING user_id`,
    ),
  ])
  return changed.length > 0 ? success(notified.map((row) => row.user_id)) : failure('not_found')
}

/** Makes the statement that deletes the unread notifications of the offer of a group, if a condition is true. */
export function removeOfferNotices(db: Db, groupId: number | SQL, condition: SQL) {
  return statement(
    db,
    sql`DELETE FROM notifications WHERE group_id = ${groupId} AND group_role = 'offered' AND group_role IS NOT NULL
      AND read_at IS NULL AND ${condition}`,
  )
}

/** The member of the group who has its offer, as SQL; null without an offer. */
const offeredTo = (groupId: number) =>
  sql`(SELECT offer.user_id FROM group_members AS offer WHERE offer.group_id = ${groupId} AND offer.is_offered = 1)`

/**
 * The latest offer of the group on the staff log, as SQL: no row if it was accepted, if a group admin withdrew it, or
 * if it is the owner's, which has no reason. It may have been declined or withdrawn by the owner, which is not logged.
 */
const staffOffer = (groupId: number) =>
  sql`(SELECT * FROM (SELECT * FROM audit_log WHERE target_type = 'group' AND target_id = ${groupId}
      AND action IN ('group_offer', 'group_hand_over') ORDER BY id DESC LIMIT 1)
    WHERE action = 'group_offer' AND reason <> '' AND changes ->> '$.offeredTo[1]' IS NOT NULL)`

type Offer = { groupId: number; user: number; asStaff: AsStaff }

/**
 * Offers the group to one of its members, in place of an earlier offer, and notifies them. An offer of the owner is
 * logged after one of a group admin, so that its acceptance is not taken for that of the admin's. Fails with
 * `not_found` for the owner and for others than members, and with `forbidden` if the acting member has stopped being
 * the owner meanwhile. Returns the members who were notified.
 */
export async function offerGroup(
  db: Db,
  { groupId, user, asStaff }: Offer,
  by: By,
): Promise<Result<number[], 'not_found' | 'forbidden'>> {
  const isMember = sql`EXISTS (SELECT 1 FROM group_members AS heir
    WHERE heir.group_id = ${groupId} AND heir.user_id = ${user} AND heir.role <> 'owner')`
  const isHeir = sql`${isMember} AND ${isStillOwner({ groupId, asStaff }, by)}`
  const isNew = sql`groups.id = ${groupId} AND ${isHeir} AND ${offeredTo(groupId)} IS NOT ${user}`
  const heir = sql`(SELECT id FROM users WHERE id = ${user})`
  const changes = sql`json_object('offeredTo', json_array(${offeredTo(groupId)}, ${heir}))`
  const isLogged = sql`EXISTS ${staffOffer(groupId)}`
  const [[facts], , , notified, , changed] = await db.batch([
    statement<{ isMember: number }>(db, sql`SELECT ${isMember} AS "isMember"`),
    logStaffAction(db, { by, asStaff, action: 'group_offer', userId: heir, changes, isLogged }, isNew),
    removeOfferNotices(db, groupId, sql`user_id <> ${user} AND ${isHeir}`),
    notifyRole(db, { role: 'offered', userId: heir, ownerId: ownerOf(groupId) }, by, isNew),
    statement(
      db,
      sql`UPDATE group_members SET is_offered = 0
        WHERE group_id = ${groupId} AND is_offered = 1 AND user_id <> ${user} AND ${isHeir}`,
    ),
    statement<{ user_id: number }>(
      db,
      sql`UPDATE group_members SET is_offered = 1 WHERE group_id = ${groupId} AND user_id = ${user} AND ${isHeir}
        RETURNING user_id`,
    ),
  ])
  if (changed.length > 0) return success(notified.map((row) => row.user_id))
  return failure(facts?.isMember ? 'forbidden' : 'not_found')
}

/** Takes the offer of a group back. Fails with `not_found` if there is none. */
export async function withdrawOffer(
  db: Db,
  { groupId, asStaff }: Omit<Offer, 'user'>,
  by: By,
): Promise<Result<void, 'not_found'>> {
  const isOwner = isStillOwner({ groupId, asStaff }, by)
  const isOffered = sql`groups.id = ${groupId} AND ${offeredTo(groupId)} IS NOT NULL AND ${isOwner}`
  const changes = sql`json_object('offeredTo', json_array(${offeredTo(groupId)}, NULL))`
  const [, , changed] = await db.batch([
    logStaffAction(db, { by, asStaff, action: 'group_offer', userId: offeredTo(groupId), changes }, isOffered),
    removeOfferNotices(db, groupId, isOwner),
    statement<{ user_id: number }>(
      db,
      sql`UPDATE group_members SET is_offered = 0 WHERE group_id = ${groupId} AND is_offered = 1 AND ${isOwner}
        RETURNING user_id`,
    ),
  ])
  return changed.length > 0 ? DONE : failure('not_found')
}

/** Declines the offer of a group. Fails with `not_found` for members who do not have it. */
export async function declineOffer(db: Db, groupId: number, { userId }: By): Promise<Result<void, 'not_found'>> {
  const [, changed] = await db.batch([
    removeOfferNotices(db, groupId, sql`user_id = ${userId}`),
    statement<{ user_id: number }>(
      db,
      sql`UPDATE group_members SET is_offered = 0 WHERE group_id = ${groupId} AND user_id = ${userId} AND is_offered = 1
        RETURNING user_id`,
    ),
  ])
  return changed.length > 0 ? DONE : failure('not_found')
}

/**
 * Makes the statement that logs the new owner of a group whose latest offer by a group admin is the accepted one, with
 * the admin and their reason.
 */
function logHandOver(db: Db, { groupId, owner, by }: { groupId: number; owner: SQL; by: By }, condition: SQL) {
  return statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT staff_id, 'group_hand_over', ${owner}, 'group', target_id, reason,
        json_object('owner', json_array(${owner}, user_id)), ${by.now}
      FROM ${staffOffer(groupId)} WHERE changes ->> '$.offeredTo[1]' = ${by.userId} AND ${condition}`,
  )
}

/**
 * Makes the member who has the offer of a group its owner, also of its chat room. The previous owner becomes a
 * moderator and is notified. The staff log has it if a group admin made the offer. Fails with `not_found` for members
 * who do not have the offer. Returns the members who were notified.
 */
export async function acceptOffer(db: Db, groupId: number, by: By): Promise<Result<number[], 'not_found'>> {
  const heir = sql`(SELECT id FROM users WHERE id = ${by.userId})`
  const isOffered = sql`${offeredTo(groupId)} = ${by.userId}`
  const owner = sql`(SELECT user_id FROM group_members WHERE group_id = ${groupId} AND role = 'owner')`
  const [, , , notified, , , changed] = await db.batch([
    addActivity(db, { kind: 'handed_over', ...by }, sql`SELECT ${groupId} AS group_id WHERE ${isOffered}`),
    logHandOver(db, { groupId, owner, by }, isOffered),
    removeOfferNotices(db, groupId, sql`user_id = ${by.userId}`),
    notifyRole(
      db,
      { role: 'former_owner', userId: owner, ownerId: heir },
      by,
      sql`groups.id = ${groupId} AND ${isOffered} AND ${owner} IS NOT NULL`,
    ),
    statement(
      db,
      sql`UPDATE chat_rooms SET owner_id = ${by.userId}
        WHERE channel = (SELECT 'group-' || slug FROM groups WHERE id = ${groupId}) AND ${isOffered}`,
    ),
    statement(
      db,
      sql`UPDATE group_members SET role = 'moderator' WHERE group_id = ${groupId} AND role = 'owner' AND ${isOffered}`,
    ),
    statement<{ user_id: number }>(
      db,
      sql`UPDATE group_members SET role = 'owner', is_offered = 0
        WHERE group_id = ${groupId} AND user_id = ${by.userId} AND is_offered = 1 RETURNING user_id`,
    ),
  ])
  return changed.length > 0 ? success(notified.map((row) => row.user_id)) : failure('not_found')
}

/**
 * Changes the texts of a group. Saving the same texts again changes nothing. A change by a group admin is logged and
 * leaves the member who last changed them.
 */
export async function editGroup(
  db: Db,
  { groupId, description, rules, asStaff }: { groupId: number; description: string; rules: string; asStaff: AsStaff },
  by: By,
): Promise<void> {
  const { userId, now } = by
  const isChanged = sql`id = ${groupId} AND (description <> ${description} OR rules <> ${rules})`
  const changes = sql`json_patch(
    iif(description <> ${description}, json_object('description', json_array(description, ${description})), '{}'),
    iif(rules <> ${rules}, json_object('rules', json_array(rules, ${rules})), '{}'))`
  await db.batch([
    addActivity(db, { kind: 'edited', userId, now }, sql`SELECT id AS group_id FROM groups WHERE ${isChanged}`),
    logStaffAction(db, { by, asStaff, action: 'group_edit', userId: ownerOf(sql`groups.id`), changes }, isChanged),
    db
      .update(groups)
      .set({ description, rules, latestActivityAt: now, ...(asStaff ? {} : { textsBy: userId }) })
      .where(isChanged),
    statement(
      db,
      sql`REPLACE INTO group_search (rowid, title, description) SELECT id, title, description FROM groups
        WHERE id = ${groupId} AND changes() > 0`,
    ),
  ])
}
