import type { ReactNode } from 'react'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { StaffReasonField } from './StaffReasonField.tsx'

type StaffDeleteDialogProps = {
  title: string
  submit?: string
  /** Deletes the thing, with the reason for the staff log. */
  onDelete: (reason: string) => Promise<unknown>
  failure: (error: unknown) => string
  onClose: () => void
  children: ReactNode
}

/** Asks staff for the reason before they delete a thing of another member. */
export function StaffDeleteDialog(props: StaffDeleteDialogProps) {
  const { title, submit = 'Delete', onDelete, failure, onClose, children } = props
  const send = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: 'Give a reason.' }
    await onDelete(reason)
    return undefined
  }
  return (
    <FormDialog title={title} submit={submit} onSubmit={send} failure={failure} onClose={onClose}>
      {(errorOf) => (
        <>
          <FormHint>{children}</FormHint>
          <StaffReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}
