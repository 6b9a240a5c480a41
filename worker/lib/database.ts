import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

/** Drizzle over D1; `$client` is D1 itself, for batches of statements that drizzle has no words for. */
export type Db = DrizzleD1Database & { $client: Pick<D1Database, 'prepare' | 'batch'> }

/** A database handle over D1 or one of its sessions, which answers the same calls. */
export function openDb(d1: D1Database | D1DatabaseSession): Db {
  return drizzle(d1 as D1Database)
}

/** Whether a failed statement broke the named constraint, index or trigger rule. */
export function brokeRule(error: unknown, rule: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(rule)) return true
  return false
}
