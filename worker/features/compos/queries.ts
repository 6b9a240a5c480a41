import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { CompoInfo, CompoList, OpenCompo } from '../../../contract/http/compos.ts'
import { COMPOS_PAGE_SIZE, OPEN_COMPOS_MAX } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { disqualifiedColumn } from '../../domain/compos/disqualification.ts'
import { compoItemOf, openCompoOf, selectCompos, selectOpenCompos } from '../../domain/compos/list-items.ts'
import { compoBallots, compoEntries, compos } from '../../domain/compos/schema.ts'
import { isListed, mayOpen } from '../../domain/compos/visibility.ts'
import { coverColumn, coverOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { notBlocked } from '../../domain/sketches/visibility.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { mayVote } from '../../domain/users/voting-age.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rangesAfter } from '../../lib/keyset.ts'

const LIST = 'compos'

/** Lists compos, latest first, after a cursor or from a page counted from 1. @throws InvalidCursor. */
export async function listCompos(
  db: Db,
  viewer: Viewer | null,
  { page, cursor, now }: { page: number; cursor?: string | undefined; now: number },
): Promise<CompoList> {
  const keys = [compos.startsAt, compos.id]
  const last = decodeCursor(LIST, keys.length, cursor)
  const select = (range: SQL | undefined) =>
    selectCompos(db, viewer, now)
      .where(range)
      .orderBy(desc(compos.startsAt), desc(compos.id))
      .limit(COMPOS_PAGE_SIZE)
      .offset(last ? 0 : (page - 1) * COMPOS_PAGE_SIZE)
  const [startsAt = 0, id = 0] = last ?? []
  // A second bound of the start in the statement would make SQLite read all compos before the page.
  const [equalStart, earlier] = last
    ? rangesAfter(keys, [isStaff(viewer) ? startsAt : Math.min(startsAt, now), id])
    : []
  const rows = await (last
    ? unionAll(
        db.select().from(select(equalStart).as('equal_start')),
        db.select().from(select(earlier).as('earlier')),
      ).limit(COMPOS_PAGE_SIZE)
    : select(isListed(viewer, now)))
  const end = rows.at(-1)
  const done = rows.length < COMPOS_PAGE_SIZE || !end
  return {
    items: rows.map((row) => compoItemOf(row, now)),
    cursor: done ? '' : encodeCursor(LIST, [end.startsAt, end.compoId]),
    page: cursor ? undefined : page,
    done,
  }
}

/**
 * Lists compos that take entries now: first those that the member may enter, the earliest deadline before the others.
 */
export async function listOpenCompos(db: Db, member: Viewer, now: number): Promise<OpenCompo[]> {
  const rows = await selectOpenCompos(db, member, now)
    .where(sql`${compos.id} IN (${openCandidates(member, now)})`)
    .orderBy(sql`can_enter DESC`, compos.endsAt, compos.id)
    .limit(OPEN_COMPOS_MAX)
  return rows.map((row) => openCompoOf(row, now))
}

/**
 * Selects the compos of the site, of the member's groups and of all groups that end first. They are read by their
 * indexes, so that the compos of other groups beyond the maximum cost no rows.
 */
function openCandidates(member: Viewer, now: number): SQL {
  const firstOf = (from: SQL, endsAt: SQL) => sql`SELECT id FROM (SELECT compos.id FROM ${from}
    AND compos.result_at IS NULL AND ${endsAt} > ${now} AND +compos.starts_at <= ${now}
    ORDER BY ${endsAt}, compos.id LIMIT ${OPEN_COMPOS_MAX})`
  const ofSite = sql`compos WHERE compos.group_id IS NULL AND compos.voting_ends_at > ${now}`
  const ofOwnGroups = sql`group_members CROSS JOIN compos
    WHERE group_members.user_id = ${member.id} AND compos.group_id = group_members.group_id`
  // The plus keeps SQLite from the index of the end, which has the compos of all groups.
  return sql`${firstOf(ofSite, sql`+compos.ends_at`)} UNION ${firstOf(ofOwnGroups, sql`+compos.ends_at`)}
    UNION ${firstOf(sql`compos WHERE true`, sql`compos.ends_at`)}`
}

