import { env } from 'cloudflare:workers'
import type { CompoState } from '../../../contract/compo-state.ts'
import type { CompoBallot, CompoEntryList, CompoInfo } from '../../../contract/http/compos.ts'
import { closeCompos } from '../../../worker/features/compos/closing.ts'
import { compareVoters } from '../../../worker/features/compos/comparing.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addPerson, addVoter, type Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'
import { addSketch } from './sketches.ts'

const DAY_MS = 86_400_000

/** Days from now to the start, the end of entries and the end of voting. */
const TIMES: Record<CompoState, [number, number, number]> = {
  open: [-1, 1, 2],
  voting: [-3, -1, 1],
  closed: [-5, -3, -1],
}

let compos = 0

type Fields = { key?: string; state?: CompoState; entriesPerMember?: number; groupSlug?: string }

/** Inserts a compo in a state; returns its key. */
export async function addCompo({ state = 'open', entriesPerMember = 1, groupSlug, ...fields }: Fields = {}) {
  const key = fields.key ?? `compo-${++compos}`
  const staff = await addPerson({ flags: 'm' })
  await env.DB.prepare(
    `INSERT INTO compos (key, title, description, user_id, starts_at, ends_at, voting_ends_at, entries_per_member, group_id)
      VALUES (?1, 'On the way home', '', ?2, 0, 1, 2, ?3, (SELECT id FROM groups WHERE slug = ?4))`,
  )
    .bind(key, staff.id, entriesPerMember, groupSlug ?? null)
    .run()
  await moveCompo(key, state)
  return key
}

/** Deletes all compos with their entries, votes and notifications. */
export async function removeAllCompos(): Promise<void> {
  const tables = ['compo_sets', 'compo_ballots', 'compo_invites', 'compo_entries', 'compos']
  await env.DB.batch([
    env.DB.prepare('DELETE FROM notifications WHERE compo_id IS NOT NULL'),
    ...tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  ])
}

/** Moves the times of a compo, so that it is in a state. */
export async function moveCompo(key: string, state: CompoState): Promise<void> {
  const times = TIMES[state].map((days) => Date.now() + days * DAY_MS)
  await env.DB.prepare('UPDATE compos SET starts_at = ?2, ends_at = ?3, voting_ends_at = ?4 WHERE key = ?1')
    .bind(key, ...times)
    .run()
}

/** Ends the voting of a compo and publishes its result. */
export async function closeCompo(key: string): Promise<void> {
  await moveCompo(key, 'closed')
  await closeCompos(openDb(env.DB), Date.now())
  await compareVoters(openDb(env.DB))
}

/** Inserts a sketch and its entry in a compo of any state; returns the id of the sketch. */
export async function addEntry(
  key: string,
  artist: Person,
  fields: Parameters<typeof addSketch>[1] = {},
): Promise<number> {
  const sketchId = await addSketch(artist, fields)
  await addSketchToCompo(key, sketchId)
  return sketchId
}

/** Inserts an entry without the rules of entering. */
export async function addSketchToCompo(key: string, sketchId: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO compo_entries (compo_id, sketch_id, artist_id, slot, entered_at, listed, listed_for_all, lot)
      SELECT compos.id, sketches.id, sketches.user_id, nullif(min(4, (SELECT count(*) + 1 FROM compo_entries AS other
          WHERE other.compo_id = compos.id AND other.artist_id = sketches.user_id)), 4), 1, listed, listed_for_all, sketches.id
      FROM compos CROSS JOIN sketches WHERE key = ? AND sketches.id = ?`,
  )
    .bind(key, sketchId)
    .run()
}

/** Invites a sketch into a compo. */
export async function addInvite(sketchId: number, compo: string): Promise<void> {
  const as = await addPerson({ flags: 'm' })
  await jsonOf(sendRequest('/admin/compoInvite', { as, body: { sketchId, compo } }))
}

/** Inserts entries of as many artists. */
export async function addEntries(key: string, count: number): Promise<{ artist: Person; sketchId: number }[]> {
  const entries = []
  for (let number = 0; number < count; number++) {
    const artist = await addPerson()
    entries.push({ artist, sketchId: await addEntry(key, artist, { title: `Entry ${number + 1}` }) })
  }
  return entries
}

export const readCompo = (key: string, as: Person | null = null) =>
  requestJson<CompoInfo>(`/api/v2/compo/info?name=${key}`, { as })
export const readEntries = (key: string, as: Person | null = null, query = '') =>
  requestJson<CompoEntryList>(`/compo/${key}/1?format=json${query}`, { as })
export const enterCompo = (as: Person | null, key: string, sketchId: number) =>
  sendRequest(`/compo/${key}`, { as, body: { sketchId } })
export const readBallot = (as: Person, key: string) => requestJson<CompoBallot>(`/api/compoVote/${key}`, { as })

export const sendVotes = (as: Person | null, key: string, { step = 0, votes = [] as unknown } = {}) =>
  sendRequest(`/api/compoVote/${key}`, { as, body: { step, votes } })

export const beginBallot = (as: Person, key: string) => jsonOf<CompoBallot>(sendVotes(as, key))

/** Answers all sets of a new ballot; `choose` returns the picked sketch of a set, or null to skip it. */
export async function voteAll(as: Person, key: string, choose: (ids: number[]) => number | null): Promise<CompoBallot> {
  let ballot = await beginBallot(as, key)
  while (ballot.step < ballot.total) {
    const ids = ballot.sets[ballot.step]?.sketches.map(({ id }) => id) ?? []
    const votes = [voteOf(ids, choose(ids))]
    ballot = await jsonOf<CompoBallot>(sendVotes(as, key, { step: ballot.step, votes }))
  }
  return ballot
}

/**
 * Moves a compo to its voting, and lets a new voter who sees mature sketches pick an entry. Sets without it are
 * skipped.
 */
export async function pickEntry(key: string, sketchId: number): Promise<void> {
  await moveCompo(key, 'voting')
  await voteAll(await addVoter({ showMature: true }), key, (ids) => (ids.includes(sketchId) ? sketchId : null))
}

/** A vote on the wire: the picked sketch first, or all negated for a skip. */
export function voteOf(ids: readonly number[], pick: number | null): number[] {
  return pick === null ? ids.map((id) => -id) : [pick, ...ids.filter((id) => id !== pick)]
}
