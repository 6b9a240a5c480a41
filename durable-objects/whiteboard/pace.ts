import type { BucketLimits } from '../realtime/TokenBucket.ts'

/**
 * What a member may draw, in costs of a short curve: a fast hand draws about two hundred a second. More is delayed; with
 * `debtMax` waiting, the connection is closed.
 */
export const DRAWING: BucketLimits = { capacity: 2000, perSecond: 400, debtMax: 4000 }

/** What a member may request: a page requests the hash once a minute and on return, and the board where it differs. */
export const REQUESTS: BucketLimits = { capacity: 60, perSecond: 1 }
export const REQUEST_COST = { hash: 1, info: 20 } as const
