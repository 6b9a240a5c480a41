import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { awardState, DEFAULT_AWARDS_YEAR, FIRST_AWARDS_YEAR } from '../../../contract/award-state.ts'
import type { AwardArtist, AwardCategory, AwardSketch, AwardsInfo } from '../../../contract/http/awards.ts'
import { AWARD_ARTIST_SKETCHES } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { timeColumns } from '../../domain/awards/periods.ts'
import { awardCategories, awardNominations, awardVotes, awardYears } from '../../domain/awards/schema.ts'
import { coverColumn, coverOf, sketchThumbOf, thumbColumns } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked } from '../../domain/sketches/visibility.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { mayVote } from '../../domain/users/voting-age.ts'
import type { Db } from '../../lib/database.ts'

/** The years that always have a page [1 §9], earliest first. */
const SPECIFIED_YEARS = Array.from(
  { length: DEFAULT_AWARDS_YEAR - FIRST_AWARDS_YEAR + 1 },
  (_, index) => FIRST_AWARDS_YEAR + index,
)

/** The latest year whose nominations have begun, at least 2022. */
const defaultYear = (now: number) => sql<number>`max(${DEFAULT_AWARDS_YEAR}, coalesce((SELECT max(award_years.year)
  FROM award_years WHERE award_years.nominations_start_at <= ${now}), 0))`

type Question = { year: number | undefined; withVotes: boolean; now: number }

/** Finds the awards of a year for its page; null for a year that staff have not opened. */
export async function findAwards(
  db: Db,
  viewer: Viewer | null,
  { year: asked, withVotes, now }: Question,
): Promise<AwardsInfo | null> {
  const yearSql = asked === undefined ? defaultYear(now) : sql<number>`${asked}`
  const [[chosen], rows, categories, nominatedSketches, nominatedArtists] = await db.batch([
    db.select({ year: yearSql.mapWith(Number).as('chosen_year') }).from(sql`(SELECT 1)`),
    db
      .select({ year: awardYears.year, recap: awardYears.recap, ...timeColumns })
      .from(awardYears)
      .orderBy(asc(awardYears.year)),
    selectCategories(db, viewer, yearSql),
    selectSketches(db, viewer, { year: yearSql, withVotes }),
    selectArtists(db, viewer, { year: yearSql, withVotes }),
  ])
  const year = chosen?.year ?? DEFAULT_AWARDS_YEAR
  const years = [...new Set([...SPECIFIED_YEARS, ...rows.map((row) => row.year)])].sort((a, b) => b - a)
  if (!years.includes(year)) return null
  const row = rows.find((each) => each.year === year)
  const state = row ? awardState(row, now) : 'none'
  const me = viewer?.id ?? 0
  const hasResult = row?.resultAt !== null && row !== undefined
  return {
    year,
    state,
    years,
    recap: row?.recap ?? '',
    dates: row
      ? {
          nominationsStart: toWireTime(row.nominationsStartAt),
          nominationsEnd: toWireTime(row.nominationsEndAt),
          votingStart: toWireTime(row.votingStartAt),
          votingEnd: toWireTime(row.votingEndAt),
        }
      : null,
    categories: categories.map((category) =>
      categoryOf(category, {
        sketches: nominatedSketches.filter(({ categoryId }) => categoryId === category.id),
        artists: nominatedArtists.filter(({ categoryId }) => categoryId === category.id),
        me,
        hasResult,
      }),
    ),
    canNominate: viewer !== null && state === 'nominating' && mayVote(viewer, now),
    canVote: viewer !== null && state === 'voting' && mayVote(viewer, now),
    vote_preview: withVotes,
  }
}

const resultExists = (year: SQL) =>
  sql`EXISTS (SELECT 1 FROM award_years AS asked WHERE asked.year = ${year} AND asked.result_at IS NOT NULL)`

function selectCategories(db: Db, viewer: Viewer | null, year: SQL) {
  return db
    .select({
      id: awardCategories.id,
      title: awardCategories.title,
      kind: awardCategories.kind,
      voted: sql<number | null>`${awardVotes.nominationId}`.as('voted'),
      votes: sql<number | null>`CASE WHEN ${resultExists(year)} THEN (SELECT sum(votes_count) FROM award_nominations
        WHERE award_nominations.category_id = ${awardCategories.id}) END`.as('category_votes'),
    })
    .from(awardCategories)
    .leftJoin(awardVotes, and(eq(awardVotes.categoryId, awardCategories.id), eq(awardVotes.voterId, viewer?.id ?? 0)))
    .where(eq(awardCategories.year, year))
    .orderBy(asc(awardCategories.position), asc(awardCategories.id))
}

