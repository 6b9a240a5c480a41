import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import type { Rule } from '../../../contract/rules.ts'
import { ruleMessages } from '../../lib/messages/rules.ts'
import { TextField } from '../../ui/TextField.tsx'
import { RuleSelect } from './RuleSelect.tsx'

type AuthorReasonFieldsProps = {
  /** The nickname of the member who made the thing. */
  author: string
  rule: Rule | null
  onRule: (rule: Rule) => void
  /** Error of the rule. */
  error: string | undefined
}

/** The rule and the reason of an act on a thing of another member, who reads both. */
export function AuthorReasonFields({ author, rule, onRule, error }: AuthorReasonFieldsProps) {
  return (
    <>
      <RuleSelect value={rule} onChange={onRule} error={error} />
      <TextField
        label="Reason (optional)"
        name="reason"
        hint={ruleMessages.authorReads(author)}
        multiline
        maxLength={STAFF_REASON_MAX}
      />
    </>
  )
}
