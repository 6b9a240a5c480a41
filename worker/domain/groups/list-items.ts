import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Group } from '../../../contract/http/groups.ts'
import { GLOPS_PER_GROUP_STAR } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import type { Db } from '../../lib/database.ts'
import { coverColumn, coverOf } from '../sketches/list-items.ts'
import { sketches } from '../sketches/schema.ts'
import { shownCount } from '../sketches/shown-count.ts'
import { blockedColumn, listedFor, partsWithBlocked } from '../sketches/visibility.ts'
import { personOf } from '../users/list-items.ts'
import { users } from '../users/schema.ts'
import type { Viewer } from '../users/viewer.ts'
import { groupSketches, groups } from './schema.ts'
import { groupStarsColumn } from './stars.ts'

/**
 * Number of latest sketches in which a visible thumbnail is searched, if the chosen one is hidden from the viewer.
 */
const THUMBNAILS_TRIED = 8

/** Selects the number of sketches of a group that this viewer sees. */
const sketchesFor = (viewer: Viewer | null): SQL<number> =>
  shownCount(viewer, {
    ...{ listedCount: groups.listedCount, listedForAllCount: groups.listedForAllCount },
    ...{ table: 'group_sketches', artistIndex: 'group_sketches_artist' },
    belongs: sql`group_sketches.group_id = ${groups.id}`,
  })

/** Selects the thumbnail as JSON: the chosen sketch, or the latest one that this viewer may see. */
function thumbnailFor(viewer: Viewer | null): SQL<string | null> {
  const latest = partsWithBlocked(viewer, groupSketches).map(
    (part) =>
      sql`SELECT entry_id, sketch_id FROM group_sketches WHERE group_sketches.group_id = ${groups.id} AND ${part}`,
  )
  return sql<string | null>`coalesce(
    (SELECT ${coverColumn} FROM sketches WHERE ${sketches.id} = ${groups.coverSketchId} AND ${listedFor(viewer)}),
    (SELECT ${coverColumn} FROM (
        ${sql.join(latest, sql` UNION ALL `)} ORDER BY entry_id DESC LIMIT ${THUMBNAILS_TRIED}) AS latest
      CROSS JOIN sketches WHERE ${sketches.id} = latest.sketch_id AND ${listedFor(viewer)}
      ORDER BY latest.entry_id DESC LIMIT 1))`
}

function groupColumns(viewer: Viewer | null, now: number) {
  return {
    groupId: sql<number>`${groups.id}`.as('group_id'),
    slug: groups.slug,
    title: groups.title,
    description: groups.description,
    official: groups.official,
    upvotes: groups.upvotesCount,
    members: groups.membersCount,
    /** Used only to order lists. Pages show `sketches`. */
    listed: groups.listedCount,
    glops: groups.glops,
    hidden: groups.hiddenBy,
    stars: groupStarsColumn(now).as('stars'),
    sketches: sketchesFor(viewer).as('sketches'),
    thumbnail: thumbnailFor(viewer).as('thumbnail'),
    latestActivityAt: groups.latestActivityAt,
    userId: sql<number>`${users.id}`.as('founder_id'),
    nickname: users.nickname,
    avatarKey: users.avatarKey,
    blocked: blockedColumn(viewer, users.id),
  }
}

/** Selects the rows of list items, for `groupOf`. */
export function selectGroups(db: Db, viewer: Viewer | null, now: number) {
  return db
    .select(groupColumns(viewer, now))
    .from(groups)
    .crossJoin(users)
    .where(eq(users.id, groups.userId))
    .$dynamic()
}

/** Combines a condition with the one of `selectGroups`, which a second `where` would replace. */
export const groupsWhere = (condition: SQL | undefined) => and(eq(users.id, groups.userId), condition)

export type GroupRow = Awaited<ReturnType<typeof selectGroups>>[number]

/** Makes a list item [2 §3]. */
export function groupOf(row: GroupRow): Group {
  const { userId: id, nickname, avatarKey } = row
  return {
    id: row.slug,
    title: row.title,
    description: row.description,
    thumbnail: coverOf(row.thumbnail),
    sketches: row.sketches,
    users: row.members,
    stars: row.stars,
    glops: row.glops,
    glopAccFeature: Math.max(0, row.glops) % GLOPS_PER_GROUP_STAR,
    official: row.official,
    latestActivity: toWireTime(row.latestActivityAt),
    upvotes: row.upvotes,
    hidden: row.hidden,
    user: row.blocked ? null : personOf({ id, nickname, avatarKey }),
  }
}
