import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { AWARD_ARTIST_SKETCHES, VISITOR_CACHE_SECONDS } from '../../../contract/limits.ts'
import { awardNominations } from '../../domain/awards/schema.ts'
import { coverColumn, thumbColumns } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { maySeeListed } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'

export type NominatedSketch = Awaited<ReturnType<typeof selectSketches>>[number]
export type NominatedArtist = Awaited<ReturnType<typeof selectArtists>>[number]

/** Nominees of a year for any viewer: with mature sketches, and with artists who blocked the viewer. */
type Nominees = { nominatedSketches: NominatedSketch[]; nominatedArtists: NominatedArtist[] }

/** All that is the same for all viewers, with the votes of each category in the published result. */
type SharedAwards = Nominees & { totals: { categoryId: number; votes: number }[] }

const ofYear = (year: SQL) => sql`(SELECT category_id FROM award_categories WHERE award_year = ${year})`
const nominatedIn = (year: SQL) => sql`${awardNominations.categoryId} IN ${ofYear(year)}`
/** Few rows, so that the index of nominators finds them: `+` hides the category from the choice of the index. */
const nominatedBy = (memberId: number, year: SQL) =>
  and(eq(awardNominations.nominatedBy, memberId), sql`+${awardNominations.categoryId} IN ${ofYear(year)}`)

/** Up to 50 nominees in each of 20 categories: some 7,000 rows. */
export function selectShared(db: Db, year: SQL) {
  return {
    nominatedSketches: selectSketches(db, nominatedIn(year)),
    nominatedArtists: selectArtists(db, nominatedIn(year)),
    totals: selectTotals(db, year),
  }
}

/** The nominations of a member. They are read anew, so that members see at once what they nominated and took back. */
export function selectOwn(db: Db, viewer: Viewer, year: SQL) {
  const own = nominatedBy(viewer.id, year)
  return { ownSketches: selectSketches(db, own), ownArtists: selectArtists(db, own) }
}

const nomineeColumns = {
  nominationId: awardNominations.id,
  categoryId: awardNominations.categoryId,
  artistId: awardNominations.artistId,
  nominatedBy: awardNominations.nominatedBy,
  isWinner: awardNominations.isWinner,
}

