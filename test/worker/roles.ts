import type { RequestOptions } from '../support/worker/site.ts'

/**
 * The callers that a route accepts: `anyone`; a `newcomer` during a first sign-in; a logged-in `member`; `staff`
 * (gloperators and admins); or the `owner` of the sample, with the status that a `stranger` gets.
 */
export type Role = { caller: 'anyone' | 'newcomer' | 'member' | 'staff' } | { caller: 'owner'; stranger: 403 | 404 }

/**
 * A request that an accepted caller makes, with the expected status (default 200). A `bodiless` route ignores the body of
 * a write.
 */
export type Sample<Of> = {
  path: (world: Of) => string
  call?: (world: Of) => RequestOptions
  status?: number
  bodiless?: true
}
