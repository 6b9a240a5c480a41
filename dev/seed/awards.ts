import { DEFAULT_AWARDS_YEAR, usualAwardTimes } from '../../contract/award-state.ts'
import { closeAwards } from '../../worker/features/awards/closing.ts'
import { openDb } from '../../worker/lib/database.ts'
import type { Platform } from '../platform.ts'

const DAY_MS = 86_400_000
const NOMINEES = 6

const CATEGORIES = [
  { title: 'Sketch of the year', kind: 'sketch', remainder: 0 },
  { title: 'Best in ink', kind: 'sketch', remainder: 3 },
  { title: 'Artist of the year', kind: 'artist', remainder: 0 },
] as const

type Year = { year: number; times: ReturnType<typeof usualAwardTimes>; recap: string; voters: number }

/** Writes the awards of 2022 with their winners, and those of the present year in voting. */
export async function writeAwards(platform: Platform, now: number): Promise<void> {
  const [dayAgo, inWeeks] = [now - DAY_MS, now + 20 * DAY_MS]
  await writeYear(platform, {
    year: DEFAULT_AWARDS_YEAR,
    times: usualAwardTimes(DEFAULT_AWARDS_YEAR),
    recap:
      'A year of quiet pages. Ink came back, the plein air group doubled, and one black cat got more hearts than any of us.',
    voters: 30,
  })
  await writeYear(platform, {
    year: new Date(now).getUTCFullYear(),
    times: {
      nominationsStartAt: now - 20 * DAY_MS,
      nominationsEndAt: dayAgo,
      votingStartAt: dayAgo,
      votingEndAt: inWeeks,
    },
    recap: '',
    voters: 5,
  })
  await closeAwards(openDb(platform.DB), now)
}

async function writeYear({ DB }: Platform, { year, times, recap, voters }: Year): Promise<void> {
  const { nominationsStartAt, nominationsEndAt, votingStartAt, votingEndAt } = times
  await DB.prepare(
    `INSERT INTO award_years (year, nominations_start_at, nominations_end_at, voting_start_at, voting_end_at, recap)
      VALUES (?, ?, ?, ?, ?, ?)`,
  )
    .bind(year, nominationsStartAt, nominationsEndAt, votingStartAt, votingEndAt, recap)
    .run()
  for (const [position, { title, kind, remainder }] of CATEGORIES.entries()) {
    const categoryId = await DB.prepare(
      `INSERT INTO award_categories (award_year, category_title, kind, category_position) VALUES (?, ?, ?, ?)
        RETURNING category_id`,
    )
      .bind(year, title, kind, position)
      .first<number>('category_id')
    const nominees =
      kind === 'sketch'
        ? `SELECT id, user_id FROM sketches WHERE listed_for_all = 1 AND (id + ?2) % 6 = ?3
            ORDER BY hearts_count DESC, id LIMIT ?4`
        : `SELECT NULL, id FROM users WHERE deleted_at IS NULL AND (id + ?2) % 2 = ?3 % 2
            ORDER BY sketches_count DESC, id LIMIT ?4`
    await DB.prepare(
      `INSERT INTO award_nominations (category_id, kind, sketch_id, artist_id, created_at)
        SELECT ?1, '${kind}', nominee.*, ?5 FROM (${nominees}) AS nominee`,
    )
      .bind(categoryId, year, remainder, NOMINEES, nominationsStartAt)
      .run()
    // Each member votes for a nominee that depends on both ids.
    await DB.prepare(
      `INSERT INTO award_votes (category_id, nomination_id, voter_id, created_at)
        SELECT category_id, nomination_id, voter_id, ?3 FROM (
          SELECT category_id, nomination_id, users.id AS voter_id,
            row_number() OVER (PARTITION BY users.id ORDER BY (nomination_id * 7 + users.id * users.id) % 11, nomination_id) AS choice
          FROM award_nominations CROSS JOIN (SELECT id FROM users WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ?2) AS users
          WHERE category_id = ?1 AND artist_id <> users.id) WHERE choice = 1`,
    )
      .bind(categoryId, voters, votingStartAt)
      .run()
  }
}
