import { messageOf } from '../../lib/messages/errors.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type StopFanDialogProps = { nickname: string; onStop: () => Promise<unknown>; onClose: () => void }

/** Asks before a member stops being a fan [2 §5]. */
export function StopFanDialog({ nickname, onStop, onClose }: StopFanDialogProps) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Stop being a fan of ${nickname}?`}
      confirmLabel="Stop"
      onConfirm={onStop}
      messageOf={messageOf}
    >
      Their new sketches will no longer appear under New from artists.
    </ConfirmDialog>
  )
}
