import { messageOf } from '../../../lib/messages/errors.ts'
import { StaffReasonDialog } from '../../staff/StaffReasonDialog.tsx'
import { useModerate } from '../queries.ts'

type DeleteLineDialogProps = { channel: string; line: number; nickname: string; onClose: () => void }

/** Deletes a line as staff, with a reason. */
export function DeleteLineDialog({ channel, line, nickname, onClose }: DeleteLineDialogProps) {
  const moderate = useModerate()
  return (
    <StaffReasonDialog
      title={`Delete this message by ${nickname}?`}
      onReason={(reason) => moderate.mutateAsync({ action: 'delete', channel, id: line, reason })}
      failure={messageOf}
      onClose={onClose}
    >
      It will be deleted for everyone. This can’t be undone.
    </StaffReasonDialog>
  )
}
