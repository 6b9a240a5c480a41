import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw'

/** Drizzle over D1. The type hides D1, so that all SQL goes through drizzle. */
export type Db = DrizzleD1Database

export function openDb(d1: D1Database | D1DatabaseSession): Db {
  return drizzle(d1 as D1Database)
}

/**
 * Makes a statement of raw SQL for a batch. Drizzle's `db.all` with parameters fails in a D1 batch, which expects a
 * prepared statement that raw queries lack.
 */
export function statement<Row = never>(db: Db, query: SQL): SQLiteRaw<Row[]> {
  const raw = db.all<Row>(query)
  const client = (db as Db & { $client: Pick<D1Database, 'prepare'> }).$client
  return Object.assign(raw, { stmt: client.prepare(raw.getQuery().sql) })
}

/** A statement of any kind, for a batch of several parts. */
export type Statement = BatchItem<'sqlite'>

type Queries = Partial<Record<string, BatchItem<'sqlite'>>>
type RowsOf<Q extends Queries> = { [Name in keyof Q]: NonNullable<Q[Name]>['_']['result'] }

/** Runs named queries in one batch and returns their rows under the same names. Absent queries have no rows. */
export async function batchNamed<Q extends Queries>(db: Db, queries: Q): Promise<RowsOf<Q>> {
  const named = Object.entries(queries).flatMap(([name, query]) => (query ? [{ name, query }] : []))
  const [first, ...rest] = named.map(({ query }) => query)
  const results = first ? await db.batch([first, ...rest]) : []
  // Drizzle types a batch by position, so the names need a cast.
  return Object.fromEntries(named.map(({ name }, index) => [name, results[index]])) as RowsOf<Q>
}

/** Runs statements in one batch. Drizzle's own `batch` needs a list of known length. */
export async function batchEach<Each extends Statement>(
  db: Db,
  statements: readonly Each[],
): Promise<Each['_']['result'][]> {
  const [first, ...rest] = statements
  return first ? db.batch([first, ...rest]) : []
}

/** True if a statement failed because of the named constraint, index or trigger rule. */
export function brokeRule(error: unknown, rule: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(rule)) return true
  return false
}
