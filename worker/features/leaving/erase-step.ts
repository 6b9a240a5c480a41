import { sql } from 'drizzle-orm'
import { type Progress, type RowStep, rowsOf, runRows } from '../../domain/users/row-steps.ts'
import type { Db } from '../../lib/database.ts'

/** A deletion that is under way. `dueAt` is the time for which the member asked. */
export type EraseContext = {
  db: Db
  env: Cloudflare.Env
  userId: number
  /** The account, and those that were merged into it. Texts and rooms still name these. */
  userIds: readonly number[]
  dueAt: number
  now: number
  position: number
}

/** A part of a deletion. It runs again and again until it is done; each run may be cut off and repeated. */
export type EraseStep = {
  /** Unique. An interrupted deletion goes on at the step of this name. */
  name: string
  /** The columns whose references it removes or empties, as `table.column`. */
  references: readonly string[]
  run: (context: EraseContext) => Promise<Progress>
}

type Rows = Omit<RowStep<Pick<EraseContext, 'userId' | 'userIds'>>, 'scanned'>

/** A step of statements, which run in one batch until they return no row. */
export function eraseRows({ name, references, statements }: Rows): EraseStep {
  const step = { name, references, statements }
  return {
    name,
    references,
    run: ({ db, userId, userIds, position }) => runRows(db, step, { context: { userId, userIds }, position }),
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
