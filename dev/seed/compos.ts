import { COMPO_SET_SIZE } from '../../contract/limits.ts'
import { closeCompos } from '../../worker/features/compos/closing.ts'
import { compareVoters } from '../../worker/features/compos/comparing.ts'
import { openDb } from '../../worker/lib/database.ts'
import type { Platform } from '../platform.ts'
import { Rng } from './drawings/random.ts'

const DAY_MS = 86_400_000
const ENTRIES_PER_MEMBER = 3

type PlannedCompo = {
  key: string
  title: string
  description: string
  /** Days from now to the start, the end of entries and the end of voting. */
  days: readonly [number, number, number]
  /** Every sketch whose id has this remainder modulo 6 is entered. */
  remainders: readonly number[]
  voters: number
}

const COMPOS: readonly PlannedCompo[] = [
  {
    key: 'on-the-way-home',
    title: 'On the way home',
    description: 'What you pass every evening and never draw. Up to three sketches each.',
    days: [-30, -20, -10],
    remainders: [0, 3],
    voters: 32,
  },
  {
    key: 'night-market',
    title: 'Night market',
    description: 'Lamps, steam, and people who are not in a hurry.',
    days: [-12, -2, 6],
    remainders: [1],
    voters: 6,
  },
  {
    key: 'borrowed-light',
    title: 'Borrowed light',
    description: 'Something that is only seen because something else shines.',
    days: [-4, 5, 12],
    remainders: [4],
    voters: 0,
  },
]
const ENTRIES_MAX = 48
const SETS = 8
/** Part of the sets that voters skip. */
const SKIPPED = 0.05

/** Writes a closed compo with the result of its votes, one in voting, and an open one. */
export async function writeCompos(platform: Platform, now: number): Promise<void> {
  for (const compo of COMPOS) await writeCompo(platform, compo, now)
  await closeCompos(openDb(platform.DB), now)
  await compareVoters(openDb(platform.DB))
  // The seeded members were reminded long ago.
  await platform.DB.prepare(
    `UPDATE compos SET reminder = iif(result_at IS NULL, 'voting', 'result') WHERE ends_at <= ?`,
  )
    .bind(now)
    .run()
}

async function writeCompo({ DB }: Platform, compo: PlannedCompo, now: number): Promise<void> {
  const { key, title, description, days, remainders } = compo
  const times = days.map((day) => now + day * DAY_MS)
  const added = await DB.prepare(
    `INSERT INTO compos (key, title, description, user_id, starts_at, ends_at, voting_ends_at, entries_per_member)
     VALUES (?, ?, ?, (SELECT min(id) FROM users), ?, ?, ?, ${ENTRIES_PER_MEMBER}) RETURNING id`,
  )
    .bind(key, title, description, ...times)
    .first<{ id: number }>()
  const id = added?.id ?? 0
  const { results: entries } = await DB.prepare(
    `INSERT INTO compo_entries (compo_id, sketch_id, artist_id, slot, entered_at, listed, listed_for_all, lot)
     SELECT ?1, id, user_id, slot, ?2 + slot * 1000, 1, 1, id FROM (
       SELECT id, user_id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS slot
       FROM sketches WHERE listed_for_all = 1 AND id % 6 IN (SELECT value FROM json_each(?3)))
     WHERE slot <= ${ENTRIES_PER_MEMBER} ORDER BY id LIMIT ${ENTRIES_MAX} RETURNING entry_id AS id, artist_id AS artistId`,
  )
    .bind(id, times[0] ?? now, JSON.stringify(remainders))
    .all<Entry>()
  await DB.prepare(
    `UPDATE compos SET cover_sketch_id = (SELECT sketch_id FROM compo_entries WHERE compo_id = ?1 LIMIT 1)
     WHERE id = ?1`,
  )
    .bind(id)
    .run()
  await writeVotes(DB, { id, entries, voters: compo.voters, votedAt: (times[1] ?? now) + DAY_MS })
}

type Entry = { id: number; artistId: number }
type Votes = { id: number; entries: readonly Entry[]; voters: number; votedAt: number }

/** Writes answered sets: some entries are picked more often than others. */
async function writeVotes(DB: Platform['DB'], { id, entries, voters, votedAt }: Votes): Promise<void> {
  const rng = new Rng(id)
  const strengths = new Map(entries.map((entry) => [entry.id, rng.next() ** 2]))
  const { results: ballots } = await DB.prepare(
    `INSERT INTO compo_ballots (compo_id, voter_id, seed, total, shows_mature, created_at)
     SELECT ?1, id, id, ${SETS}, 0, ?2 FROM users ORDER BY id DESC LIMIT ?3 RETURNING ballot_id AS id, voter_id AS voterId`,
  )
    .bind(id, votedAt, voters)
    .all<{ id: number; voterId: number }>()
  /** The strongest of some entries, with luck. */
  const bestOf = (shown: readonly number[]) =>
    shown
      .map((entry) => ({ entry, luck: (strengths.get(entry) ?? 0) + rng.next() }))
      .reduce((best, other) => (other.luck > best.luck ? other : best)).entry
  const sets = ballots.flatMap(({ id: ballot, voterId }) => {
    const others = shuffled(
      entries.filter(({ artistId }) => artistId !== voterId).map((entry) => entry.id),
      rng,
    )
    const count = Math.min(SETS, Math.floor(others.length / COMPO_SET_SIZE))
    return Array.from({ length: count }, (_, step) => {
      const shown = others.slice(step * COMPO_SET_SIZE, (step + 1) * COMPO_SET_SIZE)
      return { ballot, step, shown, pick: rng.chance(SKIPPED) ? null : bestOf(shown) }
    })
  })
  await DB.prepare(
    `INSERT INTO compo_sets (ballot_id, compo_id, step, entry_ids, pick, given_at, answered_at)
     SELECT value ->> 'ballot', ?1, value ->> 'step', value -> 'shown', value ->> 'pick', ?2, ?2 FROM json_each(?3)`,
  )
    .bind(id, votedAt, JSON.stringify(sets))
    .run()
}

const shuffled = (items: readonly number[], rng: Rng): number[] =>
  items
    .map((item) => ({ item, at: rng.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
