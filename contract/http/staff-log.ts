import * as z from 'zod/mini'
import { STAFF_ACTIONS } from '../staff-actions.ts'
import { wireTime } from '../time.ts'
import { cursorParams, id, line, listOf } from './common.ts'

const name = z._default(line(100), '')

/** `GET /api/v2/gloperate/log`: the parts of a search, each empty for all. The days are UTC and both included. */
export const staffLogParams = z.object({
  ...cursorParams.shape,
  /** Nickname of the member whom an act concerns, or of the member of staff who acted; or an id. */
  member: name,
  staff: name,
  action: z._default(z.enum(['', ...STAFF_ACTIONS]), ''),
  from: z._default(z.union([z.literal(''), z.iso.date()]), ''),
  to: z._default(z.union([z.literal(''), z.iso.date()]), ''),
})
export type StaffLogParams = z.infer<typeof staffLogParams>

/** An act of staff. */
export const staffLogEntry = z.object({
  id,
  /** An element of `STAFF_ACTIONS`, or an act of an earlier version of the site. */
  action: z.string(),
  /** The member who acted. */
  staffId: id,
  /** The member whom the act concerns. */
  userId: z.nullable(id),
  /** The kind of thing, such as `sketch`, and its id. It may be deleted by now. */
  targetType: z.string(),
  targetId: z.int(),
  /** The name of a chat room. */
  channel: z.nullable(z.string()),
  /** The name of a group or compo in its address. */
  slug: z.nullable(z.string()),
  reason: z.string(),
  /** Changed values by name, each as a pair of before and after. */
  changes: z.record(z.string(), z.array(z.unknown())),
  date: wireTime,
})
export type StaffLogEntry = z.infer<typeof staffLogEntry>
export const staffLogReply = listOf(staffLogEntry)
export type StaffLogReply = z.infer<typeof staffLogReply>
