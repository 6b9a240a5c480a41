import * as z from 'zod/mini'
import { BAN_DURATIONS } from '../ban.ts'
import { BAN_NOTES_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { currentBan } from './auth.ts'
import { callKey, cursorParams, id, idText, listOf, text } from './common.ts'
import { requiredReason } from './reasons.ts'

/** A ban, or a warning if `duration` is 0 [2 §5]. The member sees `reason`; only staff see `notes`. */
export const banBody = z.object({
  uid: id,
  duration: z.literal(BAN_DURATIONS),
  reason: requiredReason,
  notes: z._default(text(BAN_NOTES_MAX), ''),
  /** Without this, a ban that ends before the current one is refused. */
  replacesLonger: z._default(z.boolean(), false),
  key: z.optional(callKey),
})
export type BanBody = z.infer<typeof banBody>

/** Lifts a ban, or withdraws a warning. */
export const liftBanBody = z.object({ uid: id, reason: banBody.shape.reason })
export type LiftBanBody = z.infer<typeof liftBanBody>

/** Confirms a permanent ban, as a second member of staff. */
export const confirmBanBody = z.object({ id })

/** The ban or warning of a member, for staff. */
export const standingParams = z.object({ user: idText })
export const standingReply = z.object({ ban: z.nullable(currentBan) })
export type StandingReply = z.infer<typeof standingReply>

/** The member accepts their own warning; `userId` is their id. */
export const warningAcceptBody = z.object({ userId: id })

/** `current`: bans in force, the latest end first. `waiting`: bans to be confirmed, the earliest end first. */
export const banFilter = z.enum(['all', 'current', 'waiting'])
export type BanFilter = z.infer<typeof banFilter>
export const bansParams = z.extend(cursorParams, { filter: z._default(banFilter, 'all') })

/** `dateClosed` is when the ban was accepted, lifted or replaced [2 §2]. */
export const listedBan = z.extend(currentBan, {
  id,
  nickname: z.string(),
  staffId: id,
  staff: z.string(),
  /** The member of staff who confirmed a permanent ban. */
  confirmedById: z.nullable(id),
  notes: z.string(),
  dateClosed: z.nullable(wireTime),
})
export type ListedBan = z.infer<typeof listedBan>

/** The ban after the call, which may have been confirmed before, lifted or replaced, or be over. */
export const confirmBanReply = z.object({ ban: listedBan })
export type ConfirmBanReply = z.infer<typeof confirmBanReply>

export const banList = listOf(listedBan)
export type BanList = z.infer<typeof banList>
