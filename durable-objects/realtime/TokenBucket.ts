/**
 * `capacity` tokens in a burst, then `perSecond` more. With `debtMax`, the balance may fall to `-debtMax`; the caller
 * delays the work by `delayMs`.
 */
export type BucketLimits = { readonly capacity: number; readonly perSecond: number; readonly debtMax?: number }

/** An immutable token bucket: `spend` returns a new one. Times are milliseconds since 1970. */
export class TokenBucket {
  readonly limits: BucketLimits
  readonly tokens: number
  readonly at: number

  constructor(limits: BucketLimits, tokens = limits.capacity, at = 0) {
    this.limits = limits
    this.tokens = tokens
    this.at = at
  }

  tokensAt(now: number): number {
    const { capacity, perSecond } = this.limits
    return Math.min(capacity, this.tokens + (Math.max(0, now - this.at) / 1000) * perSecond)
  }

  /** The bucket after spending, or null if neither the tokens nor the debt suffice. */
  spend(cost: number, now: number): TokenBucket | null {
    const tokens = this.tokensAt(now) - cost
    return tokens < -(this.limits.debtMax ?? 0) ? null : new TokenBucket(this.limits, tokens, now)
  }

  refund(cost: number): TokenBucket {
    return new TokenBucket(this.limits, Math.min(this.limits.capacity, this.tokens + cost), this.at)
  }

  /** Milliseconds until the debt is paid; 0 without debt. */
  get delayMs(): number {
    return this.tokens >= 0 ? 0 : (-this.tokens / this.limits.perSecond) * 1000
  }
}

/** A bucket for each member, shared by their sockets. Full buckets are deleted. */
export class TokenBuckets {
  readonly #limits: BucketLimits
  readonly #byMember = new Map<number, TokenBucket>()

  constructor(limits: BucketLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#byMember.size
  }

  bucketOf(userId: number): TokenBucket {
    return this.#byMember.get(userId) ?? new TokenBucket(this.#limits)
  }

  set(userId: number, bucket: TokenBucket): void {
    if (!this.#byMember.has(userId)) this.#deleteFull(bucket.at)
    this.#byMember.set(userId, bucket)
  }

  spend(userId: number, cost: number, now: number): boolean {
    const bucket = this.bucketOf(userId).spend(cost, now)
    if (bucket) this.set(userId, bucket)
    return bucket !== null
  }

  refund(userId: number, cost: number): void {
    const bucket = this.#byMember.get(userId)
    if (bucket) this.#byMember.set(userId, bucket.refund(cost))
  }

  #deleteFull(now: number): void {
    for (const [userId, bucket] of this.#byMember)
      if (bucket.tokensAt(now) === this.#limits.capacity) this.#byMember.delete(userId)
  }
}
