import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { GROUP_SLUG_MAX, groupSlugOf } from '../../../contract/group-slug.ts'
import type { GroupRequest, GroupRequestList, GroupWriteOf } from '../../../contract/http/groups.ts'
import type { Person } from '../../../contract/http/users.ts'
import { GROUP_VOTE_DAYS, GROUPS_PAGE_SIZE, PENDING_GROUP_REQUESTS_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { groupRequests } from '../../domain/groups/schema.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { coverColumn, coverOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked } from '../../domain/sketches/visibility.ts'
import { mayAdd } from '../../domain/users/member-limits.ts'
import { peopleIn, selectPeople } from '../../domain/users/people.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { addActivity } from './activity.ts'

const VOTE_MS = GROUP_VOTE_DAYS * 86_400_000
const OWN_REQUESTS_SHOWN = 10

function selectRequests(db: Db, viewer: Viewer | null) {
  const isVoted = viewer
    ? sql`EXISTS (SELECT 1 FROM group_request_votes WHERE request_id = group_requests.id AND group_request_votes.user_id = ${viewer.id})`
    : sql`0`
  return db
    .select({
      id: sql<number>`${groupRequests.id}`.as('request_id'),
      title: groupRequests.title,
      description: groupRequests.description,
      thumbnail: sql<string | null>`(SELECT ${coverColumn} FROM sketches
        WHERE ${sketches.id} = ${groupRequests.sketchId} AND ${listedFor(viewer)})`.as('thumbnail'),
      userId: groupRequests.userId,
      createdAt: groupRequests.createdAt,
      upvotes: groupRequests.upvotesCount,
      voted: isVoted.mapWith(Boolean).as('voted'),
      state: groupRequests.state,
      message: groupRequests.message,
      slug: sql<string | null>`(SELECT slug FROM groups
        WHERE groups.request_id = group_requests.id AND ${isGroupShown(viewer)})`.as('slug'),
    })
    .from(groupRequests)
    .$dynamic()
}

type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number]

function requestOf({ createdAt, slug, thumbnail, ...row }: Omit<RequestRow, 'userId'>, user: Person): GroupRequest {
  return {
    ...row,
    user: user.id,
    nickname: user.nickname,
    avatar: user.avatar,
    thumbnail: coverOf(thumbnail),
    date: toWireTime(createdAt),
    endDate: toWireTime(createdAt + VOTE_MS),
    groupId: slug,
  }
}

type ListOptions = { cursor?: string | undefined; now: number }

/**
 * Lists pending requests, the newest first: those that can be voted on, and for group admins (`all`) the older ones as
 * well. `own`, on a first page for members, are the viewer's latest, with decisions. @throws InvalidCursor.
 */
export async function listRequests(
  db: Db,
  viewer: Viewer | null,
  { cursor, now, all = false }: ListOptions & { all?: boolean },
): Promise<GroupRequestList> {
  const name = all ? 'all group requests' : 'group requests'
  const [last] = decodeCursor(name, 1, cursor) ?? []
  const isListed = and(
    eq(groupRequests.state, 'pending'),
    last === undefined ? undefined : lt(groupRequests.id, last),
    all ? undefined : sql`group_requests.created_at > ${now - VOTE_MS}`,
    notBlocked(viewer, groupRequests.userId),
  )
  const [rows, own] = await db.batch([
    selectRequests(db, viewer).where(isListed).orderBy(desc(groupRequests.id)).limit(GROUPS_PAGE_SIZE),
    selectRequests(db, viewer)
      .where(eq(groupRequests.userId, all || cursor ? 0 : (viewer?.id ?? 0)))
      .orderBy(desc(groupRequests.id))
      .limit(OWN_REQUESTS_SHOWN),
  ])
  const personWith = peopleIn(
    await selectPeople(
      db,
      [...rows, ...own].map(({ userId }) => userId),
    ),
  )
  const itemOf = ({ userId, ...row }: RequestRow) => requestOf(row, personWith(userId))
  const end = rows.at(-1)
  const done = rows.length < GROUPS_PAGE_SIZE || !end
  return {
    items: rows.map(itemOf),
    own: own.map(itemOf),
    cursor: done ? '' : encodeCursor(name, [end.id]),
    done,
  }
}

type NewRequest = Pick<GroupWriteOf<'request'>, 'title' | 'description' | 'thumbnail'> & { userId: number; now: number }

