import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { type SQLiteColumn, unionAll } from 'drizzle-orm/sqlite-core'
import { groupChannel } from '../../../contract/group-slug.ts'
import type { GroupSort } from '../../../contract/http/group-admin.ts'
import type { Group, GroupInfo, GroupList, SimilarGroups, SketchGroups } from '../../../contract/http/groups.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { GROUP_MODERATORS_SHOWN, GROUPS_PAGE_SIZE, SIMILAR_GROUPS_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type GroupRow, groupOf, groupsWhere, selectGroups } from '../../domain/groups/list-items.ts'
import { groupFeatureRequests, groupMembers, groupSketches, groups } from '../../domain/groups/schema.ts'
import { isGroupShown, seesHiddenGroups, shownGroupId } from '../../domain/groups/visibility.ts'
import { isBefore } from '../../domain/search/candidates.ts'
import { distinctWords, ftsString, ftsStrings } from '../../domain/search/match.ts'
import { groupOrder } from '../../domain/sketch-lists/orders.ts'
import { joinedListOf, selectJoined } from '../../domain/sketch-lists/read-list.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked } from '../../domain/sketches/visibility.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import { isGroupAdmin, type Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rangesAfter, rowsAfter } from '../../lib/keyset.ts'

/** Columns by which groups can be ordered, greatest first, and the cursor keys of a row. */
const ORDERS: Record<GroupSort, { keys: SQLiteColumn[]; keysOf: (row: GroupRow) => number[] }> = {
  activity: {
    keys: [groups.latestActivityAt, groups.id],
    keysOf: ({ latestActivityAt, groupId }) => [latestActivityAt, groupId],
  },
  users: { keys: [groups.membersCount, groups.id], keysOf: ({ members, groupId }) => [members, groupId] },
  sketches: { keys: [groups.listedCount, groups.id], keysOf: ({ listed, groupId }) => [listed, groupId] },
  glops: { keys: [groups.glops, groups.id], keysOf: ({ glops, groupId }) => [glops, groupId] },
  upvotes: { keys: [groups.upvotesCount, groups.id], keysOf: ({ upvotes, groupId }) => [upvotes, groupId] },
  newest: { keys: [groups.id], keysOf: ({ groupId }) => [groupId] },
}

type ListOptions = { sort: GroupSort; cursor?: string | undefined; now: number }

/**
 * Lists all groups in the given order. Hidden groups are left out after a page was read, so that many of them cost no
 * more. @throws InvalidCursor.
 */
export async function listGroups(
  db: Db,
  viewer: Viewer | null,
  { sort, cursor, now }: ListOptions,
): Promise<GroupList> {
  const { keys, keysOf } = ORDERS[sort]
  const name = `groups ${sort}`
  const last = decodeCursor(name, keys.length, cursor)
  const read = (after?: SQL) =>
    selectGroups(db, viewer, now)
      .where(groupsWhere(after))
      .orderBy(...keys.map((key) => desc(key)))
      .limit(GROUPS_PAGE_SIZE)
  const [first, rest] = last ? rangesAfter(keys, last) : []
  const rows = rest
    ? await unionAll(db.select().from(read(first).as('first')), db.select().from(read(rest).as('rest'))).limit(
        GROUPS_PAGE_SIZE,
      )
    : await read(first)
  const end = rows.at(-1)
  const done = rows.length < GROUPS_PAGE_SIZE || !end
  return { items: shownOf(rows, viewer).map(groupOf), cursor: done ? '' : encodeCursor(name, keysOf(end)), done }
}

const shownOf = (rows: readonly GroupRow[], viewer: Viewer | null) =>
  rows.filter(({ hidden }) => hidden === null || seesHiddenGroups(viewer))

/** Lists the groups of a member, the latest joined first. @throws InvalidCursor. */
export async function listGroupsOf(
  db: Db,
  viewer: Viewer | null,
  { userId, cursor, now }: { userId: number; cursor?: string | undefined; now: number },
): Promise<GroupList> {
  const name = `groups of ${userId}`
  const keys = [groupMembers.joinedAt, groupMembers.groupId]
  const last = decodeCursor(name, 2, cursor)
  const memberships = await db
    .select({ joinedAt: groupMembers.joinedAt, id: groupMembers.groupId })
    .from(groupMembers)
    .where(
      and(
        eq(groupMembers.userId, userId),
        notBlocked(viewer, groupMembers.userId),
        last ? rowsAfter(keys, last) : undefined,
      ),
    )
    .orderBy(...keys.map((key) => desc(key)))
    .limit(GROUPS_PAGE_SIZE)
  const items = await findGroups(db, viewer, { ids: memberships.map(({ id }) => id), now })
  const end = memberships.at(-1)
  const done = memberships.length < GROUPS_PAGE_SIZE || !end
  return { items, cursor: done ? '' : encodeCursor(name, [end.joinedAt, end.id]), done }
}