/** The condition of entries that a voter may judge: those that their lists show, except their own. */
export function eligibleFor(voter: Viewer, compoId: SQL | number): SQL | undefined {
  const listed = voter.showMature ? compoEntries.listed : compoEntries.listedForAll
  return and(
    sql`${compoEntries.compoId} = ${compoId}`,
    eq(listed, true),
    sql`${compoEntries.artistId} <> ${voter.id}`,
    notBlocked(voter, compoEntries.artistId),
  )
}

/**
 * The condition that the viewer may vote in a compo of `compos`: it is in voting, and there is something to compare.
 */
export function canVoteIn(viewer: Viewer | null, now: number): SQL {
  if (!viewer || !mayVote(viewer, now)) return sql`0`
  return sql`(compos.result_at IS NULL AND compos.ends_at <= ${now} AND compos.voting_ends_at > ${now} AND 1 < (
    SELECT count(*) FROM (SELECT 1 FROM compo_entries WHERE ${eligibleFor(viewer, sql`compos.id`)} LIMIT 2)))`
}

/** Columns of the viewer's vote, from `compos`. */
export function voteColumns(viewer: Viewer | null, now: number) {
  return {
    canVote: canVoteIn(viewer, now).mapWith(Boolean).as('can_vote'),
    hasVoted: sql`EXISTS (SELECT 1 FROM compo_ballots JOIN compo_sets USING (ballot_id)
      WHERE compo_ballots.compo_id = compos.id AND voter_id = ${viewer?.id ?? 0} AND answered_at IS NOT NULL)`
      .mapWith(Boolean)
      .as('has_voted'),
  }
}

/** Finds a compo for its page; null before it begins, except for staff. */
export async function findCompo(
  db: Db,
  viewer: Viewer | null,
  { key, now }: { key: string; now: number },
): Promise<CompoInfo | null> {
  const id = sql`(SELECT id FROM compos WHERE key = ${key})`
  const me = viewer?.id ?? 0
  const [[item], [more], own] = await db.batch([
    selectCompos(db, viewer, now).where(and(eq(compos.key, key), mayOpen(viewer, now))),
    db
      .select({
        description: compos.description,
        entriesPerMember: compos.entriesPerMember,
        commentCount: compos.commentsCount,
        voters: compos.votersCount,
        picks: compos.picksCount,
        ...voteColumns(viewer, now),
        judged: sql<number>`(SELECT count(*) FROM compo_ballots JOIN compo_sets USING (ballot_id)
          WHERE compo_ballots.compo_id = compos.id AND voter_id = ${me} AND answered_at IS NOT NULL)`.as('judged_sets'),
        total: sql<number | null>`(SELECT total FROM compo_ballots
          WHERE compo_ballots.compo_id = compos.id AND voter_id = ${me})`.as('ballot_total'),
      })
      .from(compos)
      .where(eq(compos.key, key)),
    db
      .select({
        id: sketches.id,
        title: sketches.title,
        thumbnail: coverColumn,
        place: compoEntries.place,
        disqualified: disqualifiedColumn,
      })
      .from(compoEntries)
      .innerJoin(sketches, eq(sketches.id, compoEntries.sketchId))
      .where(and(sql`${compoEntries.compoId} = ${id}`, eq(compoEntries.artistId, me)))
      .orderBy(compoEntries.id),
  ])
  if (!item || !more) return null
  const { description, entriesPerMember, commentCount, voters, picks, hasVoted, canVote, judged, total } = more
  return {
    ...compoItemOf(item, now),
    description,
    infos: description.split(/\n\s*\n/).filter(Boolean),
    entriesPerMember,
    canVote,
    hasVoted,
    judged: total === null ? null : { sets: judged, total },
    commentCount,
    compoId: item.compoId,
    apiKey: item.key,
    own: own.map(({ title, thumbnail, place, ...entry }) => ({
      ...entry,
      title: displayTitle(title),
      thumbnail: coverOf(thumbnail),
      place: place ?? -1,
    })),
    result: item.resultAt === null ? null : { date: toWireTime(item.resultAt), voters, picks },
  }
}

/** Number of ballots with an answered set. */
export const countVoters = (db: Db, compoId: number) =>
  db
    .select({ voters: count() })
    .from(compoBallots)
    .where(
      and(
        eq(compoBallots.compoId, compoId),
        sql`EXISTS (SELECT 1 FROM compo_sets WHERE compo_sets.ballot_id = compo_ballots.ballot_id AND answered_at IS NOT NULL)`,
      ),
    )
