import type { ReactNode } from 'react'
import { GROUP_MESSAGE_MAX } from '../../../../contract/limits.ts'
import { groupAdminMessages, withReason } from '../../../lib/messages/groups.ts'
import { FormDialog, FormHint } from '../../../ui/FormDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'

type MessageDialogProps = {
  title: ReactNode
  submit: string
  hint: string
  /** Message of a failed call. */
  failed: string
  /** The message must not be empty. */
  required?: boolean
  onSend: (message: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the message of a decision; closing it aborts the decision [2 §5]. */
export function MessageDialog({ title, submit, hint, failed, required, onSend, onClose }: MessageDialogProps) {
  const send = async (form: FormData) => {
    const message = String(form.get('message') ?? '').trim()
    if (required && !message) return { field: 'message', error: groupAdminMessages.rejectionMissing }
    await onSend(message)
    return undefined
  }
  return (
    <FormDialog
      title={title}
      submit={submit}
      onSubmit={send}
      failure={(error) => withReason(failed, error)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <FormHint>{hint}</FormHint>
          <TextField
            label={required ? 'Message' : 'Message (optional)'}
            name="message"
            multiline
            maxLength={GROUP_MESSAGE_MAX}
            error={errorOf('message')}
          />
        </>
      )}
    </FormDialog>
  )
}
