import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { WorkTitle } from '../../ui/WorkTitle.tsx'
import { AuthorReasonDialog } from '../staff/AuthorReasonDialog.tsx'

type StaffRemovalDialogProps = {
  sketch: { title: string; nickname: string }
  /** The title of the challenge or compo. */
  from: string
  /** Says what follows. */
  hint: string
  onRemove: (why: RuleAndReason) => Promise<unknown>
  onClose: () => void
}

/** Asks staff why they remove a sketch from its challenge or compo, which its artist reads. */
export function StaffRemovalDialog({ sketch, from, hint, onRemove, onClose }: StaffRemovalDialogProps) {
  const remove = async (why: RuleAndReason) => {
    await onRemove(why)
    toast(entryMessages.removed(from))
  }
  return (
    <AuthorReasonDialog
      title={
        <>
          Remove <WorkTitle>{sketch.title}</WorkTitle> from {from}?
        </>
      }
      submit="Remove"
      author={sketch.nickname}
      onReason={remove}
      failure={messageOf}
      onClose={onClose}
    >
      {hint}
    </AuthorReasonDialog>
  )
}
