/** Members `bulk 1` to `bulk 1000`, counted from 0 here. */
export const MEMBERS = 1000
/** Posts every tenth sketch. */
export const PROLIFIC = 0
/** Gives a heart to every tenth sketch and follows the prolific one. */
export const READER = 1
/** The sketch, counted from 1, that the co-op began with; every tenth one grew from it. */
export const CO_OP = 1
/** Every fifth sketch carries it. */
export const POPULAR_TAG = 'bulk'
