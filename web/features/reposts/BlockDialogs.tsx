import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { repostMessages } from '../../lib/messages/reposts.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useBlockPicture, useUnblockPicture } from './queries.ts'

/** Blocks the picture of a sketch, with a reason. */
export function BlockPictureDialog({ sketchId, onClose }: { sketchId: number; onClose: () => void }) {
  const block = useBlockPicture()
  return (
    <ReasonDialog
      title={repostMessages.blockTitle}
      submit="Block"
      hint={repostMessages.blockHint}
      onClose={onClose}
      onReason={async (reason) => {
        await block.mutateAsync({ sketchId, reason })
        toast(repostMessages.blocked)
      }}
    />
  )
}

/** Lets a blocked picture be posted again, with a reason. */
export function UnblockPictureDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const unblock = useUnblockPicture()
  return (
    <ReasonDialog
      title={repostMessages.unblockTitle}
      submit="Unblock"
      hint={repostMessages.unblockHint}
      onClose={onClose}
      onReason={async (reason) => {
        await unblock.mutateAsync({ id, reason })
        toast(repostMessages.unblocked)
      }}
    />
  )
}

type ReasonDialogProps = {
  title: string
  submit: string
  hint: string
  onReason: (reason: string) => Promise<void>
  onClose: () => void
}

function ReasonDialog({ title, submit, hint, onReason, onClose }: ReasonDialogProps) {
  const send = async (formData: FormData) => {
    const reason = String(formData.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: 'Give a reason.' }
    await onReason(reason)
    return undefined
  }
  return (
    <FormDialog title={title} submit={submit} onSubmit={send} failure={messageOf} onClose={onClose}>
      {(errorOf) => (
        <>
          <p>{hint}</p>
          <TextField
            label="Reason"
            name="reason"
            hint="For the log of staff."
            error={errorOf('reason')}
            multiline
            maxLength={STAFF_REASON_MAX}
          />
        </>
      )}
    </FormDialog>
  )
}
