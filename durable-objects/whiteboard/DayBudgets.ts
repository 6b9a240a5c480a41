import { BOARD_DAY_DRAWING } from '../../contract/limits.ts'
import { TokenBucket } from '../realtime/TokenBucket.ts'

const DAY_MS = 86_400_000
/** The margin of a stored balance is at most this. An artist with the pen on the board draws as much in 12 s. */
const MARGIN_MAX = 1000
/** The margin as a share of what the member has drawn since the object started. */
const MARGIN_SHARE = 1 / 8

/** `drawn` is what the member has drawn since the object started. */
type Balance = { readonly bucket: TokenBucket; readonly stored: TokenBucket; readonly drawn: number }

/**
 * The drawing that each member has left today, as a balance that hibernation does not fill. A row for each batch would
 * cost as much as the log. So the stored balance is lower than the true one by a margin, and a row is written once the
 * member has drawn that much. A restart of the object loses the margin.
 */
export class DayBudgets {
  readonly #sql: SqlStorage
  readonly #byMember = new Map<number, Balance>()

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(
      'CREATE TABLE IF NOT EXISTS budgets (user_id INTEGER PRIMARY KEY, tokens REAL NOT NULL, at INTEGER NOT NULL)',
    )
    // A balance refills in a day.
    sql.exec('DELETE FROM budgets WHERE at < ?', Date.now() - DAY_MS)
  }

  bucketOf(userId: number): TokenBucket {
    return this.#balanceOf(userId).bucket
  }

  #balanceOf(userId: number): Balance {
    const known = this.#byMember.get(userId)
    if (known) return known
    const select = 'SELECT tokens, at FROM budgets WHERE user_id = ?'
    const [row] = this.#sql.exec<{ tokens: number; at: number }>(select, userId).toArray()
    const bucket = new TokenBucket(BOARD_DAY_DRAWING, row?.tokens, row?.at)
    return { bucket, stored: bucket, drawn: 0 }
  }

  set(userId: number, bucket: TokenBucket): void {
    const { tokens, at } = bucket
    const before = this.#balanceOf(userId)
    const drawn = before.drawn + before.bucket.tokensAt(at) - tokens
    const isMarginLeft = tokens >= before.stored.tokensAt(at)
    const stored = isMarginLeft
      ? before.stored
      : this.#store(userId, bucket, Math.min(MARGIN_MAX, drawn * MARGIN_SHARE))
    if (!this.#byMember.has(userId)) this.#forgetFull(at)
    this.#byMember.set(userId, { bucket, stored, drawn })
  }

  /** The stored balance may be negative. */
  #store(userId: number, { limits, tokens, at }: TokenBucket, margin: number): TokenBucket {
    this.#sql.exec('INSERT OR REPLACE INTO budgets VALUES (?, ?, ?)', userId, tokens - margin, at)
    return new TokenBucket(limits, tokens - margin, at)
  }

  #forgetFull(now: number): void {
    for (const [userId, { bucket }] of this.#byMember)
      if (bucket.tokensAt(now) === bucket.limits.capacity) this.#byMember.delete(userId)
  }

  refund(userId: number, cost: number): void {
    this.set(userId, this.bucketOf(userId).refund(cost))
  }
}
