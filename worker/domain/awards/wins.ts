import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type WonAward, wonAward } from '../../../contract/http/won-award.ts'
import { AWARDS_SHOWN_MAX } from '../../../contract/limits.ts'
import { sketches } from '../sketches/schema.ts'
import { listedFor } from '../sketches/visibility.ts'
import { users } from '../users/schema.ts'
import type { Viewer } from '../users/viewer.ts'
import { isNominating } from './periods.ts'

/** Awards as a column of JSON, latest first, which `wonAwardsOf` parses. */
const winsColumn = (isOf: SQL) => sql<string>`(SELECT json_group_array(
    json_object('year', award_year, 'category', category_title, 'sketchId', sketch_id))
  FROM (SELECT award_year, category_title, sketch_id FROM award_nominations
    JOIN award_categories ON award_categories.category_id = award_nominations.category_id
    WHERE is_winner = 1 AND ${isOf} ORDER BY award_year DESC, award_categories.category_id LIMIT ${AWARDS_SHOWN_MAX}))`

/** The awards of a row of `sketches`. */
export const winsOfSketch = winsColumn(sql`award_nominations.sketch_id = ${sketches.id}`).as('won_awards')

/** The awards of a row of `users`, and of their sketches that this viewer sees in lists. */
export const winsOfArtist = (viewer: Viewer | null) =>
  winsColumn(sql`award_nominations.artist_id = ${users.id} AND (award_nominations.sketch_id IS NULL
    OR EXISTS (SELECT 1 FROM sketches WHERE ${sketches.id} = award_nominations.sketch_id AND ${listedFor(viewer)}))`).as(
    'won_awards',
  )

const wonAwards = z.array(wonAward)

export const wonAwardsOf = (json: string): WonAward[] => wonAwards.parse(JSON.parse(json))

/** The year whose nominations are open, as SQL; null if there is none. */
export const nominationsYear = (now: number) =>
  sql<number | null>`(SELECT max(award_years.year) FROM award_years WHERE ${isNominating(now)})`.as('nominations_year')
