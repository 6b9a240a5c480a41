import * as z from 'zod/mini'
import { BAN_DURATIONS } from '../ban.ts'
import { APPEAL_OUTCOMES, CASE_ACTIONS, CASE_KINDS } from '../cases.ts'
import { APPEAL_TEXT_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { cursorParams, id, idText, listOf, text } from './common.ts'
import { requiredReason } from './reasons.ts'

/** Names a decision by its case or ban. Without either: the ban or warning of the caller that is in force. */
export const decisionParams = z.object({ case: z.optional(idText), ban: z.optional(idText) })

const answer = {
  outcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  /** The reason that staff gave for the outcome. */
  answer: z.string(),
  dateClosed: z.nullable(wireTime),
}

const act = z.enum(CASE_ACTIONS)

/**
 * `GET /api/v2/decision`, for the author of the thing, and for members who reported it. It does not name who decided.
 */
export const memberDecision = z.object({
  /** The case, or the ban or warning if it belongs to none. */
  of: z.enum(['case', 'ban']),
  id,
  /** The kind of the thing; null for bans and warnings. */
  kind: z.nullable(z.enum(CASE_KINDS)),
  isAuthor: z.boolean(),
  /** True if staff acted. */
  acted: z.boolean(),
  date: wireTime,
  undone: z.boolean(),
  /** For the author: the thing as it was, the act, and the rule and reason. */
  title: z.string(),
  /** The address of the thing; null if it has none, and after its removal. */
  address: z.nullable(z.string()),
  action: z.nullable(act),
  reason: z.string(),
  mayAppeal: z.boolean(),
  appeal: z.nullable(z.object({ text: z.string(), date: wireTime, ...answer })),
})
export type MemberDecision = z.infer<typeof memberDecision>

/** Appeals once against the decision of `decisionParams`. */
export const appealBody = z.strictObject({
  case: z.optional(id),
  ban: z.optional(id),
  text: z.pipe(text(APPEAL_TEXT_MAX), z.string().check(z.minLength(1))),
})
export type AppealBody = z.infer<typeof appealBody>

/** `open`: oldest first. `closed`: latest first. */
export const appealFilter = z.enum(['open', 'closed'])
export type AppealFilter = z.infer<typeof appealFilter>
export const appealsParams = z.extend(cursorParams, { filter: z._default(appealFilter, 'open') })

/** An appeal, for staff. */
export const appealItem = z.object({
  id,
  member: z.object({ id, nickname: z.string() }),
  text: z.string(),
  date: wireTime,
  /** The case; null if it is against a ban or warning outside of cases. */
  caseId: z.nullable(id),
  /** The thing of the case, and the words under which lists show it; null and empty without a case. */
  kind: z.nullable(z.enum(CASE_KINDS)),
  title: z.string(),
  /** The decision: the act with its rule and reason. `duration` is of bans outside of cases. */
  action: act,
  reason: z.string(),
  duration: z.nullable(z.literal(BAN_DURATIONS)),
  dateDecided: wireTime,
  /** The member of staff who made the decision. Someone else decides the appeal. */
  deciderId: id,
  ...answer,
})
export type AppealItem = z.infer<typeof appealItem>
export const appealList = listOf(appealItem)
export type AppealList = z.infer<typeof appealList>

/** Decides an appeal as another member of staff than the decider. The member reads the reason. */
export const decideAppealBody = z.strictObject({
  id,
  outcome: z.enum(APPEAL_OUTCOMES),
  reason: requiredReason,
})
export type DecideAppealBody = z.infer<typeof decideAppealBody>
