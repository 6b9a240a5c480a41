import { BOARD_DAY_DRAWING } from '../../contract/limits.ts'
import { TokenBucket } from '../realtime/TokenBucket.ts'

const DAY_MS = 86_400_000
/** The most that a stored budget is below the true one. An artist with the pen on the board draws as much in 12 s. */
const STORED_AHEAD_MAX = 1000
/** The same as a share of what the member has drawn since the object started. */
const STORED_AHEAD_SHARE = 1 / 4

type Budget = { readonly bucket: TokenBucket; readonly stored: TokenBucket; readonly atStart: TokenBucket }

/**
 * What each member may still draw today. A row for each batch would cost as much as the log, so less than what is left
 * is stored, and a row is written when a member has drawn the difference. An object that hibernates then fills no budget.
 */
export class DayBudgets {
  readonly #sql: SqlStorage
  readonly #byMember = new Map<number, Budget>()

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(
      'CREATE TABLE IF NOT EXISTS budgets (user_id INTEGER PRIMARY KEY, tokens REAL NOT NULL, at INTEGER NOT NULL)',
    )
    // These are full again.
    sql.exec('DELETE FROM budgets WHERE at < ?', Date.now() - DAY_MS)
  }

  bucketOf(userId: number): TokenBucket {
    return this.#budgetOf(userId).bucket
  }

  #budgetOf(userId: number): Budget {
    const known = this.#byMember.get(userId)
    if (known) return known
    const select = 'SELECT tokens, at FROM budgets WHERE user_id = ?'
    const [row] = this.#sql.exec<{ tokens: number; at: number }>(select, userId).toArray()
    const bucket = new TokenBucket(BOARD_DAY_DRAWING, row?.tokens, row?.at)
    return { bucket, stored: bucket, atStart: bucket }
  }

  set(userId: number, bucket: TokenBucket): void {
    const { atStart, stored } = this.#budgetOf(userId)
    const { tokens, at } = bucket
    if (tokens >= stored.tokensAt(at)) return void this.#byMember.set(userId, { bucket, stored, atStart })
    const drawn = atStart.tokensAt(at) - tokens
    const next = new TokenBucket(bucket.limits, tokens - Math.min(STORED_AHEAD_MAX, drawn * STORED_AHEAD_SHARE), at)
    this.#sql.exec('INSERT OR REPLACE INTO budgets VALUES (?, ?, ?)', userId, next.tokens, at)
    this.#byMember.set(userId, { bucket, stored: next, atStart })
  }

  refund(userId: number, cost: number): void {
    this.set(userId, this.bucketOf(userId).refund(cost))
  }
}