function selectSketches(db: Db, nominated: SQL | undefined) {
  return db
    .select({ ...nomineeColumns, sketch: thumbColumns })
    .from(awardNominations)
    .crossJoin(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(and(nominated, eq(sketches.id, awardNominations.sketchId), eq(sketches.listed, true)))
    .orderBy(asc(awardNominations.id))
}

function selectArtists(db: Db, nominated: SQL | undefined) {
  return db
    .select({
      ...nomineeColumns,
      nickname: users.nickname,
      avatarKey: users.avatarKey,
      covers: sql<string>`(SELECT json_group_array(json(cover)) FROM (SELECT ${coverColumn} AS cover FROM sketches
        WHERE ${sketches.userId} = ${awardNominations.artistId} AND ${sketches.listedForAll} = 1
        ORDER BY ${sketches.id} DESC LIMIT ${AWARD_ARTIST_SKETCHES}))`.as('covers'),
    })
    .from(awardNominations)
    .innerJoin(users, eq(users.id, awardNominations.artistId))
    .where(and(nominated, eq(awardNominations.kind, 'artist')))
    .orderBy(asc(awardNominations.id))
}

const hasResult = (year: SQL) =>
  sql`EXISTS (SELECT 1 FROM award_years AS asked WHERE asked.year = ${year} AND asked.result_at IS NOT NULL)`

function selectTotals(db: Db, year: SQL) {
  return db
    .select({
      categoryId: awardNominations.categoryId,
      votes: sql<number>`sum(${awardNominations.votesCount})`.mapWith(Number).as('category_votes'),
    })
    .from(awardNominations)
    .where(and(nominatedIn(year), hasResult(year)))
    .groupBy(awardNominations.categoryId)
}

/**
 * Selects the nominated artists who blocked the viewer or whom the viewer blocked. `shared` are the nominees if known.
 */
export function selectBlocked(db: Db, viewer: Viewer, { year, shared }: { year: SQL; shared: Nominees | undefined }) {
  const known = shared && [...shared.nominatedSketches, ...shared.nominatedArtists].map(({ artistId }) => artistId)
  const artists = known
    ? sql`SELECT DISTINCT value AS artist_id FROM json_each(${JSON.stringify([...new Set(known)])})`
    : sql`SELECT DISTINCT artist_id FROM award_nominations WHERE category_id IN ${ofYear(year)}`
  return statement<{ artistId: number }>(
    db,
    sql`SELECT artist_id AS "artistId" FROM (${artists}) AS nominated
      WHERE EXISTS (SELECT 1 FROM blocks WHERE user_id = ${viewer.id} AND blocked_id = nominated.artist_id)
        OR EXISTS (SELECT 1 FROM blocks WHERE user_id = nominated.artist_id AND blocked_id = ${viewer.id})`,
  )
}

type OfViewer = { blocked: { artistId: number }[]; own: Nominees | undefined }

/**
 * The nominees that a viewer may see, first nominated first. `own` are the viewer's nominations if they were read anew.
 */
export function nomineesFor(viewer: Viewer | null, shared: Nominees, { blocked, own }: OfViewer): Nominees {
  const blockedIds = new Set(blocked.map(({ artistId }) => artistId))
  const withOwn = <Row extends NominatedSketch | NominatedArtist>(rows: Row[], ownRows: Row[] | undefined) =>
    (ownRows ? [...rows.filter((row) => row.nominatedBy !== viewer?.id), ...ownRows] : rows)
      .filter((row) => !blockedIds.has(row.artistId))
      .sort((a, b) => a.nominationId - b.nominationId)
  return {
    nominatedSketches: withOwn(shared.nominatedSketches, own?.nominatedSketches).filter(({ artistId, sketch }) =>
      maySeeListed(viewer, { userId: artistId, mature: sketch.mature }),
    ),
    nominatedArtists: withOwn(shared.nominatedArtists, own?.nominatedArtists),
  }
}

const VOTES_CACHE_MS = 60_000
const CACHED_YEARS_MAX = 10
const cachedYears = isolateCache<{ shared: SharedAwards; until: number }>()

/** The nominees that a member read in the last five seconds. Without a year, those of the latest awards. */
export function recentNominees(year: number | undefined, now: number): SharedAwards | undefined {
  const cached = cachedYears.get(String(year))
  return cached && cached.until > now ? cached.shared : undefined
}

/** Years without nominees cost little to read, and any of them can be requested. */
export function keepNominees(year: number | undefined, now: number, shared: SharedAwards): void {
  if (shared.nominatedSketches.length === 0 && shared.nominatedArtists.length === 0) return
  if (cachedYears.size >= CACHED_YEARS_MAX) cachedYears.clear()
  cachedYears.set(String(year), { shared, until: now + VISITOR_CACHE_SECONDS * 1000 })
}

type Votes = { nominationId: number; votes: number }[]

/** The votes of each nominee so far. Staff share them for a minute, because all votes of a year are read. */
export function selectVotes(db: Db, year: SQL) {
  return statement<Votes[number]>(
    db,
    sql`SELECT nomination_id AS "nominationId", count(*) AS votes FROM award_votes
      WHERE category_id IN ${ofYear(year)} GROUP BY category_id, nomination_id`,
  )
}

const cachedVotes = isolateCache<{ votes: Votes; until: number }>()

/** The votes that staff read in the last minute. */
export function recentVotes(year: number | undefined, now: number): Votes | undefined {
  const cached = cachedVotes.get(String(year))
  return cached && cached.until > now ? cached.votes : undefined
}

/** Years without votes cost nothing to read, so the few years with votes are the maximum of the cache. */
export function keepVotes(year: number | undefined, now: number, votes: Votes): void {
  if (votes.length > 0) cachedVotes.set(String(year), { votes, until: now + VOTES_CACHE_MS })
}
