import { type SQL, sql } from 'drizzle-orm'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { ROWS_IN_PART } from '../../lib/delete-in-parts.ts'

/** Number of rows that one statement changes. */
export const ROWS_AT_ONCE = 100
/** Number of rows that one statement reads of a table that has no index of the column. */
const ROWS_READ_AT_ONCE = 20_000

/**
 * A part of a job over every table that refers to a member, such as a merge. Its statements run in one batch,
 * repeatedly until none returns a row. The statements of a `scanned` table get a range of row ids, and run once for
 * each range.
 */
export type RowStep<Context> = {
  /** Unique. An interrupted job continues at the step with the stored name. */
  name: string
  /** The columns whose references it changes or removes, as `table.column`. */
  references: readonly string[]
  statements: (context: Context, range: SQL) => SQL[]
  scanned?: string
}

/** The step and the position in it at which a job continues. */
export type Place = { step: string; position: number }
/** `calls` is the number of calls to the database, files and objects; 1 if omitted. */
export type Progress = { done: boolean; position: number; calls?: number }
/** Number of calls that a run of a job may still make for all its accounts. The last step of a run may exceed it. */
export type CallBudget = { left: number }

/** Selects the first rows of a table that refer to a member in a column. */
export function rowsOf(table: string, column: string, member: number, condition: SQL = sql`true`): SQL {
  return sql`SELECT rowid FROM ${sql.raw(table)} WHERE ${sql.raw(column)} = ${member} AND ${condition} LIMIT ${ROWS_AT_ONCE}`
}

/** Deletes the exports of a member, and before them the rows of their files, which are too many for one statement. */
export function deleteExports(member: number): SQL[] {
  return [
    sql`DELETE FROM exported_files WHERE rowid IN (SELECT exported_files.rowid FROM account_exports
      JOIN exported_files ON export_id = account_exports.id WHERE user_id = ${member} LIMIT ${ROWS_IN_PART}) RETURNING 1`,
    sql`DELETE FROM account_exports WHERE user_id = ${member}
      AND NOT EXISTS (SELECT 1 FROM exported_files WHERE export_id = account_exports.id) RETURNING 1`,
  ]
}

/** The range of row ids after `position`, and its end. */
function rangeAfter(position: number): { range: SQL; end: number } {
  const end = position + ROWS_READ_AT_ONCE
  return { range: sql`id > ${position} AND id <= ${end}`, end }
}

/** Runs the statements of a step once. */
export async function runRows<Context>(
  db: Db,
  step: RowStep<Context>,
  { context, position }: { context: Context; position: number },
): Promise<Progress> {
  const { range, end } = rangeAfter(position)
  const statements = step.statements(context, range).map((query) => statement<unknown>(db, query))
  if (!step.scanned) {
    const results = await batchEach(db, statements)
    return { done: results.every((rows) => rows.length === 0), position }
  }
  const lastId = statement<{ id: number | null }>(db, sql`SELECT max(id) AS id FROM ${sql.raw(step.scanned)}`)
  await batchEach(db, statements)
  const [last] = await lastId
  return { done: end >= (last?.id ?? 0), position: end }
}

type Job<Step> = {
  run: (step: Step, position: number) => Promise<Progress>
  save: (place: Place) => Promise<void>
  budget: CallBudget
}

/**
 * Runs steps from a place on, and saves the place. Returns false if the calls are used up; the next run continues at
 * the saved place.
 */
export async function runSteps<Step extends { name: string }>(
  steps: readonly Step[],
  from: Place,
  { run, save, budget }: Job<Step>,
): Promise<boolean> {
  const first = Math.max(
    0,
    steps.findIndex(({ name }) => name === from.step),
  )
  for (const step of steps.slice(first)) {
    let position = step.name === from.step ? from.position : 0
    for (let done = false; !done; ) {
      if (budget.left <= 0) {
        await save({ step: step.name, position })
        return false
      }
      const next = await run(step, position)
      budget.left -= next.calls ?? 1
      if (!next.done && next.position !== position) await save({ step: step.name, position: next.position })
      ;({ done, position } = next)
    }
  }
  return true
}
