import { RULE_NAMES, type Rule } from '../../../contract/rules.ts'
import { RULE_LABELS } from '../../lib/messages/rules.ts'
import { Select } from '../../ui/Select.tsx'

const RULES = RULE_NAMES.map((value) => ({ value, label: RULE_LABELS[value] }))

type RuleSelectProps = { value: Rule | null; onChange: (rule: Rule) => void; error?: string | undefined }

/** The rule of the guidelines that was broken. */
export const RuleSelect = (props: RuleSelectProps) => <Select label="Rule" name="rule" options={RULES} {...props} />
