import { messageOf } from '../../lib/messages/errors.ts'
import { repostMessages } from '../../lib/messages/reposts.ts'
import { toast } from '../../lib/toast.ts'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { useBlockPicture, useUnblockPicture } from './queries.ts'

/** Blocks the picture of a sketch, with a reason. */
export function BlockPictureDialog({ sketchId, onClose }: { sketchId: number; onClose: () => void }) {
  const block = useBlockPicture()
  return (
    <StaffReasonDialog
      title={repostMessages.blockTitle}
      submit="Block"
      failure={messageOf}
      onClose={onClose}
      onReason={async (reason) => {
        await block.mutateAsync({ sketchId, reason })
        toast(repostMessages.blocked)
      }}
    >
      {repostMessages.blockHint}
    </StaffReasonDialog>
  )
}

/** Lets a blocked picture be posted again, with a reason. */
export function UnblockPictureDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const unblock = useUnblockPicture()
  return (
    <StaffReasonDialog
      title={repostMessages.unblockTitle}
      submit="Unblock"
      failure={messageOf}
      onClose={onClose}
      onReason={async (reason) => {
        await unblock.mutateAsync({ id, reason })
        toast(repostMessages.unblocked)
      }}
    >
      {repostMessages.unblockHint}
    </StaffReasonDialog>
  )
}
