import { and, desc, eq, sql } from 'drizzle-orm'
import { groupChannel } from '../../../contract/group-slug.ts'
import type { GroupMembers } from '../../../contract/http/groups.ts'
import { GROUPS_PAGE_SIZE, GROUPS_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { findMembership } from '../../domain/groups/membership.ts'
import { groupMembers, groups } from '../../domain/groups/schema.ts'
import { holdSuggestions } from '../../domain/groups/suggestions.ts'
import { isGroupShown, shownGroupId } from '../../domain/groups/visibility.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { rowsAfter } from '../../lib/keyset.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { addActivity } from './activity.ts'
import { removeOfferNotices } from './owner-acts.ts'

/**
 * Lists the members of a group, the latest first; null for a missing group. Blocked members are left out after a page was
 * read, so that many of them cost no more. @throws InvalidCursor.
 */
export async function listMembers(
  db: Db,
  viewer: Viewer | null,
  { slug, cursor }: { slug: string; cursor?: string | undefined },
): Promise<GroupMembers | null> {
  const name = `members ${slug}`
  const keys = [groupMembers.joinedAt, groupMembers.userId]
  const last = decodeCursor(name, 2, cursor)
  const [[group], rows] = await db.batch([
    db
      .select({ id: groups.id })
      .from(groups)
      .where(and(eq(groups.slug, slug), isGroupShown(viewer))),
    db
      .select({
        ...personColumns,
        role: groupMembers.role,
        joinedAt: groupMembers.joinedAt,
        blocked: blockedColumn(viewer, users.id),
      })
      .from(groupMembers)
      .crossJoin(users)
      .where(
        and(
          eq(groupMembers.groupId, shownGroupId(viewer, slug)),
          last ? rowsAfter(keys, last) : undefined,
          eq(users.id, groupMembers.userId),
        ),
      )
      .orderBy(...keys.map((key) => desc(key)))
      .limit(GROUPS_PAGE_SIZE),
  ])
  if (!group) return null
  const end = rows.at(-1)
  const done = rows.length < GROUPS_PAGE_SIZE || !end
  return {
    items: rows
      .filter(({ blocked }) => !blocked)
      .map(({ role, joinedAt, ...row }) => ({ ...personOf(row), role, date: toWireTime(joinedAt) })),
    cursor: done ? '' : encodeCursor(name, [end.joinedAt, end.id]),
    done,
  }
}

type Membership = { slug: string; member: Viewer; now: number }

/** Joins a group and its chat room. Joining again changes nothing. */
export async function joinGroup(
  db: Db,
  { slug, member, now }: Membership,
): Promise<Result<void, 'not_found' | 'group_membership_limit'>> {
  const userId = member.id
  const isNew = sql`FROM groups WHERE slug = ${slug} AND ${isGroupShown(member)}
    AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = groups.id AND user_id = ${userId})
    AND (SELECT count(*) FROM group_members WHERE user_id = ${userId}) < ${GROUPS_PER_MEMBER_MAX}`
  await batchEach(db, [
    addActivity(db, { kind: 'joined', userId, now }, sql`SELECT groups.id AS group_id ${isNew}`),
    statement(
      db,
      sql`UPDATE groups SET members_count = members_count + 1
        WHERE id = (SELECT groups.id ${isNew})`,
    ),
    statement(
      db,
      sql`INSERT INTO chat_room_members (room_id, user_id)
        SELECT chat_rooms.id, ${userId} FROM chat_rooms WHERE channel = ${groupChannel(slug)} AND EXISTS (SELECT 1 ${isNew})
        ON CONFLICT DO NOTHING`,
    ),
    statement(
      db,
      sql`INSERT INTO group_members (group_id, user_id, role, joined_at) SELECT groups.id, ${userId}, 'member', ${now} ${isNew}`,
    ),
  ])
  const group = await findMembership(db, member, slug)
  if (!group) return failure('not_found')
  return group.role ? DONE : failure('group_membership_limit')
}

/**
 * Leaves a group and its chat room. Sketches stay. Fails with `group_owner` for the owner, who hands the group over
 * first.
 */
export async function leaveGroup(db: Db, { slug, member, now }: Membership): Promise<Result<void, 'group_owner'>> {
  const userId = member.id
  const isMember = sql`FROM groups WHERE slug = ${slug}
    AND EXISTS (SELECT 1 FROM group_members WHERE group_id = groups.id AND user_id = ${userId} AND role <> 'owner')`
  await batchEach(db, [
    addActivity(db, { kind: 'left', userId, now }, sql`SELECT groups.id AS group_id ${isMember}`),
    statement(db, sql`UPDATE groups SET members_count = members_count - 1 WHERE id = (SELECT groups.id ${isMember})`),
    statement(
      db,
      sql`DELETE FROM chat_room_members WHERE user_id = ${userId}
        AND room_id = (SELECT id FROM chat_rooms WHERE channel = ${groupChannel(slug)}) AND EXISTS (SELECT 1 ${isMember})`,
    ),
    removeOfferNotices(db, sql`(SELECT id FROM groups WHERE slug = ${slug})`, sql`user_id = ${userId}`),
    statement(
      db,
      sql`DELETE FROM group_members WHERE user_id = ${userId} AND role <> 'owner'
        AND group_id = (SELECT id FROM groups WHERE slug = ${slug})`,
    ),
  ])
  const group = await findMembership(db, member, slug)
  return group?.role === 'owner' ? failure('group_owner') : DONE
}

/**
 * Closes a group permanently; its owner leaves it. Fails with `group_owner` while the group has other members, because
 * the owner can offer it to one of them instead.
 */
export async function closeGroup(
  db: Db,
  { slug, member: { id: userId }, now }: Membership,
): Promise<Result<void, 'group_owner'>> {
  const closed = sql`FROM groups WHERE slug = ${slug} AND hidden_by = 'owner' AND hidden_at = ${now}`
  const [changed] = await db.batch([
    statement<{ id: number }>(
      db,
      sql`UPDATE groups SET hidden_at = ${now}, hidden_by = 'owner', members_count = 0
        WHERE slug = ${slug} AND hidden_at IS NULL
          AND EXISTS (SELECT 1 FROM group_members WHERE group_id = groups.id AND user_id = ${userId} AND role = 'owner')
          AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = groups.id AND user_id <> ${userId})
        RETURNING id`,
    ),
    addActivity(db, { kind: 'closed', userId, now }, sql`SELECT groups.id AS group_id ${closed}`),
    holdSuggestions(db, sql`(SELECT groups.id ${closed})`),
    statement(
      db,
      sql`DELETE FROM chat_room_members WHERE user_id = ${userId}
        AND room_id = (SELECT id FROM chat_rooms WHERE channel = ${groupChannel(slug)}) AND EXISTS (SELECT 1 ${closed})`,
    ),
    statement(db, sql`DELETE FROM group_members WHERE user_id = ${userId} AND group_id = (SELECT groups.id ${closed})`),
  ])
  return changed.length > 0 ? DONE : failure('group_owner')
}
