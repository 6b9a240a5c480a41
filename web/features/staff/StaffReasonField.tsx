import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { TextField } from '../../ui/TextField.tsx'

type StaffReasonFieldProps = { error?: string | undefined; isOptional?: boolean }

/** The reason of an act, for the staff log. */
export function StaffReasonField({ error, isOptional = false }: StaffReasonFieldProps) {
  return (
    <TextField
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      name="reason"
      hint="Only staff see this."
      error={error}
      multiline
      maxLength={STAFF_REASON_MAX}
    />
  )
}
