import type { RequestOptions } from '../support/worker/site.ts'

/**
 * The callers that a route accepts: `anyone`; a `newcomer` during a first sign-in; a logged-in `member`; `staff`
 * (gloperators and admins); an `admin`; a `groupAdmin`; or the `owner` of the sample, with the status that a `stranger`
 * gets.
 */
export type Role =
  | { caller: 'anyone' | 'newcomer' | 'member' | 'staff' | 'admin' | 'groupAdmin' }
  | { caller: 'owner'; stranger: 403 | 404 }

/** The flags of a caller that a route accepts. */
export function flagsOf(caller: Role['caller']): string {
  return { admin: 'a', staff: 'm', groupAdmin: 'g', anyone: '', newcomer: '', member: '', owner: '' }[caller]
}

/**
 * A request that an accepted caller makes, with the expected status (default 200). A `bodiless` route ignores the body
 * of a write. Staff who impersonate a member cannot call a route of the member's `ownSession`. A `signed` route is
 * called by mail programs with a form: the signature in its address takes the place of the guards of writes.
 */
export type Sample<Of> = {
  path: (world: Of) => string
  call?: (world: Of) => RequestOptions
  status?: number
  bodiless?: true
  signed?: true
  ownSession?: true
}
