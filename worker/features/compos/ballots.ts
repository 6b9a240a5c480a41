import { and, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { compoState } from '../../../contract/compo-state.ts'
import type { BallotSet, CompoBallot } from '../../../contract/http/compos.ts'
import { COMPO_BALLOT_SETS_MAX, COMPO_SET_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type BallotEntry, ballotSets, nextSet } from '../../domain/compos/ballot.ts'
import { compoSketchColumns, compoSketchOf } from '../../domain/compos/list-items.ts'
import { compoBallots, compoEntries, compoSets, compos } from '../../domain/compos/schema.ts'
import { mayOpen } from '../../domain/compos/visibility.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { recordHelp } from '../../domain/streaks/queries.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { eligibleFor } from './queries.ts'

/**
 * Number of unanswered sets that a voter has: the current one, and the next one, so that its pictures are preloaded.
 */
const SETS_AHEAD = 2
/** Time after which an unanswered set no longer counts in the exposure of its entries. */
const ANSWER_WAIT_MS = 120_000
/** Number of least exposed entries from which a set is chosen. */
const CANDIDATES = 32

type GivenSet = { step: number; entryIds: number[]; pick: number | null; answeredAt: number | null }

export type Ballot = {
  compo: { id: number; title: string; endsAt: number; votingEndsAt: number; resultAt: number | null }
  /** Null before the ballot was begun. */
  ballot: { id: number; seed: number; total: number } | null
  sets: GivenSet[]
  /** The sketches of the sets that still exist, by the ids of their entries. */
  sketches: Map<number, GivenSketch>
}

/** A sketch of a set. The voter may no longer see it: it was hidden or marked as mature, or there is a block. */
type GivenSketch = Parameters<typeof compoSketchOf>[0] & { isShown: boolean }

/** Reads a member's ballot in a compo; null for a missing compo. */
export async function findBallot(
  db: Db,
  voter: Viewer,
  { key, now }: { key: string; now: number },
): Promise<Ballot | null> {
  const isOwn = and(eq(compos.key, key), eq(compoBallots.voterId, voter.id))
  const [[compo], [ballot], sets, entries] = await db.batch([
    db
      .select({
        id: compos.id,
        title: compos.title,
        endsAt: compos.endsAt,
        votingEndsAt: compos.votingEndsAt,
        resultAt: compos.resultAt,
      })
      .from(compos)
      .where(and(eq(compos.key, key), mayOpen(voter, now))),
    db
      .select({ id: compoBallots.id, seed: compoBallots.seed, total: compoBallots.total })
      .from(compoBallots)
      .innerJoin(compos, eq(compos.id, compoBallots.compoId))
      .where(isOwn),
    db
      .select({
        step: compoSets.step,
        entryIds: compoSets.entryIds,
        pick: compoSets.pick,
        answeredAt: compoSets.answeredAt,
      })
      .from(compos)
      .innerJoin(compoBallots, eq(compoBallots.compoId, compos.id))
      .innerJoin(compoSets, eq(compoSets.ballotId, compoBallots.id))
      .where(isOwn)
      .orderBy(compoSets.step),
    db
      .select({
        entry: compoEntries.id,
        sketch: compoSketchColumns,
        isShown: sql`${listedFor(voter, compoEntries)}`.mapWith(Boolean).as('is_shown'),
      })
      .from(sql`(SELECT DISTINCT given.value AS id FROM compos JOIN compo_ballots ON compo_ballots.compo_id = compos.id
        JOIN compo_sets USING (ballot_id) CROSS JOIN json_each(compo_sets.entry_ids) AS given
        WHERE compos.key = ${key} AND voter_id = ${voter.id}) AS given`)
      .crossJoin(compoEntries)
      .crossJoin(sketches)
      .where(and(sql`${compoEntries.id} = given.id`, eq(sketches.id, compoEntries.sketchId))),
  ])
  if (!compo) return null
  const sketchesByEntry = new Map(entries.map(({ entry, sketch, isShown }) => [entry, { ...sketch, isShown }]))
  return { compo, ballot: ballot ?? null, sets, sketches: sketchesByEntry }
}

/** The voter's view of the ballot, without sketches that were deleted or that the voter may not see. */
export function ballotOf({ compo, ballot, sets, sketches }: Ballot, now: number): CompoBallot {
  const next = sets.findIndex((set) => isWaiting(set, sketches))
  return {
    title: compo.title,
    state: compoState(compo, now),
    endVotingDate: toWireTime(compo.votingEndsAt),
    sets: sets.map((set) => setOf(set, sketches)),
    total: ballot?.total ?? 0,
    step: next < 0 ? sets.length : next,
  }
}

/** True for an unanswered set with a sketch that the voter still sees. */
const isWaiting = ({ answeredAt, entryIds }: GivenSet, sketches: Ballot['sketches']): boolean =>
  answeredAt === null && entryIds.some((id) => sketches.get(id)?.isShown)

function setOf({ entryIds, pick, answeredAt }: GivenSet, sketches: Ballot['sketches']): BallotSet {
  const shown = entryIds.flatMap((id) => sketches.get(id) ?? []).filter(({ isShown }) => isShown)
  const picked = entryIds.find((id) => id === pick && sketches.get(id)?.isShown)
  const answer = pick === null ? 'skip' : picked === undefined ? null : (sketches.get(picked)?.id ?? null)
  return { sketches: shown.map(compoSketchOf), answer: answeredAt === null ? null : answer }
}

/** Begins a ballot, unless the member has one. Fails if there is nothing to compare. */
export async function beginBallot(
  db: Db,
  voter: Viewer,
  { compo, now }: { compo: Ballot['compo']; now: number },
): Promise<Result<void, 'nothing_to_vote'>> {
  const eligibleMax = COMPO_BALLOT_SETS_MAX * COMPO_SET_SIZE
  const eligible = await db
    .select({ id: compoEntries.id })
    .from(compoEntries)
    .where(eligibleFor(voter, compo.id))
    .limit(eligibleMax)
  const total = ballotSets(eligible.length)
  if (total === 0) return failure('nothing_to_vote')
  await statement(
    db,
    sql`INSERT INTO compo_ballots (compo_id, voter_id, seed, total, shows_mature, created_at)
      SELECT id, ${voter.id}, abs(random() % 4294967296), ${total}, ${Number(voter.showMature)}, ${now} FROM compos
      WHERE id = ${compo.id} AND ${isVoting(now)} ON CONFLICT DO NOTHING`,
  )
  return DONE
}

/** The condition that a compo is in voting, by the server's clock. */
const isVoting = (now: number) =>
  sql`(compos.ends_at <= ${now} AND compos.voting_ends_at > ${now} AND compos.result_at IS NULL)`

/**
 * Adds sets to a ballot until it has one to answer and one after it, or all of its sets. A set with entries that the
 * voter has judged before is the last one: by blocking artists, a voter could otherwise judge the others again.
 */
export async function giveSets(
  db: Db,
  voter: Viewer,
  { compo, ballot, sets, sketches, now }: Ballot & { now: number },
): Promise<void> {
  if (!ballot) return
  const waiting = sets.filter((set) => isWaiting(set, sketches)).length
  const missing = Math.min(ballot.total - sets.length, SETS_AHEAD - waiting)
  if (missing <= 0) return
  const judged = new Set(sets.flatMap(({ entryIds }) => entryIds))
  const candidates = await findCandidates(db, voter, { compoId: compo.id, judged, now })
  const given: Statement[] = []
  let { total } = ballot
  for (let step = sets.length; step < Math.min(total, sets.length + missing); step++) {
    const unjudged = candidates.filter(({ id }) => !judged.has(id)).length
    const set = nextSet(candidates, judged, ballot.seed)
    if (unjudged === 0 || set.length < 2) {
      total = step
      break
    }
    if (unjudged < COMPO_SET_SIZE) total = step + 1
    for (const id of set) judged.add(id)
    given.push(
      statement(
        db,
        sql`INSERT INTO compo_sets (ballot_id, compo_id, step, entry_ids, given_at)
          SELECT ${ballot.id}, compos.id, ${step}, ${JSON.stringify(set)}, ${now} FROM compos
          WHERE compos.id = ${compo.id} AND ${isVoting(now)} ON CONFLICT DO NOTHING`,
      ),
    )
  }
  if (total < ballot.total && total > 0) {
    given.push(db.update(compoBallots).set({ total }).where(eq(compoBallots.id, ballot.id)))
  }
  await batchEach(db, given)
}

/**
 * Finds the entries for a voter's next sets: the least exposed ones that the voter has not judged, and judged ones if
 * these are too few.
 */
async function findCandidates(
  db: Db,
  voter: Viewer,
  { compoId, judged, now }: { compoId: number; judged: ReadonlySet<number>; now: number },
): Promise<BallotEntry[]> {
  const exposure = voter.showMature ? compoEntries.matureExposure : compoEntries.plainExposure
  const eligible = eligibleFor(voter, compoId)
  const columns = { id: compoEntries.id, exposure }
  const [, unjudged, again] = await db.batch([
    db
      .update(compoSets)
      .set({ isCounted: false })
      .where(
        and(
          eq(compoSets.compoId, compoId),
          isNull(compoSets.answeredAt),
          eq(compoSets.isCounted, true),
          sql`${compoSets.givenAt} < ${now - ANSWER_WAIT_MS}`,
        ),
      ),
    db
      .select(columns)
      .from(compoEntries)
      .where(and(eligible, judged.size > 0 ? notInArray(compoEntries.id, [...judged]) : undefined))
      .orderBy(exposure, compoEntries.lot)
      .limit(CANDIDATES),
    // The cross join keeps SQLite from reading other entries.
    db
      .select(columns)
      .from(sql`json_each(${JSON.stringify([...judged])}) AS judged`)
      .crossJoin(compoEntries)
      .where(and(sql`${compoEntries.id} = judged.value`, eligible)),
  ])
  return [...unjudged, ...again]
}

export type Vote = { step: number; pick: number | null }

/**
 * Reads votes on the wire [1 §4]: the sketches of each set with the picked one first, or all negated for a skip. Fails
 * if a vote has other sketches than its set. It may omit sketches that were deleted or hidden meanwhile.
 */
export function readVotes(
  { sets, sketches }: Pick<Ballot, 'sets' | 'sketches'>,
  { step, votes }: { step: number; votes: readonly (readonly number[])[] },
): Result<Vote[], 'bad_ballot'> {
  const read: Vote[] = []
  for (const [index, vote] of votes.entries()) {
    const set = sets[step + index]
    const isSkip = vote.every((id) => id < 0)
    const ids = isSkip ? vote.map((id) => -id) : [...vote]
    if (!set || !isOfSet(ids, set, sketches)) return failure('bad_ballot')
    // A deleted picked sketch is one of the missing entries. The result ignores such a set.
    const pick =
      set.entryIds.find((entry) => sketches.get(entry)?.id === ids[0]) ??
      set.entryIds.find((entry) => !sketches.has(entry))
    read.push({ step: set.step, pick: isSkip ? null : (pick ?? null) })
  }
  return { ok: true, value: read }
}

function isOfSet(ids: readonly number[], { entryIds }: GivenSet, sketches: Ballot['sketches']): boolean {
  const present = entryIds.flatMap((entry) => sketches.get(entry)?.id ?? [])
  const others = ids.filter((id) => !present.includes(id))
  const shown = entryIds.flatMap((entry) => sketches.get(entry) ?? []).filter(({ isShown }) => isShown)
  const isComplete = shown.every(({ id }) => ids.includes(id))
  const known = new Set([...sketches.values()].map(({ id }) => id))
  return (
    isComplete &&
    new Set(ids).size === ids.length &&
    ids.every((id) => id > 0) &&
    others.length <= entryIds.length - present.length &&
    others.every((id) => !known.has(id))
  )
}

/** Saves votes as long as the compo is in voting. Saving again replaces an earlier answer; an equal one is a no-op. */
export async function saveVotes(
  db: Db,
  { ballotId, voter, votes, now }: { ballotId: number; voter: Viewer; votes: readonly Vote[]; now: number },
): Promise<Result<void, 'compo_not_voting'>> {
  const help = recordHelp(db, {
    member: voter,
    now,
    where: sql`EXISTS (SELECT 1 FROM compo_sets WHERE ballot_id = ${ballotId} AND answered_at = ${now})`,
  })
  const updates = votes.map(({ step, pick }) =>
    db
      .update(compoSets)
      .set({ pick, answeredAt: now, isCounted: true })
      .where(
        and(
          eq(compoSets.ballotId, ballotId),
          eq(compoSets.step, step),
          sql`(${compoSets.answeredAt} IS NULL OR ${compoSets.pick} IS NOT ${pick})`,
          sql`EXISTS (SELECT 1 FROM compos WHERE compos.id = ${compoSets.compoId} AND ${isVoting(now)})`,
        ),
      ),
  )
  const voting = db
    .select({ id: compos.id })
    .from(compoBallots)
    .innerJoin(compos, eq(compos.id, compoBallots.compoId))
    .where(and(eq(compoBallots.id, ballotId), isVoting(now)))
  const [found] = await db.batch([voting, ...updates, help])
  return found.length > 0 ? DONE : failure('compo_not_voting')
}
