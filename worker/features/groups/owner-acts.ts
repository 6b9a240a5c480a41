import { type SQL, sql } from 'drizzle-orm'
import type { GroupWriteOf } from '../../../contract/http/groups.ts'
import type { GroupRoleNotice } from '../../../contract/http/notifications.ts'
import type { StaffAction } from '../../../contract/staff-actions.ts'
import { groups } from '../../domain/groups/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'
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

type Act = { by: By; asStaff: AsStaff; action: StaffAction; userId: SQL; changes: SQL }

/**
 * Makes the statement that logs an action of a group admin on the group that matches `condition`. Without `asStaff` it
 * writes nothing, because actions of owners and moderators are not logged.
 */
function logStaffAction(db: Db, { by, asStaff, action, userId, changes }: Act, condition: SQL) {
  return statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT ${by.userId}, ${action}, ${userId}, 'group', groups.id, ${asStaff?.reason ?? ''}, ${changes}, ${by.now}
      FROM groups WHERE ${asStaff ? 1 : 0} AND ${condition}`,
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

type HandOver = { groupId: number; user: number; asStaff: AsStaff }

/**
 * Makes a member of the group the owner of the group and its chat room. The previous owner becomes a moderator.
 * Notifies the new owner, and the previous one if staff did it. Fails with `not_found` if the member already is the
 * owner or is not in the group, and with `forbidden` if the acting member is no longer the owner. Returns the notified
 * members.
 */
export async function handOverGroup(
  db: Db,
  { groupId, user, asStaff }: HandOver,
  by: By,
): Promise<Result<number[], 'not_found' | 'forbidden'>> {
  const isMember = sql`EXISTS (SELECT 1 FROM group_members AS heir
    WHERE heir.group_id = ${groupId} AND heir.user_id = ${user} AND heir.role <> 'owner')`
  const isHeir = sql`${isMember} AND ${isStillOwner({ groupId, asStaff }, by)}`
  const isGiven = sql`groups.id = ${groupId} AND ${isHeir}`
  const [owner, heir] = [ownerOf(groupId), sql`(SELECT id FROM users WHERE id = ${user})`]
  const [[facts], , , toHeir, toOwner, , , changed] = await db.batch([
    statement<{ isMember: number }>(db, sql`SELECT ${isMember} AS "isMember"`),
    addActivity(
      db,
      { kind: 'handed_over', userId: user, now: by.now },
      sql`SELECT ${groupId} AS group_id WHERE ${isHeir}`,
    ),
    logStaffAction(
      db,
      {
        by,
        asStaff,
        action: 'group_hand_over',
        userId: heir,
        changes: sql`json_object('owner', json_array(${owner}, ${heir}))`,
      },
      isGiven,
    ),
    notifyRole(db, { role: 'owner', userId: heir, ownerId: heir }, by, isGiven),
    notifyRole(db, { role: 'former_owner', userId: owner, ownerId: heir }, by, sql`${isGiven} AND ${asStaff ? 1 : 0}`),
    statement(
      db,
      sql`UPDATE chat_rooms SET owner_id = ${user}
        WHERE channel = (SELECT 'group-' || slug FROM groups WHERE id = ${groupId}) AND ${isHeir}`,
    ),
    statement(
      db,
      sql`UPDATE group_members SET role = 'moderator' WHERE group_id = ${groupId} AND role = 'owner' AND ${isHeir}`,
    ),
    statement<{ user_id: number }>(
      db,
      sql`UPDATE group_members SET role = 'owner' WHERE group_id = ${groupId} AND user_id = ${user} AND role <> 'owner'
        AND (${asStaff ? 1 : 0} OR changes() > 0) RETURNING user_id`,
    ),
  ])
  if (changed.length > 0) return success([...toHeir, ...toOwner].map((row) => row.user_id))
  return failure(facts?.isMember ? 'forbidden' : 'not_found')
}

/** Changes the texts of a group. Saving the same texts again changes nothing. */
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
    db.update(groups).set({ description, rules, latestActivityAt: now }).where(isChanged),
    statement(
      db,
      sql`REPLACE INTO group_search (rowid, title, description) SELECT id, title, description FROM groups
        WHERE id = ${groupId} AND changes() > 0`,
    ),
  ])
}
