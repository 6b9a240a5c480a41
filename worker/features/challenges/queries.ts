import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import type { ChallengeListReply, ChallengePageReply } from '../../../contract/http/challenges.ts'
import { CHALLENGES_PAGE_SIZE, OWN_ENTRIES_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { startOf } from '../../domain/challenges/days.ts'
import { isDaily, mayEnter, runsItsGroup } from '../../domain/challenges/queries.ts'
import { challengeEntries, challenges } from '../../domain/challenges/schema.ts'
import { groups } from '../../domain/groups/schema.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { newestFirst } from '../../domain/search/candidates.ts'
import { ftsStrings } from '../../domain/search/match.ts'
import { challengeOrder, ownEntriesOrder } from '../../domain/sketch-lists/orders.ts'
import { itemsOf, joinedListOf, selectFirst, selectJoined } from '../../domain/sketch-lists/read-list.ts'
import { coverColumn, coverOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { shownCount } from '../../domain/sketches/shown-count.ts'
import { blockedColumn, listedFor, partsWithBlocked } from '../../domain/sketches/visibility.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'

/** The number of latest entries that are tried as a cover. */
const COVERS_TRIED = 8

const challengeColumns = (viewer: Viewer | null) => ({
  id: challenges.id,
  title: challenges.title,
  day: challenges.day,
  entries: entriesFor(viewer).as('entries'),
  thumbnail: thumbnailFor(viewer).as('thumbnail'),
})

/** The number of entries that this viewer sees. */
const entriesFor = (viewer: Viewer | null) =>
  shownCount(viewer, {
    listedCount: challenges.listedCount,
    listedForAllCount: challenges.listedForAllCount,
    table: 'challenge_entries',
    belongs: sql`challenge_entries.challenge_id = ${challenges.id}`,
    artistIndex: 'challenge_entries_artist',
  })

/** The cover as JSON: the latest entry that this viewer may see. */
function thumbnailFor(viewer: Viewer | null): SQL<string | null> {
  const latest = partsWithBlocked(viewer, challengeEntries).map(
    (part) => sql`SELECT entry_id, sketch_id FROM challenge_entries
      WHERE challenge_entries.challenge_id = ${challenges.id} AND ${part}`,
  )
  return sql<string | null>`(SELECT ${coverColumn} FROM (
      ${sql.join(latest, sql` UNION ALL `)} ORDER BY entry_id DESC LIMIT ${COVERS_TRIED}) AS latest
    CROSS JOIN sketches WHERE ${sketches.id} = latest.sketch_id AND ${listedFor(viewer)} ORDER BY latest.entry_id DESC LIMIT 1)`
}

type ChallengeRow = { id: number; title: string; day: number; entries: number; thumbnail: string | null }

/** A list item [1 §3]. */
export function challengeItemOf({ id, title, day, entries, thumbnail }: ChallengeRow): ChallengeItem {
  return { id, title, date: toWireTime(startOf(day)), entries, thumbnail: coverOf(thumbnail) }
}

/** Selects daily challenges, latest first; `after` is the condition for rows after a cursor. */
export function selectLatestChallenges(
  db: Db,
  viewer: Viewer | null,
  { limit, after }: { limit: number; after?: SQL | undefined },
) {
  return db
    .select({ ...challengeColumns(viewer), number: challenges.number })
    .from(challenges)
    .where(and(isDaily, after))
    .orderBy(desc(challenges.number))
    .limit(limit)
}

const LIST = 'challenges'

/** Lists daily challenges, latest first, after a cursor or from a page counted from 1. @throws InvalidCursor. */
export async function listChallenges(
  db: Db,
  viewer: Viewer | null,
  { page, cursor }: { page: number; cursor?: string | undefined },
): Promise<ChallengeListReply> {
  const [last] = decodeCursor(LIST, 1, cursor) ?? []
  const skipped = (page - 1) * CHALLENGES_PAGE_SIZE
  const after =
    last === undefined
      ? sql`${challenges.number} <= (SELECT max(number) FROM challenges WHERE group_id IS NULL) - ${skipped}`
      : lt(challenges.number, last)
  const rows = await selectLatestChallenges(db, viewer, { limit: CHALLENGES_PAGE_SIZE, after })
  const end = rows.at(-1)
  const done = rows.length < CHALLENGES_PAGE_SIZE || !end
  return {
    items: rows.map(challengeItemOf),
    cursor: done ? '' : encodeCursor(LIST, [end.number]),
    page: cursor ? undefined : page,
    done,
  }
}

/** Finds a challenge with a page of its entries. @throws InvalidCursor. */
export async function findChallenge(
  db: Db,
  viewer: Viewer | null,
  { id, cursor }: { id: number; cursor?: string | undefined },
): Promise<ChallengePageReply | null> {
  const list = { name: `challenge ${id}`, ...challengeOrder(viewer, id) }
  const [[row], [prev], [next], entries, own] = await db.batch([
    selectChallenge(db, viewer, id),
    selectNeighbour(db, viewer, { id, side: 'prev' }),
    selectNeighbour(db, viewer, { id, side: 'next' }),
    selectJoined(db, list, { cursor }),
    selectFirst(db, ownEntriesOrder(cursor ? null : viewer, id), OWN_ENTRIES_MAX),
  ])
  if (!row) return null
  const { item, description, groupSlug, groupTitle, canEnter, canEdit, userId, blocked, ...person } = row
  return {
    ...challengeItemOf(item),
    description,
    group: groupSlug === null ? null : { id: groupSlug, title: groupTitle ?? '' },
    canEnter,
    canEdit: isStaff(viewer) || canEdit,
    user: blocked ? null : personOf({ id: userId, ...person }),
    sketches: joinedListOf(list, entries, { cursor }),
    own: itemsOf(own),
    prev: prev ? challengeItemOf(prev) : null,
    next: next ? challengeItemOf(next) : null,
  }
}

function selectChallenge(db: Db, viewer: Viewer | null, id: number) {
  return db
    .select({
      item: challengeColumns(viewer),
      description: challenges.description,
      // Aliased: a batch merges columns of the same name.
      groupSlug: sql<string | null>`${groups.slug}`.as('group_slug'),
      groupTitle: sql<string | null>`${groups.title}`.as('group_title'),
      canEnter: mayEnter(viewer?.id ?? 0)
        .mapWith(Boolean)
        .as('can_enter'),
      canEdit: runsItsGroup(viewer).mapWith(Boolean).as('can_edit'),
      userId: challenges.userId,
      nickname: users.nickname,
      avatarKey: users.avatarKey,
      blocked: blockedColumn(viewer, users.id),
    })
    .from(challenges)
    .innerJoin(users, eq(users.id, challenges.userId))
    .leftJoin(groups, and(eq(groups.id, challenges.groupId), isGroupShown(viewer)))
    .where(eq(challenges.id, id))
}

/** Selects the challenge before or after another one: a daily one, or one of the same group. */
function selectNeighbour(db: Db, viewer: Viewer | null, { id, side }: { id: number; side: 'prev' | 'next' }) {
  const [comparison, order] = side === 'prev' ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`]
  const nearest = (among: SQL) => sql`(SELECT near.id FROM challenges AS near
    WHERE ${among} AND near.day ${comparison} own.day ORDER BY near.day ${order} LIMIT 1)`
  const neighbour = sql`(SELECT iif(own.group_id IS NULL,
      ${nearest(sql`near.group_id IS NULL`)}, ${nearest(sql`near.group_id = own.group_id`)})
    FROM challenges AS own WHERE own.id = ${id})`
  return db.select(challengeColumns(viewer)).from(challenges).where(eq(challenges.id, neighbour))
}

/**
 * Finds daily challenges by beginnings of words, latest first, after a cursor of the same search. @throws
 * InvalidCursor.
 */
export async function searchChallenges(
  db: Db,
  viewer: Viewer | null,
  { query, cursor }: { query: string; cursor?: string | undefined },
): Promise<ChallengeListReply> {
  const list = `challenge search ${query}`
  const [lastId] = decodeCursor(list, 1, cursor) ?? []
  const words = ftsStrings(query)
  if (words.length === 0) return { items: [], cursor: '', done: true }
  const wanted = [words.join(' AND ')]
  const last = lastId === undefined ? null : { level: 0, id: lastId }
  const matches = newestFirst('challenge_search', { search: { wanted }, last, limit: CHALLENGES_PAGE_SIZE })
  const rows = await db
    .select(challengeColumns(viewer))
    .from(sql`${matches} AS found`)
    .crossJoin(challenges)
    .where(sql`${challenges.id} = found.id`)
  // Sorted here, because D1 counts each row twice that it sorts.
  rows.sort((a, b) => b.id - a.id)
  const end = rows.at(-1)
  const done = rows.length < CHALLENGES_PAGE_SIZE || !end
  return { items: rows.map(challengeItemOf), cursor: done ? '' : encodeCursor(list, [end.id]), done }
}
