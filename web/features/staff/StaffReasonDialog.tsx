import type { ReactNode } from 'react'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { StaffReasonField, type StaffReasonFieldProps } from './StaffReasonField.tsx'

type StaffReasonDialogProps = Pick<StaffReasonFieldProps, 'reader'> & {
  title: ReactNode
  submit?: string
  /** Carries out the act, with the reason for the staff log. */
  onReason: (reason: string) => Promise<unknown>
  failure: (error: unknown) => string
  onClose: () => void
  children: ReactNode
}

/** Asks staff for the reason of an act on a thing of another member. */
export function StaffReasonDialog(props: StaffReasonDialogProps) {
  const { title, submit = 'Delete', reader, onReason, failure, onClose, children } = props
  const send = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await onReason(reason)
    return undefined
  }
  return (
    <FormDialog title={title} submit={submit} onSubmit={send} failure={failure} onClose={onClose}>
      {(errorOf) => (
        <>
          <FormHint>{children}</FormHint>
          <StaffReasonField error={errorOf('reason')} reader={reader} />
        </>
      )}
    </FormDialog>
  )
}
