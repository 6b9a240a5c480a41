import type { Call } from '../support/worker/site.ts'

/**
 * Who may call a route: `anyone`; `newcomer`, in the middle of a first sign-in; `member`, logged in; `staff`, gloperators
 * and admins; `owner`, the one member to whom the thing that the sample names belongs (`stranger` is what others are
 * answered).
 */
export type Role = { who: 'anyone' | 'newcomer' | 'member' | 'staff' } | { who: 'owner'; stranger: 403 | 404 }

/**
 * A call of the route that its rightful caller is answered 200 (or as `answers` says), made for a world. A `bodiless`
 * route reads nothing from the body of a write.
 */
export type Sample<Of> = {
  path: (world: Of) => string
  call?: (world: Of) => Call
  answers?: number
  bodiless?: true
}
