import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id } from './common.ts'
import { optionalReason, requiredReason } from './reasons.ts'

/** Group admin, gloperator, may feature, admin, patron. */
export const ROLES = ['g', 'm', 'f', 'a', 'p'] as const
const role = z.enum(ROLES)
export type Role = z.infer<typeof role>

/** `POST /admin/role`: grants a role or takes it. A patron has a last day, in UTC. */
export const roleBody = z
  .strictObject({
    userId: id,
    role,
    granted: z.boolean(),
    until: z.optional(z.iso.date()),
    reason: requiredReason,
  })
  .check(
    z.refine(({ role, granted, until }) => (role === 'p' && granted) === (until !== undefined), { path: ['until'] }),
  )
export type RoleBody = z.infer<typeof roleBody>

/** `POST /admin/impersonate` */
export const impersonateBody = z.strictObject({ userId: id, reason: requiredReason })
export type ImpersonateBody = z.infer<typeof impersonateBody>
/** `POST /admin/mergeTo`: merges the account `userId` into `targetUserId`. */
export const mergeBody = z.strictObject({ userId: id, targetUserId: id, reason: optionalReason })
export type MergeBody = z.infer<typeof mergeBody>

export const STOP_IMPERSONATING_PATH = '/admin/impersonate/stop'

/** `GET /admin/member/{id}`: a member for staff, with what the asking member of staff may do. */
export const staffMemberReply = z.object({
  id,
  nickname: z.string(),
  /** Letters of `ROLES`. */
  flags: z.string(),
  /** The end of the term of a patron whom staff made one. */
  patronUntil: z.nullable(wireTime),
  may: z.object({
    edit: z.boolean(),
    ban: z.boolean(),
    impersonate: z.boolean(),
    merge: z.boolean(),
    setRoles: z.boolean(),
  }),
})
export type StaffMember = z.infer<typeof staffMemberReply>
