import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { finishFit } from '../../domain/compos/fit.ts'
import { rankEntries } from '../../domain/compos/result.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import { VoterComparison } from '../../domain/compos/voters.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'
import { packAnswered, readAnswered } from './answered.ts'

/** Maximum number of ballots written in one statement. */
const BALLOTS_AT_ONCE = 500
/** Maximum number of compos whose voters a scheduled run compares. The next run continues. */
const COMPARED_AT_ONCE = 20

/** Stores how the picks of voters fit the results that were published since the last run. */
export async function compareVoters(db: Db): Promise<void> {
  const due = await db
    .select({ id: compos.id })
    .from(compos)
    .where(and(isNotNull(compos.resultAt), isNull(compos.comparedCount)))
    .orderBy(compos.resultAt)
    .limit(COMPARED_AT_ONCE)
  await forEach(due, ({ id }) => compareVotersOf(db, id))
}

/**
 * Computes the fit again, because strengths are not stored, and so reads each answered set twice. An interrupted run
 * stores nothing.
 */
async function compareVotersOf(db: Db, compoId: number): Promise<void> {
  const entries = await db
    .select({ id: compoEntries.id })
    .from(compoEntries)
    .where(and(eq(compoEntries.compoId, compoId), isNotNull(compoEntries.fittedPlace)))
  const packer = await packAnswered(db, { compoId, entryIds: entries.map(({ id }) => id) })
  const sets = packer.pack()
  const results = rankEntries(sets, finishFit(sets))
  const comparison = new VoterComparison(new Map(results.map(({ id, strength }) => [id, strength])))
  const answered = new Map<number, number>()
  for await (const set of readAnswered(db, compoId)) {
    comparison.add(set)
    answered.set(set.ballotId, (answered.get(set.ballotId) ?? 0) + 1)
  }
  const fits = comparison.compare()
  const rows = fits.map(({ ballotId, picks, likelihood, deviation }) => [
    ballotId,
    answered.get(ballotId) ?? 0,
    picks,
    likelihood,
    deviation,
  ])
  await batchEach<Statement>(db, [
    ...saveFits(db, rows),
    db.update(compos).set({ comparedCount: fits.length }).where(eq(compos.id, compoId)),
  ])
}

const saveFits = (db: Db, rows: readonly (readonly number[])[]): Statement[] =>
  Array.from({ length: Math.ceil(rows.length / BALLOTS_AT_ONCE) }, (_, at) =>
    statement(
      db,
      sql`UPDATE compo_ballots SET sets_count = fit.value ->> 1, picks_count = fit.value ->> 2,
          likelihood = fit.value ->> 3, deviation = fit.value ->> 4
        FROM json_each(${JSON.stringify(rows.slice(at * BALLOTS_AT_ONCE, (at + 1) * BALLOTS_AT_ONCE))}) AS fit
        WHERE ballot_id = fit.value ->> 0`,
    ),
  )
