import * as z from 'zod/mini'

/** Work of staff in a month, without members and cases. */
export const caseNumbers = z.object({
  /** yyyymm, UTC. */
  month: z.int(),
  reports: z.int(),
  /** Decided cases, and those of them with an act. */
  decisions: z.int(),
  acted: z.int(),
  upheld: z.int(),
  overturned: z.int(),
  /** The step of `DECISION_HOURS` within which half of the cases were decided; null without a decision. */
  medianHours: z.nullable(z.int()),
})
export type CaseNumbers = z.infer<typeof caseNumbers>

/** `GET /api/v2/numbers`: the last months with anything to count, latest first. */
export const caseNumbersReply = z.object({ months: z.array(caseNumbers) })
export type CaseNumbersReply = z.infer<typeof caseNumbersReply>
