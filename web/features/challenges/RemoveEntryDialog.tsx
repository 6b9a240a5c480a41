import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useRemoveEntry } from './queries.ts'

type RemoveEntryDialogProps = {
  challengeId: number
  challengeTitle: string
  sketch: { id: number; title: string }
  /** Asks for a reason for the audit log. */
  asStaff?: boolean
  onClose: () => void
}

/** Asks before a sketch is removed from its challenge [1 §5]. */
export function RemoveEntryDialog(props: RemoveEntryDialogProps) {
  const { challengeId, challengeTitle, sketch, asStaff, onClose } = props
  const removeEntry = useRemoveEntry({ challengeId, sketchId: sketch.id })
  const title = `Remove ${sketch.title} from ${challengeTitle}?`
  const remove = async (reason?: string) => {
    await removeEntry.mutateAsync(reason)
    toast(challengeMessages.removed(challengeTitle))
    return undefined
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
        {challengeMessages.removalHint}
      </ConfirmDialog>
    )
  }
  return (
    <FormDialog
      title={title}
      submit="Remove"
      onSubmit={(filled) => remove(String(filled.get('reason') ?? '').trim())}
      failure={messageOf}
      onClose={onClose}
    >
      <FormHint>{challengeMessages.removalHint}</FormHint>
      <TextField label="Reason" name="reason" hint="For the staff log." maxLength={STAFF_REASON_MAX} />
    </FormDialog>
  )
}
