import { eq, type SQL, sql } from 'drizzle-orm'
import { GROUP_SLUG_MAX, groupSlugOf } from '../../../contract/group-slug.ts'
import { groupRequests } from '../../domain/group-requests/schema.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { addActivity } from './activity.ts'

type Decision = { requestId: number; message: string; staffId: number; now: number }

/**
 * Makes the statement that decides a pending request and stores a token, which the later statements of the batch check.
 */
function decide(db: Db, state: 'approved' | 'deleted', { requestId, message }: Decision, token: string) {
  return statement(
    db,
    sql`UPDATE group_requests SET state = ${state}, message = ${message}, decision = ${token}
      WHERE id = ${requestId} AND state = 'pending'`,
  )
}

/** Makes the statements of every decision: the index of names, activity, the audit log, and last the notification. */
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

/** The state of a decided request, and the members who got a notification. */
type Decided = { state: 'approved' | 'deleted'; notified: number[] }

/**
 * Makes a group with a chat room from a pending request. The requester becomes its owner. A decided request is left
 * unchanged, and its state is returned.
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

/** Selects a free slug: the given one, with the id of the request appended if it is taken or empty. */
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

/** Rejects a pending request with a message. A decided request is left unchanged, and its state is returned. */
export async function deleteRequest(db: Db, decision: Decision): Promise<Result<Decided, 'not_found'>> {
  const token = crypto.randomUUID()
  const done = await batchEach(db, [
    decide(db, 'deleted', decision, token),
    ...recordDecision(db, 'deleted', decision, token),
  ])
  return decidedOf(db, decision.requestId, done)
}