/** Stores a request, once per title and member. The thumbnail is a listed sketch of the member. */
export async function addRequest(
  db: Db,
  { title, description, thumbnail, userId, now }: NewRequest,
): Promise<Result<number, 'not_found' | 'group_request_limit'>> {
  const isSame = sql`group_requests.user_id = ${userId} AND group_requests.state = 'pending' AND group_requests.title = ${title}`
  const isAdded = sql`${isSame} AND group_requests.created_at = ${now}`
  const [, , , [stored], [sketch]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO group_requests (title, description, sketch_id, user_id, created_at)
        SELECT ${title}, ${description}, id, ${userId}, ${now} FROM sketches
        WHERE id = ${thumbnail} AND user_id = ${userId} AND listed = 1
          AND NOT EXISTS (SELECT 1 FROM group_requests WHERE ${isSame})
          AND (SELECT count(*) FROM group_requests WHERE user_id = ${userId} AND state = 'pending') < ${PENDING_GROUP_REQUESTS_MAX}
          AND ${mayAdd('groupEventsPerDay', { authorId: userId, now })}`,
    ),
    statement(
      db,
      sql`REPLACE INTO group_request_search (rowid, title) SELECT id, title FROM group_requests WHERE ${isAdded}`,
    ),
    addActivity(
      db,
      { kind: 'requested', userId, now, of: 'request' },
      sql`SELECT id AS request_id, NULL AS group_id FROM group_requests WHERE ${isAdded}`,
    ),
    statement<{ id: number }>(db, sql`SELECT id FROM group_requests WHERE ${isSame}`),
    db
      .select({ id: sketches.id })
      .from(sketches)
      .where(and(eq(sketches.id, thumbnail), eq(sketches.userId, userId), eq(sketches.listed, true))),
  ])
  if (stored) return success(stored.id)
  return failure(sketch ? 'group_request_limit' : 'not_found')
}

/** Votes for a pending request, once a member, for 30 days [2 §4]. */
export async function addVote(
  db: Db,
  viewer: Viewer,
  { requestId, now }: { requestId: number; now: number },
): Promise<Result<{ upvotes: number }, 'not_found' | 'voting_over'>> {
  const { id } = viewer
  const isVisible = notBlocked(viewer, groupRequests.userId)
  const isOpen = sql`group_requests.id = ${requestId} AND group_requests.state = 'pending'
    AND group_requests.created_at > ${now - VOTE_MS} AND ${isVisible}
    AND NOT EXISTS (SELECT 1 FROM group_request_votes WHERE request_id = ${requestId} AND group_request_votes.user_id = ${id})`
  const [, , [request]] = await db.batch([
    statement(db, sql`UPDATE group_requests SET upvotes_count = upvotes_count + 1 WHERE ${isOpen}`),
    statement(
      db,
      sql`INSERT INTO group_request_votes (request_id, user_id, created_at)
        SELECT id, ${id}, ${now} FROM group_requests WHERE ${isOpen}`,
    ),
    selectRequests(db, viewer).where(and(eq(groupRequests.id, requestId), isVisible)),
  ])
  if (!request) return failure('not_found')
  return request.voted ? success({ upvotes: request.upvotes }) : failure('voting_over')
}

type Decision = { requestId: number; message: string; staffId: number; now: number }

/** Makes the statement that decides a pending request. Later statements of its batch act where its token is stored. */
function decide(db: Db, state: 'approved' | 'deleted', { requestId, message }: Decision, token: string) {
  return statement(
    db,
    sql`UPDATE group_requests SET state = ${state}, message = ${message}, decision = ${token}
      WHERE id = ${requestId} AND state = 'pending'`,
  )
}

/** Statements of every decision: the index of names, the logs of groups and of staff, and last the requester's notice. */
function recordDecision(db: Db, state: 'approved' | 'deleted', { message, staffId, now }: Decision, token: string) {
  const decided = sql`FROM group_requests WHERE decision = ${token}`
  const approved = state === 'approved'
  return [
    statement(db, sql`DELETE FROM group_request_search WHERE rowid = (SELECT id ${decided})`),
    addActivity(
      db,
      { kind: approved ? 'request_approved' : 'request_deleted', userId: staffId, now, of: 'request' },
      sql`SELECT id AS request_id, (SELECT groups.id FROM groups WHERE groups.request_id = group_requests.id) AS group_id ${decided}`,
    ),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, ${approved ? 'group_approve' : 'group_reject'}, user_id, 'group_request', id, ${message},
          json_object('title', json_array(NULL, title)), ${now} ${decided}`,
    ),
    statement<{ user_id: number }>(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, group_id, group_request_id, excerpt, occurred_at)
        SELECT user_id, 'features', ${staffId}, user_id,
          (SELECT groups.id FROM groups WHERE groups.request_id = group_requests.id), id, ${message}, ${now} ${decided}
        ON CONFLICT DO NOTHING RETURNING user_id`,
    ),
  ]
}

/** The state of a decided request, and the members to tell of a notification. */
type Decided = { state: 'approved' | 'deleted'; notified: number[] }

/**
 * Makes a group of a pending request, with its founder as the owner and its chat room. Approving a decided request
 * changes nothing: the result is its state.
 */
export async function approveRequest(
  db: Db,
  decision: Decision & { slug?: string | undefined },
): Promise<Result<Decided, 'not_found' | 'slug_taken'>> {
  const { requestId, slug, now } = decision
  const request = await db
    .select({ title: groupRequests.title })
    .from(groupRequests)
    .where(eq(groupRequests.id, requestId))
    .get()
  if (!request) return failure('not_found')
  if (slug && (await isTaken(db, slug, requestId))) return failure('slug_taken')
  const token = crypto.randomUUID()
  const decided = sql`FROM group_requests WHERE decision = ${token}`
  const newGroup = sql`FROM groups WHERE request_id = (SELECT id ${decided})`
  const done = await batchEach(db, [
    decide(db, 'approved', decision, token),
    statement(
      db,
      sql`INSERT INTO groups (slug, title, description, cover_sketch_id, user_id, request_id, upvotes_count, members_count,
          latest_activity_at, created_at)
        SELECT ${freeSlug(slug ?? groupSlugOf(request.title), requestId)}, title, description, sketch_id, user_id, id,
          upvotes_count, 1, ${now}, ${now} ${decided}`,
    ),
    statement(
      db,
      sql`INSERT INTO group_members (group_id, user_id, role, joined_at) SELECT id, user_id, 'owner', ${now} ${newGroup}`,
    ),
    statement(
      db,
      sql`INSERT INTO chat_rooms (channel, kind, owner_id, created_at) SELECT 'group-' || slug, 'group', user_id, ${now} ${newGroup}`,
    ),
    statement(
      db,
      sql`INSERT INTO chat_room_members (room_id, user_id) SELECT chat_rooms.id, chat_rooms.owner_id FROM chat_rooms
        WHERE channel = (SELECT 'group-' || slug ${newGroup})`,
    ),
    statement(db, sql`INSERT INTO group_search (rowid, title, description) SELECT id, title, description ${newGroup}`),
    ...recordDecision(db, 'approved', decision, token),
  ])
  return decidedOf(db, requestId, done)
}

/** The slug, with the id of the request where it is taken or empty. */
function freeSlug(slug: string, requestId: number): SQL {
  const end = `-${requestId}`
  const distinct = slug === '' ? `group${end}` : `${slug.slice(0, GROUP_SLUG_MAX - end.length)}${end}`
  const isTakenSlug = sql`EXISTS (SELECT 1 FROM groups WHERE slug = ${slug})`
  return sql`iif(${slug} = '' OR ${isTakenSlug}, ${distinct}, ${slug})`
}

async function isTaken(db: Db, slug: string, requestId: number): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM groups WHERE slug = ${slug} AND request_id IS NOT ${requestId} LIMIT 1`)
  return rows.length > 0
}