/** Finds groups by their ids, in the order of the ids. */
async function findGroups(db: Db, viewer: Viewer | null, { ids, now }: { ids: readonly number[]; now: number }) {
  if (ids.length === 0) return []
  const isChosen = sql`${groups.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const rows = await selectGroups(db, viewer, now).where(groupsWhere(and(isChosen, isGroupShown(viewer))))
  return inOrder(rows, ids)
}

/** Sorted here, because D1 counts each row twice that it sorts. */
function inOrder(rows: readonly GroupRow[], ids: readonly number[]): Group[] {
  const byId = new Map(rows.map((row) => [row.groupId, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(groupOf)
}

/** Finds groups by word prefixes, newest first. @throws InvalidCursor. */
export async function searchGroups(
  db: Db,
  viewer: Viewer | null,
  { query, cursor, now }: { query: string; cursor?: string | undefined; now: number },
): Promise<GroupList> {
  const name = `groups like ${query}`
  const [last] = decodeCursor(name, 1, cursor) ?? []
  const words = ftsStrings(query)
  if (words.length === 0) return { items: [], cursor: '', done: true }
  const found = sql`${groups.id} IN (SELECT rowid FROM group_search WHERE group_search MATCH ${words.join(' AND ')}
    ${last === undefined ? sql`` : sql`AND ${isBefore(last)}`} ORDER BY rowid DESC LIMIT ${GROUPS_PAGE_SIZE})`
  const rows = await selectGroups(db, viewer, now).where(groupsWhere(found))
  rows.sort((a, b) => b.groupId - a.groupId)
  const end = rows.at(-1)
  const done = rows.length < GROUPS_PAGE_SIZE || !end
  // Hidden groups are left out here: the limit above counts them, and the list continues after them.
  return { items: shownOf(rows, viewer).map(groupOf), cursor: done ? '' : encodeCursor(name, [end.groupId]), done }
}

/** Maximum number of words whose matches are all ranked to find similar names. */
const SIMILAR_WORDS_MAX = 5

/** Finds groups and open requests that share one of the longest words with a name. */
export async function findSimilar(db: Db, viewer: Viewer | null, name: string): Promise<SimilarGroups> {
  const words = distinctWords(name).sort((a, b) => b.length - a.length)
  if (words.length === 0) return { items: [] }
  const longest = words.slice(0, SIMILAR_WORDS_MAX)
  const match = longest.map((word) => ftsString(word)).join(' OR ')
  const rows = await db.all<{ slug: string | null; title: string }>(
    sql`SELECT * FROM (SELECT slug, title FROM (SELECT rowid AS found FROM group_search
        WHERE group_search MATCH ${`title : (${match})`} ORDER BY rank LIMIT ${SIMILAR_GROUPS_MAX})
        CROSS JOIN groups ON groups.id = found WHERE ${isGroupShown(viewer)})
      UNION ALL SELECT * FROM (SELECT NULL, title FROM (SELECT rowid AS found FROM group_request_search
        WHERE group_request_search MATCH ${match} ORDER BY rank LIMIT ${SIMILAR_GROUPS_MAX})
        CROSS JOIN group_requests ON group_requests.id = found
        WHERE ${
          viewer
            ? sql`NOT EXISTS (SELECT 1 FROM blocks WHERE (blocks.user_id = ${viewer.id} AND blocked_id = group_requests.user_id)
          OR (blocks.user_id = group_requests.user_id AND blocked_id = ${viewer.id}))`
            : sql`true`
        })
      LIMIT ${SIMILAR_GROUPS_MAX}`,
  )
  return { items: rows.map(({ slug, title }) => ({ id: slug, title })) }
}

const isGroup = (viewer: Viewer | null, slug: string) => and(eq(groups.slug, slug), isGroupShown(viewer))

/** Conditions on members. Their values are not bound, so that the indexes of these members are used. */
const MEMBERS = {
  owner: sql`role = 'owner'`,
  moderators: sql`role = 'moderator'`,
  offered: sql`is_offered = 1`,
}

/** Selects some members of a group. Leaves out members across a block. */
function selectOf(db: Db, viewer: Viewer | null, { slug, which }: { slug: string; which: keyof typeof MEMBERS }) {
  return db
    .select(personColumns)
    .from(groupMembers)
    .crossJoin(users)
    .where(
      and(
        eq(groupMembers.groupId, shownGroupId(viewer, slug)),
        MEMBERS[which],
        eq(users.id, groupMembers.userId),
        notBlocked(viewer, users.id),
      ),
    )
}

/** Finds a group for its page. */
export async function findGroup(
  db: Db,
  viewer: Viewer | null,
  { slug, now }: { slug: string; now: number },
): Promise<GroupInfo | null> {
  const [[row], [more], [owner], moderators, [offeredTo]] = await db.batch([
    selectGroups(db, viewer, now).where(groupsWhere(isGroup(viewer, slug))),
    db
      .select({
        rules: groups.rules,
        createdAt: groups.createdAt,
        role: groupMembers.role,
        isOffered: groupMembers.isOffered,
      })
      .from(groups)
      .leftJoin(groupMembers, and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, viewer?.id ?? 0)))
      .where(isGroup(viewer, slug)),
    selectOf(db, viewer, { slug, which: 'owner' }),
    selectOf(db, viewer, { slug, which: 'moderators' }).orderBy(groupMembers.joinedAt).limit(GROUP_MODERATORS_SHOWN),
    selectOf(db, viewer, { slug, which: 'offered' }),
  ])
  if (!row || !more) return null
  const seesOffer = more.role === 'owner' || (viewer !== null && isGroupAdmin(viewer))
  return {
    ...groupOf(row),
    rules: more.rules,
    dateCreated: toWireTime(more.createdAt),
    channel: groupChannel(slug),
    discussion: row.groupId,
    owner: owner ? personOf(owner) : null,
    moderators: moderators.map(personOf),
    role: more.role,
    offered: more.isOffered === true,
    offeredTo: seesOffer && offeredTo ? personOf(offeredTo) : null,
  }
}

/** Lists the sketches of a group, the latest to enter first; null for a missing group. @throws InvalidCursor. */
export async function listSketchesOf(
  db: Db,
  viewer: Viewer | null,
  { slug, cursor }: { slug: string; cursor?: string | undefined },
): Promise<SketchList | null> {
  const list = { name: `group ${slug}`, ...groupOrder(viewer, shownGroupId(viewer, slug)) }
  const [[found], rows] = await db.batch([
    db.select({ id: groups.id }).from(groups).where(isGroup(viewer, slug)),
    selectJoined(db, list, { cursor }),
  ])
  return found ? joinedListOf(list, rows, { cursor }) : null
}

/**
 * Lists the groups of a sketch, if this viewer sees it in lists. `waiting`: groups for which it is suggested, for its
 * artist and the member who suggested it.
 */
export async function listGroupsOfSketch(db: Db, viewer: Viewer | null, sketchId: number): Promise<SketchGroups> {
  const viewerId = viewer?.id ?? 0
  const runsGroup = sql`EXISTS (SELECT 1 FROM group_members
    WHERE group_members.group_id = groups.id AND group_members.user_id = ${viewerId} AND role <> 'member')`
  const [items, waiting] = await db.batch([
    db
      .select({
        id: groups.slug,
        title: groups.title,
        canRemove: sql`(${eq(sketches.userId, viewerId)} OR ${runsGroup})`.mapWith(Boolean).as('can_remove'),
      })
      .from(groupSketches)
      .crossJoin(groups)
      .crossJoin(sketches)
      .where(
        and(
          eq(groupSketches.sketchId, sketchId),
          eq(groups.id, groupSketches.groupId),
          isGroupShown(viewer),
          eq(sketches.id, groupSketches.sketchId),
          listedFor(viewer),
        ),
      )
      .orderBy(groupSketches.slot),
    db
      .select({ id: groups.slug, title: groups.title })
      .from(groupFeatureRequests)
      .innerJoin(groups, and(eq(groups.id, groupFeatureRequests.groupId), isGroupShown(viewer)))
      .innerJoin(sketches, eq(sketches.id, groupFeatureRequests.sketchId))
      .where(
        and(
          eq(groupFeatureRequests.sketchId, sketchId),
          eq(groupFeatureRequests.state, 'pending'),
          or(eq(groupFeatureRequests.userId, viewerId), eq(sketches.userId, viewerId)),
        ),
      )
      .orderBy(groupFeatureRequests.id),
  ])
  return { items, waiting }
}
