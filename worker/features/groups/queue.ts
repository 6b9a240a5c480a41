import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { GroupFeatureCounts, GroupFeatureList } from '../../../contract/http/group-admin.ts'
import { GROUPS_PAGE_SIZE } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { groupNameOf } from '../../domain/groups/names.ts'
import { groupFeatureRequests, groups } from '../../domain/groups/schema.ts'
import { coverColumn, coverOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { addActivity } from './activity.ts'
import { insertGroupSketch } from './gallery.ts'

const LIST = 'group queue'
/** Maximum count of requests and suggestions. A count stops there. */
const COUNTED_MAX = 100

/**
 * Lists the queue of all groups, newest first: suggestions of listed sketches, including mature ones and ones across
 * blocks, because every group admin decides on all of them. Members who suggested them have their nicknames of that
 * time.
 * @throws InvalidCursor.
 */
export async function listQueue(db: Db, cursor?: string): Promise<GroupFeatureList> {
  const [last] = decodeCursor(LIST, 1, cursor) ?? []
  const rows = await db
    .select({
      id: sql<number>`${groupFeatureRequests.id}`.as('feature_request_id'),
      message: groupFeatureRequests.message,
      at: groupFeatureRequests.createdAt,
      cover: coverColumn.as('cover'),
      mature: sketches.mature,
      sketchTitle: sql<string>`${sketches.title}`.as('sketch_title'),
      groupSlug: groupFeatureRequests.groupSlug,
      groupTitle: groupFeatureRequests.groupTitle,
      userId: sql<number>`${groupFeatureRequests.userId}`.as('suggester_id'),
      suggester: sql<string | null>`${groupFeatureRequests.nickname}`.as('suggester'),
      artist: { ...personColumns, id: sql<number>`${users.id}`.as('artist_id') },
    })
    .from(groupFeatureRequests)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(
      and(
        eq(groupFeatureRequests.state, 'pending'),
        last === undefined ? undefined : lt(groupFeatureRequests.id, last),
        eq(sketches.id, groupFeatureRequests.sketchId),
        eq(sketches.listed, true),
        eq(users.id, sketches.userId),
      ),
    )
    .orderBy(desc(groupFeatureRequests.id))
    .limit(GROUPS_PAGE_SIZE)
  const end = rows.at(-1)
  const done = rows.length < GROUPS_PAGE_SIZE || !end
  return {
    items: rows.flatMap(({ id, message, at, cover, sketchTitle, mature, userId, suggester, artist, ...row }) => {
      const [picture, group] = [coverOf(cover), groupNameOf(row)]
      if (!picture || !group) return []
      const sketch = { ...picture, title: displayTitle(sketchTitle), mature, user: personOf(artist) }
      return { id, sketch, group, user: { id: userId, nickname: suggester ?? '' }, message, date: toWireTime(at) }
    }),
    cursor: done ? '' : encodeCursor(LIST, [end.id]),
    done,
  }
}

/** Counts undecided requests for groups, and suggestions of listed sketches, up to a limit. */
export async function countUndecided(db: Db): Promise<GroupFeatureCounts> {
  const pending = (table: 'group_requests' | 'group_feature_requests') =>
    sql`(SELECT * FROM ${sql.identifier(table)} WHERE state = 'pending' ORDER BY id DESC LIMIT ${COUNTED_MAX})`
  const [counts] = await db.all<GroupFeatureCounts>(
    sql`SELECT (SELECT count(*) FROM ${pending('group_requests')}) AS requests,
      (SELECT count(*) FROM ${pending('group_feature_requests')} AS request
        CROSS JOIN sketches ON sketches.id = request.sketch_id WHERE sketches.listed = 1) AS features`,
  )
  return counts ?? { requests: 0, features: 0 }
}

type Decision = { id: number; action: 'approve' | 'reject'; message: string; staffId: number; now: number }

/**
 * Approves a suggestion, which adds the sketch to the group, or rejects it. A decided suggestion is left unchanged, and
 * its state is returned. A sketch that is in the maximum number of groups remains in the queue.
 */
export async function decideFeature(
  db: Db,
  { id, action, message, staffId, now }: Decision,
): Promise<Result<{ state: 'approved' | 'rejected'; notified: number[] }, 'not_found' | 'group_limit'>> {
  const token = crypto.randomUUID()
  const state = action === 'approve' ? 'approved' : 'rejected'
  const decided = sql`SELECT group_id, sketch_id FROM group_feature_requests WHERE decision = ${token}`
  const by = { userId: staffId, now }
  const done = await tryWrite(
    batchEach(db, [
      statement(
        db,
        sql`UPDATE group_feature_requests SET state = ${state}, reply = ${message}, decision = ${token}
          WHERE id = ${id} AND state = 'pending'`,
      ),
      ...(action === 'approve'
        ? insertGroupSketch(db, decided, { kind: 'sketch_approved', ...by })
        : [addActivity(db, { kind: 'sketch_rejected', ...by, of: 'sketch' }, decided)]),
      statement(
        db,
        sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
          SELECT ${staffId}, ${`group_feature_${action}`}, sketches.user_id, 'sketch', sketches.id, ${message},
            json_object('group', json_array(NULL, groups.slug)), ${now}
          FROM group_feature_requests AS request JOIN sketches ON sketches.id = request.sketch_id
          JOIN groups ON groups.id = request.group_id WHERE request.decision = ${token}`,
      ),
      notifyDecision(db, token, by),
    ]),
    { group_limit: 'group_limit' } as const,
  )
  if (!done.ok) return done
  const found = await db
    .select({ state: groupFeatureRequests.state })
    .from(groupFeatureRequests)
    .where(eq(groupFeatureRequests.id, id))
    .get()
  if (!found || found.state === 'pending' || found.state === 'held') return failure('not_found')
  const notified = (done.value.at(-1) ?? []) as { user_id: number }[]
  return success({ state: found.state, notified: notified.map((row) => row.user_id) })
}

/**
 * Makes the statement that notifies the member who suggested a sketch of the decision and its message. If that is not
 * the artist, it also notifies the artist of an approval.
 */
function notifyDecision(db: Db, token: string, { userId, now }: { userId: number; now: number }) {
  return statement<{ user_id: number }>(
    db,
    sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, group_id, group_feature_id, excerpt, occurred_at)
      SELECT users.id, 'features', ${userId}, sketches.user_id, sketches.id, request.group_id, request.id, request.reply, ${now}
      FROM group_feature_requests AS request JOIN sketches ON sketches.id = request.sketch_id
      JOIN users ON users.id = request.user_id OR (users.id = sketches.user_id AND request.state = 'approved')
      WHERE request.decision = ${token} ON CONFLICT DO NOTHING RETURNING user_id`,
  )
}

/** Marks a group as official or not, with an entry in the audit log. Repeating it changes nothing. */
export async function setOfficial(
  db: Db,
  { slug, official, reason }: { slug: string; official: boolean; reason: string },
  { userId, now }: { userId: number; now: number },
): Promise<Result<void, 'not_found'>> {
  const isChanged = sql`slug = ${slug} AND official <> ${Number(official)}`
  const [, , , [group]] = await db.batch([
    addActivity(
      db,
      { kind: official ? 'made_official' : 'made_unofficial', userId, now },
      sql`SELECT id AS group_id FROM groups WHERE ${isChanged}`,
    ),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${userId}, ${official ? 'group_official' : 'group_unofficial'}, user_id, 'group', id, ${reason},
          json_object('group', json_array(NULL, slug), 'official',
            json_array(json(iif(official, 'true', 'false')), json(${String(official)}))), ${now} FROM groups WHERE ${isChanged}`,
    ),
    statement(db, sql`UPDATE groups SET official = ${Number(official)} WHERE ${isChanged}`),
    db.select({ id: groups.id }).from(groups).where(eq(groups.slug, slug)),
  ])
  return group ? success(undefined) : failure('not_found')
}
