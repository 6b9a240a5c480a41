/** Members `bulk 1` to `bulk 1000`. The constants below are indexes, which count from 0. */
export const MEMBERS = 1000
/** Posts every tenth sketch. */
export const PROLIFIC = 0
/** Gives a heart to every tenth sketch and follows the prolific member. */
export const READER = 1
/** Root of the co-op, counted from 1; every tenth sketch continues it. */
export const CO_OP = 1
/** Tag of every fifth sketch. */
export const POPULAR_TAG = 'bulk'
