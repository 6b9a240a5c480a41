import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { GroupRequest, GroupRequestList, GroupWriteOf } from '../../../contract/http/groups.ts'
import { GROUP_VOTE_DAYS, GROUPS_PAGE_SIZE, PENDING_GROUP_REQUESTS_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { groupRequests } from '../../domain/group-requests/schema.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { coverColumn, coverOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked } from '../../domain/sketches/visibility.ts'
import { mayAdd } from '../../domain/users/member-limits.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { type Db, statement } from '../../lib/database.ts'
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
      user: groupRequests.userId,
      nickname: groupRequests.nickname,
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

function requestOf({ createdAt, slug, thumbnail, ...row }: RequestRow): GroupRequest {
  return {
    ...row,
    thumbnail: coverOf(thumbnail),
    date: toWireTime(createdAt),
    endDate: toWireTime(createdAt + VOTE_MS),
    groupId: slug,
  }
}

type ListOptions = { cursor?: string | undefined; now: number }

/**
 * Lists pending requests, newest first: those that are open for votes, and with `all` (for group admins) also older
 * ones. The first page of a member also has their own latest requests, decided or not, as `own`. @throws InvalidCursor.
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
    all ? undefined : isOpenForVotes(now),
    notBlocked(viewer, groupRequests.userId),
  )
  const [rows, own] = await db.batch([
    selectRequests(db, viewer).where(isListed).orderBy(desc(groupRequests.id)).limit(GROUPS_PAGE_SIZE),
    selectRequests(db, viewer)
      .where(eq(groupRequests.userId, all || cursor ? 0 : (viewer?.id ?? 0)))
      .orderBy(desc(groupRequests.id))
      .limit(OWN_REQUESTS_SHOWN),
  ])
  const end = rows.at(-1)
  const done = rows.length < GROUPS_PAGE_SIZE || !end
  return {
    items: rows.map(requestOf),
    own: own.map((row) => requestOf({ ...row, nickname: viewer?.nickname ?? row.nickname })),
    cursor: done ? '' : encodeCursor(name, [end.id]),
    done,
  }
}

/** The condition that a request is still voted on. By the first such id, no rows of older requests are read. */
function isOpenForVotes(now: number): SQL {
  const since = now - VOTE_MS
  return sql`group_requests.created_at > ${since} AND group_requests.id >= (SELECT first.id FROM group_requests AS first
    WHERE first.state = 'pending' AND first.created_at > ${since} ORDER BY first.created_at LIMIT 1)`
}

type NewRequest = Pick<GroupWriteOf<'request'>, 'title' | 'description' | 'thumbnail'> & { userId: number; now: number }

/** Adds a request, once per title and member. The thumbnail must be a listed sketch of the member. */
export async function addRequest(
  db: Db,
  { title, description, thumbnail, userId, now }: NewRequest,
): Promise<Result<number, 'not_found' | 'group_request_limit'>> {
  const isSame = sql`group_requests.user_id = ${userId} AND group_requests.state = 'pending' AND group_requests.title = ${title}`
  const isAdded = sql`${isSame} AND group_requests.created_at = ${now}`
  const [, , , [stored], [sketch]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO group_requests (title, description, sketch_id, user_id, nickname, created_at)
        SELECT ${title}, ${description}, id, ${userId}, (SELECT nickname FROM users WHERE users.id = ${userId}), ${now}
        FROM sketches
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

/** Votes for a pending request of another member, once per member, within 30 days of the request [2 §4]. */
export async function addVote(
  db: Db,
  viewer: Viewer,
  { requestId, now }: { requestId: number; now: number },
): Promise<Result<{ upvotes: number }, 'not_found' | 'own_request' | 'voting_over'>> {
  const { id } = viewer
  const isVisible = notBlocked(viewer, groupRequests.userId)
  const isOpen = sql`group_requests.id = ${requestId} AND group_requests.state = 'pending'
    AND group_requests.created_at > ${now - VOTE_MS} AND group_requests.user_id <> ${id} AND ${isVisible}
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
  if (request.user === id) return failure('own_request')
  return request.voted ? success({ upvotes: request.upvotes }) : failure('voting_over')
}

/** Withdraws a member's own pending request. A decided request is left unchanged, and its state is returned. */
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
