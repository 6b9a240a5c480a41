import * as z from 'zod/mini'
import { RULE_NAMES } from '../rules.ts'
import { optionalReason } from './reasons.ts'

/**
 * Reason for an action of staff on content of another member: the broken rule, a text, or both. The author and staff
 * read them.
 */
export const ruleAndReason = {
  rule: z._default(z.nullable(z.enum(RULE_NAMES)), null),
  reason: optionalReason,
}
export type RuleAndReason = { rule: z.infer<typeof ruleAndReason.rule>; reason: string }
