import { entryMessages } from '../../lib/messages/entries.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import type { StaffReasonFieldProps } from '../staff/StaffReasonField.tsx'

type ConfirmRemovalDialogProps = Pick<StaffReasonFieldProps, 'reader'> & {
  /** Titles of the sketch, and of the challenge or compo. */
  sketch: string
  from: string
  /** Says what follows. */
  hint: string
  /** Asks for a reason for the audit log. */
  asStaff?: boolean | undefined
  onRemove: (reason: string | undefined) => Promise<unknown>
  onClose: () => void
}

/** Asks before a sketch is removed from its challenge or compo [1 §5]. */
export function ConfirmRemovalDialog(props: ConfirmRemovalDialogProps) {
  const { sketch, from, hint, asStaff, reader, onRemove, onClose } = props
  const title = `Remove ${sketch} from ${from}?`
  const remove = async (reason?: string) => {
    await onRemove(reason)
    toast(entryMessages.removed(from))
  }
  if (!asStaff) {
    return (
      <ConfirmDialog
        isOpen
        danger
        onClose={onClose}
        title={title}
        confirmLabel="Remove"
        onConfirm={() => remove()}
        messageOf={messageOf}
      >
        {hint}
      </ConfirmDialog>
    )
  }
  return (
    <StaffReasonDialog
      title={title}
      submit="Remove"
      reader={reader}
      onReason={remove}
      failure={messageOf}
      onClose={onClose}
    >
      {hint}
    </StaffReasonDialog>
  )
}
