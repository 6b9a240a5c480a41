/** Number of members, with the nicknames `bulk 1` to `bulk 1000`. */
export const MEMBERS = 1000
/** Index (from 0) of the member who posts every tenth sketch. */
export const PROLIFIC = 0
/** Index (from 0) of the member who gives a heart to every tenth sketch and follows the prolific member. */
export const READER = 1
/** Index (from 0) of the member who follows as many members as there are sketches, who all follow this one. */
export const STAR = 2
/** Index (from 0) of the member who is staff and group admin in the bench, and posts no sketches. */
export const STAFF = 10
/** Number (from 1) of the sketch that every tenth sketch continues. */
export const CO_OP = 1
/** Tag of every fifth sketch. */
export const POPULAR_TAG = 'bulk'
