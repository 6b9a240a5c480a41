import type { RequestOptions } from '../support/worker/site.ts'

/**
 * The callers that a route accepts: `anyone`; a `newcomer` in the middle of a first sign-in; a logged-in `member`; `staff`,
 * gloperators and admins; or the `owner` of what the sample names, with the status that a `stranger` gets.
 */
export type Role = { who: 'anyone' | 'newcomer' | 'member' | 'staff' } | { who: 'owner'; stranger: 403 | 404 }

/**
 * A call that its rightful caller makes in a world, answered with 200 or the status `answers`. A `bodiless` route ignores
 * the body of a write.
 */
export type Sample<Of> = {
  path: (world: Of) => string
  call?: (world: Of) => RequestOptions
  answers?: number
  bodiless?: true
}
