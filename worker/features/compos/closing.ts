import { and, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { SetPacker } from '../../domain/compos/answered-sets.ts'
import { finishFit } from '../../domain/compos/fit.ts'
import { type EntryResult, rankEntries } from '../../domain/compos/result.ts'
import { compoEntries, compoSets, compos } from '../../domain/compos/schema.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { countVoters } from './queries.ts'

/** Answered sets read at once, and entries written in one statement. */
const SETS_AT_ONCE = 5000
const ENTRIES_AT_ONCE = 500

/**
 * Publishes the results of compos whose voting has ended. An interrupted run leaves nothing, and the next one computes the
 * same result, because the votes no longer change.
 */
export async function closeCompos(db: Db, now: number): Promise<void> {
  const due = await db
    .select({ id: compos.id })
    .from(compos)
    .where(and(isNull(compos.resultAt), lte(compos.votingEndsAt, now)))
    .orderBy(compos.votingEndsAt)
  for (const { id } of due) await publishResult(db, id, now)
}

/** Publishes the result of a compo whose voting has ended. For any other it saves nothing. */
export async function publishResult(db: Db, compoId: number, now: number): Promise<void> {
  const [entries, [counted]] = await db.batch([
    db.select({ id: compoEntries.id }).from(compoEntries).where(eq(compoEntries.compoId, compoId)),
    db.select({ sets: sql<number>`count(*)` }).from(compoSets).where(isAnsweredIn(compoId)),
  ])
  const packer = new SetPacker(
    entries.map(({ id }) => id),
    counted?.sets ?? 0,
  )
  for await (const set of readAnswered(db, compoId)) packer.add(set)
  const sets = packer.pack()
  const results = rankEntries(sets, finishFit(sets))
  const [{ voters = 0 } = {}] = await countVoters(db, compoId)
  const picks = results.reduce((sum, result) => sum + result.picks, 0)
  // Staff may have moved the end of voting meanwhile.
  const hasNoResult = and(eq(compos.id, compoId), isNull(compos.resultAt), lte(compos.votingEndsAt, now))
  await batchEach<Statement>(db, [
    ...savePlaces(db, results, hasNoResult),
    db.update(compos).set({ resultAt: now, votersCount: voters, picksCount: picks }).where(hasNoResult),
  ])
}

const isAnsweredIn = (compoId: number) => and(eq(compoSets.compoId, compoId), isNotNull(compoSets.answeredAt))

async function* readAnswered(db: Db, compoId: number) {
  for (let last = 0; ; ) {
    const rows = await db
      .select({ id: compoSets.id, entries: compoSets.entryIds, pick: compoSets.pick })
      .from(compoSets)
      .where(and(isAnsweredIn(compoId), gt(compoSets.id, last)))
      .orderBy(compoSets.id)
      .limit(SETS_AT_ONCE)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < SETS_AT_ONCE) return
    last = end.id
  }
}

/** The statements that save the places, as long as the condition on the compo holds. */
function savePlaces(db: Db, results: readonly EntryResult[], condition: SQL | undefined): Statement[] {
  const positioned = results.map(({ id, place, seen, picks }, index) => [id, place, index + 1, seen, picks])
  return Array.from({ length: Math.ceil(positioned.length / ENTRIES_AT_ONCE) }, (_, at) =>
    statement(
      db,
      sql`UPDATE compo_entries SET place = result.value ->> 1, fitted_place = result.value ->> 1,
          position = result.value ->> 2, seen_count = result.value ->> 3, picks_count = result.value ->> 4
        FROM json_each(${JSON.stringify(positioned.slice(at * ENTRIES_AT_ONCE, (at + 1) * ENTRIES_AT_ONCE))}) AS result
        WHERE entry_id = result.value ->> 0
          AND EXISTS (SELECT 1 FROM compos WHERE ${condition})`,
    ),
  )
}
