import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { awardState, DEFAULT_AWARDS_YEAR, FIRST_AWARDS_YEAR } from '../../../contract/award-state.ts'
import type { AwardCategory, AwardsInfo } from '../../../contract/http/awards.ts'
import { toWireTime } from '../../../contract/time.ts'
import { timeColumns } from '../../domain/awards/periods.ts'
import { awardCategories, awardVotes, awardYears } from '../../domain/awards/schema.ts'
import { coverOf, sketchThumbOf } from '../../domain/sketches/list-items.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { mayVote } from '../../domain/users/voting-age.ts'
import { batchNamed, type Db } from '../../lib/database.ts'
import {
  keepNominees,
  keepVotes,
  type NominatedArtist,
  type NominatedSketch,
  nomineesFor,
  recentNominees,
  recentVotes,
  selectBlocked,
  selectOwn,
  selectShared,
  selectVotes,
} from './nominees.ts'

/** The years that always have a page [1 §9], earliest first. */
const SPECIFIED_YEARS = Array.from(
  { length: DEFAULT_AWARDS_YEAR - FIRST_AWARDS_YEAR + 1 },
  (_, index) => FIRST_AWARDS_YEAR + index,
)

/** The latest year whose nominations have begun, at least 2022. */
const defaultYear = (now: number) => sql<number>`max(${DEFAULT_AWARDS_YEAR}, coalesce((SELECT max(award_years.year)
  FROM award_years WHERE award_years.nominations_start_at <= ${now}), 0))`

type Question = { year: number | undefined; withVotes: boolean; now: number }

/**
 * Finds the awards of a year for its page; null for a year that staff have not opened. Members share the nominees for
 * five seconds. Their votes, their own nominations and blocks are read for each of them, and staff read
 * everything except the votes of a preview, which are up to a minute old.
 */
export async function findAwards(
  db: Db,
  viewer: Viewer | null,
  { year: asked, withVotes, now }: Question,
): Promise<AwardsInfo | null> {
  const yearSql = asked === undefined ? defaultYear(now) : sql<number>`${asked}`
  const recent = viewer && !isStaff(viewer) ? recentNominees(asked, now) : undefined
  const knownVotes = withVotes ? recentVotes(asked, now) : []
  const found = await batchNamed(db, {
    chosen: db.select({ year: yearSql.mapWith(Number).as('chosen_year') }).from(sql`(SELECT 1)`),
    years: db
      .select({ year: awardYears.year, recap: awardYears.recap, ...timeColumns })
      .from(awardYears)
      .orderBy(asc(awardYears.year)),
    categories: selectCategories(db, viewer, yearSql),
    ...(!recent && selectShared(db, yearSql)),
    ...(!knownVotes && { votes: selectVotes(db, yearSql) }),
    ...(viewer && recent && selectOwn(db, viewer, yearSql)),
    ...(viewer && { blocked: selectBlocked(db, viewer, { year: yearSql, shared: recent }) }),
  })
  const { nominatedSketches = [], nominatedArtists = [], totals = [] } = found
  const shared = recent ?? { nominatedSketches, nominatedArtists, totals }
  if (!recent) keepNominees(asked, now, shared)
  const votes = knownVotes ?? found.votes ?? []
  if (!knownVotes) keepVotes(asked, now, votes)
  const votesOf = withVotes ? new Map(votes.map((each) => [each.nominationId, each.votes])) : null
  const { ownSketches = [], ownArtists = [], blocked = [] } = found
  const own = recent && { nominatedSketches: ownSketches, nominatedArtists: ownArtists }
  const nominees = nomineesFor(viewer, shared, { blocked, own })
  const {
    chosen: [chosen],
    years: rows,
    categories,
  } = found
  const year = chosen?.year ?? DEFAULT_AWARDS_YEAR
  const years = [...new Set([...SPECIFIED_YEARS, ...rows.map((row) => row.year)])].sort((a, b) => b - a)
  if (!years.includes(year)) return null
  const row = rows.find((each) => each.year === year)
  const state = row ? awardState(row, now) : 'none'
  const me = viewer?.id ?? 0
  const hasResult = row?.resultAt !== null && row !== undefined
  // Shared nominees from before the result have no votes yet.
  const votesIn = (id: number) =>
    shared.totals.find(({ categoryId }) => categoryId === id)?.votes ?? (recent ? null : 0)
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
        sketches: nominees.nominatedSketches.filter(({ categoryId }) => categoryId === category.id),
        artists: nominees.nominatedArtists.filter(({ categoryId }) => categoryId === category.id),
        me,
        votesOf,
        votes: hasResult ? votesIn(category.id) : null,
      }),
    ),
    canNominate: viewer !== null && state === 'nominating' && mayVote(viewer, now),
    canVote: viewer !== null && state === 'voting' && mayVote(viewer, now),
    vote_preview: withVotes,
  }
}

function selectCategories(db: Db, viewer: Viewer | null, year: SQL) {
  return db
    .select({
      id: awardCategories.id,
      title: awardCategories.title,
      kind: awardCategories.kind,
      voted: sql<number | null>`${awardVotes.nominationId}`.as('voted'),
    })
    .from(awardCategories)
    .leftJoin(awardVotes, and(eq(awardVotes.categoryId, awardCategories.id), eq(awardVotes.voterId, viewer?.id ?? 0)))
    .where(eq(awardCategories.year, year))
    .orderBy(asc(awardCategories.position), asc(awardCategories.id))
}

type CategoryRow = Awaited<ReturnType<typeof selectCategories>>[number]
type NomineesOfCategory = {
  sketches: NominatedSketch[]
  artists: NominatedArtist[]
  me: number
  /** The votes of nominees by nomination, in a preview. */
  votesOf: Map<number, number> | null
  votes: number | null
}

function categoryOf(
  { voted, ...category }: CategoryRow,
  { sketches: sketchRows, artists: artistRows, me, votesOf, votes }: NomineesOfCategory,
): AwardCategory {
  const rows: (NominatedSketch | NominatedArtist)[] = category.kind === 'sketch' ? sketchRows : artistRows
  const idOf = (row: NominatedSketch | NominatedArtist | undefined) =>
    (row && 'sketch' in row ? row.sketch.id : row?.artistId) ?? null
  const nomineeOf = (row: NominatedSketch | NominatedArtist) => ({
    nominatedByMe: row.nominatedBy === me,
    own: row.artistId === me,
    isWinner: row.isWinner,
    votes: votesOf && (votesOf.get(row.nominationId) ?? 0),
  })
  return {
    ...category,
    sketches: sketchRows.map((row) => ({ ...sketchOf(row), ...nomineeOf(row) })),
    artists: artistRows.map((row) => ({ ...artistOf(row), ...nomineeOf(row) })),
    vote: idOf(rows.find(({ nominationId }) => nominationId === voted)),
    hasVoted: voted !== null,
    winner: idOf(rows.find(({ isWinner }) => isWinner)),
    votes,
  }
}

const sketchOf = (row: NominatedSketch) => ({ ...sketchThumbOf(row.sketch), userId: row.artistId })

const coverList = z.array(z.unknown())

const artistOf = (row: NominatedArtist) => ({
  ...personOf({ id: row.artistId, nickname: row.nickname, avatarKey: row.avatarKey }),
  sketches: coverList.parse(JSON.parse(row.covers)).flatMap((cover) => coverOf(JSON.stringify(cover)) ?? []),
})
