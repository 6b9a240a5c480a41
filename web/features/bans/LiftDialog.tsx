import { WARNING } from '../../../contract/ban.ts'
import type { ListedBan } from '../../../contract/http/bans.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { banMessages } from '../../lib/messages/bans.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useLiftBan } from './queries.ts'

const failureOf = (error: unknown) => (error instanceof CallError ? messageOf(error) : banMessages.failed)

/** Lifts a ban, or withdraws a warning, with a reason. */
export function LiftDialog({ ban, onClose }: { ban: ListedBan; onClose: () => void }) {
  const lift = useLiftBan()
  const isWarning = ban.duration === WARNING
  const send = async (formData: FormData) => {
    const reason = String(formData.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await lift.mutateAsync({ uid: ban.userId, reason })
    toast(banMessages.lifted(ban.nickname))
    return undefined
  }
  return (
    <FormDialog
      title={isWarning ? `Withdraw the warning of ${ban.nickname}?` : `Lift the ban of ${ban.nickname}?`}
      submit={isWarning ? 'Withdraw' : 'Lift'}
      onSubmit={send}
      failure={failureOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextField
          label="Reason"
          name="reason"
          hint="For the staff log."
          error={errorOf('reason')}
          multiline
          maxLength={STAFF_REASON_MAX}
        />
      )}
    </FormDialog>
  )
}
