import { messageOf } from '../../../lib/messages/errors.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useEndStream } from '../queries.ts'

type StopDialogProps = {
  stream: { id: number; title: string }
  onClose: () => void
  /** Runs before the stream ends. */
  before?: () => Promise<void>
  onStopped: () => void
}

export function StopDialog({ stream, onClose, before, onStopped }: StopDialogProps) {
  const end = useEndStream()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Stop ${stream.title}?`}
      confirmLabel="Stop"
      messageOf={messageOf}
      onConfirm={async () => {
        await before?.()
        await end.mutateAsync({ id: stream.id })
        onStopped()
      }}
    >
      {streamMessages.stop}
    </ConfirmDialog>
  )
}
