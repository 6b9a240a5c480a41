import { type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'

type RemovalButtonProps = {
  /** The title of the sketch, or the nickname of the artist. */
  name: string
  from: 'nominees' | 'winners'
  /** Said above the reason. */
  hint?: ReactNode
  /** Message after the removal. */
  removed: string
  onRemove: (reason: string) => Promise<unknown>
}

/** Button with which staff remove a nominee or a winner, with a reason. */
export function RemovalButton({ name, from, hint, removed, onRemove }: RemovalButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const send = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await onRemove(reason)
    toast(removed)
    return undefined
  }
  return (
    <>
      <Button aria-label={`Remove ${name} from the ${from}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      {isOpen && (
        <FormDialog
          title={`Remove ${name} from the ${from}?`}
          submit="Remove"
          onSubmit={send}
          failure={messageOf}
          onClose={() => setOpen(false)}
        >
          {(errorOf) => (
            <>
              {hint}
              <StaffReasonField error={errorOf('reason')} />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
