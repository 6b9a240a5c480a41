import { env } from 'cloudflare:workers'
import type { AwardKind, AwardState } from '../../../contract/award-state.ts'
import type { AwardsBody, AwardsInfo } from '../../../contract/http/awards.ts'
import { toWireTime } from '../../../contract/time.ts'
import { closeAwards } from '../../../worker/features/awards/closing.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { addPerson, type Person } from './people.ts'
import { requestJson, sendRequest } from './site.ts'
import { addSketch } from './sketches.ts'

const DAY_MS = 86_400_000

type OpenedState = Exclude<AwardState, 'none'>

/** Days from now to the start and end of nominations, and to those of voting. */
const TIMES: Record<OpenedState, [number, number, number, number]> = {
  upcoming: [1, 2, 3, 4],
  nominating: [-1, 1, 2, 3],
  waiting: [-2, -1, 1, 2],
  voting: [-3, -2, -1, 1],
  closed: [-4, -3, -2, -1],
}

let lastYear = 2100

const timesOf = (state: OpenedState) => TIMES[state].map((days) => Date.now() + days * DAY_MS)

/** Opens the awards of a year of their own in a state; returns the year. */
export async function addAwards(state: OpenedState = 'nominating', year = ++lastYear): Promise<number> {
  await env.DB.prepare(
    `INSERT INTO award_years (year, nominations_start_at, nominations_end_at, voting_start_at, voting_end_at, recap)
      VALUES (?, ?, ?, ?, ?, 'A year of quiet pages.')`,
  )
    .bind(year, ...timesOf(state))
    .run()
  return year
}

/** Moves the times of a year, so that it is in a state. */
export async function moveAwards(year: number, state: OpenedState): Promise<void> {
  await env.DB.prepare(
    `UPDATE award_years SET nominations_start_at = ?2, nominations_end_at = ?3, voting_start_at = ?4, voting_end_at = ?5
      WHERE year = ?1`,
  )
    .bind(year, ...timesOf(state))
    .run()
}

/** Ends the voting of a year and publishes the winners. */
export async function closeYear(year: number): Promise<void> {
  await moveAwards(year, 'closed')
  await closeAwards(openDb(env.DB), Date.now())
}

let categories = 0

export async function addCategory(year: number, kind: AwardKind = 'sketch'): Promise<number> {
  const row = await env.DB.prepare(
    `INSERT INTO award_categories (award_year, category_title, kind, category_position)
      VALUES (?, ?, ?, ?) RETURNING category_id`,
  )
    .bind(year, `Category ${++categories}`, kind, categories)
    .first<{ category_id: number }>()
  return row?.category_id ?? 0
}

export type Nominee = { id: number; artist: Person }
type NomineeFields = { by?: Person; artist?: Person; sketch?: Parameters<typeof addSketch>[1] }

/** Inserts a nominee of the kind of the category, without the rules of nominating. `id` is its sketch or artist. */
export async function addNominee(
  categoryId: number,
  { by, artist: given, sketch }: NomineeFields = {},
): Promise<Nominee> {
  const artist = given ?? (await addPerson())
  const kind = await env.DB.prepare('SELECT kind FROM award_categories WHERE category_id = ?')
    .bind(categoryId)
    .first<AwardKind>('kind')
  const sketchId = kind === 'sketch' ? await addSketch(artist, sketch) : null
  await env.DB.prepare(
    `INSERT INTO award_nominations (category_id, kind, sketch_id, artist_id, nominated_by, created_at)
      VALUES (?, ?, ?, ?, ?, 1)`,
  )
    .bind(categoryId, kind, sketchId, artist.id, by?.id ?? null)
    .run()
  return { id: sketchId ?? artist.id, artist }
}

/** Reads without the nominees that members share for five seconds, as a member, by default a new one. */
export async function readAwards(year: number, as?: Person, query = ''): Promise<AwardsInfo> {
  clearIsolateCaches()
  return readSharedAwards(year, as ?? (await addPerson()), query)
}
export const readSharedAwards = (year: number, as: Person, query = '') =>
  requestJson<AwardsInfo>(`/api/v2/awards/info?year=${year}${query}`, { as })
/** The first category of a year. */
export async function readCategory(year: number, as?: Person, query = '') {
  const category = (await readAwards(year, as, query)).categories[0]
  if (!category) throw new Error('no category')
  return category
}
export const sendVote = (as: Person | null, cat: unknown, obj: unknown) =>
  sendRequest('/api/v2/awards/vote', { as, body: { cat, obj } })
export const nominateSketch = (as: Person | null, categoryId: number, sketchId: unknown) =>
  sendRequest('/awards', { as, body: { categoryId, action: 'nominateSketch', sketchId } })
export const nominateArtist = (as: Person | null, categoryId: number, artistId: unknown) =>
  sendRequest('/awards', { as, body: { categoryId, action: 'nominateArtist', artistId } })
export const withdraw = (as: Person | null, cat: unknown, obj: unknown) =>
  sendRequest('/api/v2/awards/withdraw', { as, body: { cat, obj } })
export const removeNominee = (as: Person | null, cat: unknown, obj: unknown, reason = 'The same twice.') =>
  sendRequest('/api/v2/awards/removeNominee', { as, body: { cat, obj, reason } })

export const setWinner = (as: Person | null, cat: unknown, obj: unknown, winner = true) =>
  sendRequest('/api/v2/awards/winner', { as, body: { cat, obj, winner, reason: 'It was announced in the forum.' } })

/** The body of a call that opens or edits a year in a state. */
export function awardsBodyOf(year: number, state: OpenedState = 'nominating', fields: Partial<AwardsBody> = {}) {
  const [nominationsStart = '', nominationsEnd = '', votingStart = '', votingEnd = ''] = timesOf(state).map(toWireTime)
  return { year, nominationsStart, nominationsEnd, votingStart, votingEnd, recap: '', categories: [], ...fields }
}
export const editAwards = (as: Person | null, body: object) => sendRequest('/api/v2/awards/edit', { as, body })
