import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { TextField } from '../../ui/TextField.tsx'

/** The reason of an act of staff, for the staff log. */
export function StaffReasonField({ error }: { error: string | undefined }) {
  return (
    <TextField label="Reason" name="reason" hint="Staff only." error={error} multiline maxLength={STAFF_REASON_MAX} />
  )
}