/** Reads the state of a request after the batch of a decision, whose last statement returns the notified members. */
async function decidedOf(
  db: Db,
  requestId: number,
  done: readonly (readonly unknown[])[],
): Promise<Result<Decided, 'not_found'>> {
  const found = await db
    .select({ state: groupRequests.state })
    .from(groupRequests)
    .where(eq(groupRequests.id, requestId))
    .get()
  if (!found || found.state === 'pending') return failure('not_found')
  const notified = (done.at(-1) ?? []) as { user_id: number }[]
  return success({ state: found.state, notified: notified.map((row) => row.user_id) })
}

/** Takes back a pending request of a member. A decided request stays: the result is its state. */
export async function withdrawRequest(
  db: Db,
  { requestId, userId, now }: { requestId: number; userId: number; now: number },
): Promise<Result<'approved' | 'deleted', 'not_found'>> {
  const token = crypto.randomUUID()
  const decided = sql`FROM group_requests WHERE decision = ${token}`
  const [, , , [own]] = await db.batch([
    statement(
      db,
      sql`UPDATE group_requests SET state = 'deleted', decision = ${token}
        WHERE id = ${requestId} AND user_id = ${userId} AND state = 'pending'`,
    ),
    statement(db, sql`DELETE FROM group_request_search WHERE rowid = (SELECT id ${decided})`),
    addActivity(
      db,
      { kind: 'request_deleted', userId, now, of: 'request' },
      sql`SELECT id AS request_id, NULL AS group_id ${decided}`,
    ),
    db
      .select({ state: groupRequests.state })
      .from(groupRequests)
      .where(and(eq(groupRequests.id, requestId), eq(groupRequests.userId, userId))),
  ])
  return own && own.state !== 'pending' ? success(own.state) : failure('not_found')
}

/** Rejects a pending request with words to the requester. A decided request stays: the result is its state. */
export async function deleteRequest(db: Db, decision: Decision): Promise<Result<Decided, 'not_found'>> {
  const token = crypto.randomUUID()
  const done = await batchEach(db, [
    decide(db, 'deleted', decision, token),
    ...recordDecision(db, 'deleted', decision, token),
  ])
  return decidedOf(db, decision.requestId, done)
}
