import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { finishFit } from '../../domain/compos/fit.ts'
import { type PublishedResult, publishedResults, rankEntries } from '../../domain/compos/result.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'
import { packAnswered } from './answered.ts'
import { countVoters } from './queries.ts'

/** Maximum number of entries written in one statement. */
const ENTRIES_AT_ONCE = 500
/** Maximum number of compos that a scheduled run closes. The next run continues. */
const CLOSED_AT_ONCE = 20
/** Delay after the end of voting, for votes of requests that began before it. */
const WAIT_MS = 60_000

/**
 * Publishes the results of compos whose voting has ended. An interrupted run leaves nothing, and the next one computes
 * the same result, because the votes no longer change.
 */
export async function closeCompos(db: Db, now: number): Promise<void> {
  const due = await db
    .select({ id: compos.id })
    .from(compos)
    .where(isDue(now))
    .orderBy(compos.votingEndsAt)
    .limit(CLOSED_AT_ONCE)
  await forEach(due, ({ id }) => publishResult(db, id, now))
}

/** The condition that a compo has no result, and that its votes no longer change. Staff may move the end of voting. */
const isDue = (now: number) => and(isNull(compos.resultAt), lte(compos.votingEndsAt, now - WAIT_MS))

/** True while votes of requests that began before the end of voting are saved. */
export const isCountingLastVotes = (votingEndsAt: number, now: number) => votingEndsAt > now - WAIT_MS

/** Publishes the result of a compo whose voting ended at least a minute ago. Saves nothing for any other compo. */
export async function publishResult(db: Db, compoId: number, now: number): Promise<void> {
  const entries = await db
    .select({ id: compoEntries.id })
    .from(compoEntries)
    // An entry whose sketch was hidden since gets no place, because hidden sketches cannot be entered.
    .where(and(eq(compoEntries.compoId, compoId), compoEntries.listed))
  const packer = await packAnswered(db, { compoId, entryIds: entries.map(({ id }) => id) })
  const sets = packer.pack()
  const results = publishedResults(rankEntries(sets, finishFit(sets)))
  const [{ voters = 0 } = {}] = await countVoters(db, compoId)
  const picks = results.reduce((sum, result) => sum + result.picks, 0)
  const isStillDue = and(eq(compos.id, compoId), isDue(now))
  await batchEach<Statement>(db, [
    ...savePlaces(db, results, isStillDue),
    db.update(compos).set({ resultAt: now, votersCount: voters, picksCount: picks }).where(isStillDue),
  ])
}

/** The statements that save the places, as long as the condition on the compo holds. */
function savePlaces(db: Db, results: readonly PublishedResult[], condition: SQL | undefined): Statement[] {
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
