import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw'

/** Drizzle over D1; `$client` is D1 itself. */
export type Db = DrizzleD1Database & { $client: Pick<D1Database, 'prepare' | 'batch'> }

/** A database handle over D1 or one of its sessions, which answers the same calls. */
export function openDb(d1: D1Database | D1DatabaseSession): Db {
  return drizzle(d1 as D1Database)
}

/**
 * A statement in SQL for a batch, where the builder has no words. Drizzle's own `db.all` cannot be batched on D1 when it has
 * parameters: the batch looks for a prepared statement that a raw query lacks.
 */
export function statement<Row = never>(db: Db, query: SQL): SQLiteRaw<Row[]> {
  const raw = db.all<Row>(query)
  return Object.assign(raw, { stmt: db.$client.prepare(raw.getQuery().sql) })
}

type Queries = Partial<Record<string, BatchItem<'sqlite'>>>
type RowsOf<Q extends Queries> = { [Name in keyof Q]: NonNullable<Q[Name]>['_']['result'] }

/** Runs named queries in one batch and returns their rows under the same names. Absent queries have no rows. */
export async function batchNamed<Q extends Queries>(db: Db, queries: Q): Promise<RowsOf<Q>> {
  const named = Object.entries(queries).flatMap(([name, query]) => (query ? [{ name, query }] : []))
  const [first, ...rest] = named.map(({ query }) => query)
  const results = first ? await db.batch([first, ...rest]) : []
  // The one place where the types of a batch are put together by hand: drizzle types them by position alone.
  return Object.fromEntries(named.map(({ name }, index) => [name, results[index]])) as RowsOf<Q>
}

/** Whether a failed statement broke the named constraint, index or trigger rule. */
export function brokeRule(error: unknown, rule: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(rule)) return true
  return false
}