type Selection = { year: SQL; withVotes: boolean }

const nomineeColumns = (withVotes: boolean) => ({
  nominationId: awardNominations.id,
  categoryId: awardNominations.categoryId,
  artistId: awardNominations.artistId,
  nominatedBy: awardNominations.nominatedBy,
  isWinner: awardNominations.isWinner,
  votes: (withVotes
    ? sql<
        number | null
      >`(SELECT count(*) FROM award_votes WHERE award_votes.category_id = ${awardNominations.categoryId}
        AND award_votes.nomination_id = ${awardNominations.id})`
    : sql<number | null>`NULL`
  ).as('nominee_votes'),
})

function selectSketches(db: Db, viewer: Viewer | null, { year, withVotes }: Selection) {
  return db
    .select({ ...nomineeColumns(withVotes), sketch: thumbColumns })
    .from(awardCategories)
    .crossJoin(awardNominations)
    .crossJoin(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(
      and(
        eq(awardCategories.year, year),
        eq(awardNominations.categoryId, awardCategories.id),
        eq(sketches.id, awardNominations.sketchId),
        listedFor(viewer),
      ),
    )
    .orderBy(asc(awardNominations.id))
}

function selectArtists(db: Db, viewer: Viewer | null, { year, withVotes }: Selection) {
  return db
    .select({
      ...nomineeColumns(withVotes),
      nickname: users.nickname,
      avatarKey: users.avatarKey,
      covers: sql<string>`(SELECT json_group_array(json(cover)) FROM (SELECT ${coverColumn} AS cover FROM sketches
        WHERE ${sketches.userId} = ${awardNominations.artistId} AND ${sketches.listedForAll} = 1
        ORDER BY ${sketches.id} DESC LIMIT ${AWARD_ARTIST_SKETCHES}))`.as('covers'),
    })
    .from(awardCategories)
    .crossJoin(awardNominations)
    .innerJoin(users, eq(users.id, awardNominations.artistId))
    .where(
      and(
        eq(awardCategories.year, year),
        eq(awardNominations.categoryId, awardCategories.id),
        eq(awardNominations.kind, 'artist'),
        notBlocked(viewer, awardNominations.artistId),
      ),
    )
    .orderBy(asc(awardNominations.id))
}

type CategoryRow = Awaited<ReturnType<typeof selectCategories>>[number]
type SketchRow = Awaited<ReturnType<typeof selectSketches>>[number]
type ArtistRow = Awaited<ReturnType<typeof selectArtists>>[number]
type Nominees = { sketches: SketchRow[]; artists: ArtistRow[]; me: number; hasResult: boolean }

function categoryOf(
  { voted, votes, ...category }: CategoryRow,
  { sketches: sketchRows, artists: artistRows, me, hasResult }: Nominees,
): AwardCategory {
  const rows: (SketchRow | ArtistRow)[] = category.kind === 'sketch' ? sketchRows : artistRows
  const idOf = (row: SketchRow | ArtistRow | undefined) =>
    (row && 'sketch' in row ? row.sketch.id : row?.artistId) ?? null
  return {
    ...category,
    sketches: sketchRows.map((row) => sketchOf(row, me)),
    artists: artistRows.map((row) => artistOf(row, me)),
    vote: idOf(rows.find(({ nominationId }) => nominationId === voted)),
    hasVoted: voted !== null,
    winner: idOf(rows.find(({ isWinner }) => isWinner)),
    votes: hasResult ? (votes ?? 0) : null,
  }
}

const nomineeOf = ({ artistId, nominatedBy, isWinner, votes }: SketchRow | ArtistRow, me: number) => ({
  nominatedByMe: nominatedBy === me,
  own: artistId === me,
  isWinner,
  votes,
})

const sketchOf = (row: SketchRow, me: number): AwardSketch => ({
  ...sketchThumbOf(row.sketch),
  ...nomineeOf(row, me),
  userId: row.artistId,
})

const coverList = z.array(z.unknown())

const artistOf = (row: ArtistRow, me: number): AwardArtist => ({
  ...personOf({ id: row.artistId, nickname: row.nickname, avatarKey: row.avatarKey }),
  ...nomineeOf(row, me),
  sketches: coverList.parse(JSON.parse(row.covers)).flatMap((cover) => coverOf(JSON.stringify(cover)) ?? []),
})
