import { entryMessages } from '../../lib/messages/entries.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { WorkTitle } from '../../ui/WorkTitle.tsx'

type ConfirmRemovalDialogProps = {
  /** Titles of the sketch, and of the challenge or compo. */
  sketch: string
  from: string
  /** Says what follows. */
  hint: string
  onRemove: () => Promise<unknown>
  onClose: () => void
}

/** Asks artists before their sketch is removed from its challenge or compo [1 §5]. */
export function ConfirmRemovalDialog({ sketch, from, hint, onRemove, onClose }: ConfirmRemovalDialogProps) {
  const remove = async () => {
    await onRemove()
    toast(entryMessages.removed(from))
  }
  return (
    <ConfirmDialog
      isOpen
      danger
      onClose={onClose}
      title={
        <>
          Remove <WorkTitle>{sketch}</WorkTitle> from {from}?
        </>
      }
      confirmLabel="Remove"
      onConfirm={remove}
      messageOf={messageOf}
    >
      {hint}
    </ConfirmDialog>
  )
}
