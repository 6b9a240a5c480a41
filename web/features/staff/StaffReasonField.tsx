import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { TextField } from '../../ui/TextField.tsx'

export type StaffReasonFieldProps = {
  error?: string | undefined
  isOptional?: boolean
  /** The reader of the reason besides staff, such as a nickname. */
  reader?: string | null | undefined
}

/** The reason of an act, for the staff log. */
export function StaffReasonField({ error, isOptional = false, reader = null }: StaffReasonFieldProps) {
  return (
    <TextField
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      name="reason"
      hint={reader === null ? 'Only staff see this.' : `${reader} and staff see this.`}
      error={error}
      multiline
      maxLength={STAFF_REASON_MAX}
    />
  )
}
