import * as z from 'zod/mini'
import { STAFF_REASON_MAX } from '../limits.ts'
import { text } from './common.ts'

/** The reason of staff for an act that always needs one. */
export const requiredReason = z.pipe(text(STAFF_REASON_MAX), z.string().check(z.minLength(1)))
/** A reason of a call that others make without one, or that has none in the specification; empty if it is missing. */
export const optionalReason = z._default(text(STAFF_REASON_MAX), '')
