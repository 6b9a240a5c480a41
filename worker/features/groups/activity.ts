import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { GroupActivityKind, GroupActivityList } from '../../../contract/http/group-admin.ts'
import { GROUPS_PAGE_SIZE } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { groupRequests } from '../../domain/group-requests/schema.ts'
import { groupNameOf } from '../../domain/groups/names.ts'
import { groupActivity } from '../../domain/groups/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { mayAdd } from '../../domain/users/member-limits.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { type Db, statement } from '../../lib/database.ts'

type Activity = { kind: GroupActivityKind; userId: number; now: number; of?: 'sketch' | 'request' | 'target_user' }

const DAY_MS = 86_400_000

/** Actions that members can repeat freely. Their events have a daily limit. */
const REPEATABLE = new Set<GroupActivityKind>([
  'joined',
  'left',
  'sketch_added',
  'sketch_suggested',
  'sketch_removed',
  'edited',
  'role_changed',
])

/**
 * Makes the statement that adds an event for each row of `source`. Its columns are `group_id` and the id of the sketch,
 * request or member that `of` names. Leaves out the same event of a member within 24 hours, and repeatable events above
 * their daily limit, because events are kept forever.
 */
export function addActivity(db: Db, { kind, userId, now, of }: Activity, source: SQL) {
  const subject = of && sql.identifier(`${of}_id`)
  return statement(
    db,
    sql`INSERT INTO group_activity (kind, user_id, created_at, group_slug, group_title, group_id${subject && sql`, ${subject}`})
      SELECT ${kind}, ${userId}, ${now}, (SELECT slug FROM groups WHERE groups.id = source.group_id),
        (SELECT title FROM groups WHERE groups.id = source.group_id), group_id${subject && sql`, ${subject}`}
      FROM (${source}) AS source
      WHERE NOT EXISTS (SELECT 1 FROM group_activity AS event WHERE event.user_id = ${userId}
        AND event.group_id IS source.group_id AND event.kind = ${kind}
        AND event.sketch_id IS ${of === 'sketch' ? sql`source.sketch_id` : sql`NULL`}
        AND event.created_at > ${now - DAY_MS}
        ${of && of !== 'sketch' ? sql`AND event.${subject} = source.${subject}` : sql``})
        ${REPEATABLE.has(kind) ? sql`AND ${mayAdd('groupEventsPerDay', { authorId: userId, now })}` : sql``}`,
  )
}

const LIST = 'group activity'

const targets = alias(users, 'targets')

/**
 * Lists events, latest first. Leaves out titles of sketches that the viewer does not see in lists. @throws
 * InvalidCursor.
 */
export async function listActivity(db: Db, viewer: Viewer, cursor?: string): Promise<GroupActivityList> {
  const [last] = decodeCursor(LIST, 1, cursor) ?? []
  const rows = await db
    .select({
      id: sql<number>`${groupActivity.id}`.as('activity_id'),
      kind: groupActivity.kind,
      at: groupActivity.createdAt,
      user: { ...personColumns, id: sql<number>`${users.id}`.as('actor_id') },
      groupSlug: groupActivity.groupSlug,
      groupTitle: groupActivity.groupTitle,
      requestTitle: sql<string | null>`${groupRequests.title}`.as('request_title'),
      sketchId: sql<number | null>`${sketches.id}`.as('shown_sketch_id'),
      sketchTitle: sql<string | null>`${sketches.title}`.as('sketch_title'),
      targetId: sql<number | null>`${targets.id}`.as('target_id'),
      targetNickname: sql<string | null>`${targets.nickname}`.as('target_nickname'),
    })
    .from(groupActivity)
    .crossJoin(users)
    .leftJoin(groupRequests, eq(groupRequests.id, groupActivity.requestId))
    .leftJoin(sketches, and(eq(sketches.id, groupActivity.sketchId), listedFor(viewer)))
    .leftJoin(targets, eq(targets.id, groupActivity.targetUserId))
    .where(and(eq(users.id, groupActivity.userId), last === undefined ? undefined : lt(groupActivity.id, last)))
    .orderBy(desc(groupActivity.id))
    .limit(GROUPS_PAGE_SIZE)
  const end = rows.at(-1)
  const done = rows.length < GROUPS_PAGE_SIZE || !end
  return {
    items: rows.map(
      ({ id, kind, at, user, requestTitle, sketchId, sketchTitle, targetId, targetNickname, ...row }) => ({
        id,
        kind,
        date: toWireTime(at),
        user: personOf(user),
        group: groupNameOf(row),
        request: requestTitle,
        sketch: sketchId === null ? null : { id: sketchId, title: displayTitle(sketchTitle) },
        target: targetId === null ? null : { id: targetId, nickname: targetNickname ?? '' },
      }),
    ),
    cursor: done ? '' : encodeCursor(LIST, [end.id]),
    done,
  }
}
