import { sql } from 'drizzle-orm'
import { type Progress, type RowStep, rowsOf, runRows } from '../../domain/users/row-steps.ts'
import type { Db } from '../../lib/database.ts'

/** A deletion that is under way. `dueAt` is the time for which the member asked. */
export type EraseContext = {
  db: Db
  env: Cloudflare.Env
  userId: number
  /** The account, and accounts that were merged into it, which texts and rooms still name. */
  userIds: readonly number[]
  dueAt: number
  now: number
  position: number
}

/** The part of the context that steps in objects use. They run for several accounts at once. */
export type ForgetContext = Pick<EraseContext, 'db' | 'env' | 'userIds' | 'position'>

/** A part of a deletion. It runs repeatedly until it is done. Each run may be interrupted and repeated. */
export type EraseStep<Context = EraseContext> = {
  /** Unique. An interrupted deletion continues at the step with this name. */
  name: string
  /** The columns whose references it removes or empties, as `table.column`. */
  references: readonly string[]
  run: (context: Context) => Promise<Progress>
}

type Rows = Omit<RowStep<Pick<EraseContext, 'userId' | 'userIds' | 'now'>>, 'scanned'>

/** A step of statements, which run in one batch until they return no row. */
export function eraseRows({ name, references, statements }: Rows): EraseStep {
  const step = { name, references, statements }
  return {
    name,
    references,
    run: ({ db, userId, userIds, now, position }) => runRows(db, step, { context: { userId, userIds, now }, position }),
  }
}

/** Deletes the rows of a member. */
export function remove(table: string, column = 'user_id', condition = sql`true`): EraseStep {
  return eraseRows({
    name: `remove ${table}.${column}`,
    references: [`${table}.${column}`],
    statements: ({ userId }) => [
      sql`DELETE FROM ${sql.raw(table)} WHERE rowid IN (${rowsOf(table, column, userId, condition)}) RETURNING 1`,
    ],
  })
}
