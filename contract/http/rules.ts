import * as z from 'zod/mini'
import { STAFF_REASON_MAX } from '../limits.ts'
import { RULE_NAMES } from '../rules.ts'
import { text } from './common.ts'

/**
 * Reason for an action of staff on content of another member: the broken rule, a text, or both. The author and staff
 * read them.
 */
export const ruleAndReason = {
  rule: z._default(z.nullable(z.enum(RULE_NAMES)), null),
  reason: z._default(text(STAFF_REASON_MAX), ''),
}
export type RuleAndReason = { rule: z.infer<typeof ruleAndReason.rule>; reason: string }
