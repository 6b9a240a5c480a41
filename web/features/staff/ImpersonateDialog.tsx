import { loadAsMember } from '../../lib/member-change.ts'
import { REASON_MISSING, staffMessageOf, staffMessages } from '../../lib/messages/staff.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { useImpersonate } from './queries.ts'
import { StaffReasonField } from './StaffReasonField.tsx'

type ImpersonateDialogProps = { userId: number; nickname: string; onClose: () => void }

/** Starts to act as a member, with a reason, and opens the home page as they see it. */
export function ImpersonateDialog({ userId, nickname, onClose }: ImpersonateDialogProps) {
  const impersonate = useImpersonate()
  const send = async (formData: FormData) => {
    const reason = String(formData.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await impersonate.mutateAsync({ userId, reason })
    loadAsMember('/')
    return undefined
  }
  return (
    <FormDialog
      title={`Impersonate ${nickname}?`}
      submit="Impersonate"
      onSubmit={send}
      failure={staffMessageOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <FormHint>{staffMessages.impersonating}</FormHint>
          <StaffReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}
