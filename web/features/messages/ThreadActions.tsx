import { Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MessageThread } from '../../../contract/http/messages.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ReportDialog } from '../../ui/ReportDialog.tsx'
import { useDeleteThread, useReportThread } from './queries.ts'
import { useLeaveThread } from './useLeaveThread.ts'

/** Reports a thread, or deletes it for the member. */
export function ThreadActions({ thread }: { thread: MessageThread }) {
  const [dialog, setDialog] = useState<'report' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <IconButton icon={Flag} aria-label="Report" onClick={() => setDialog('report')} />
      {thread.state !== 'request' && (
        <IconButton icon={Trash2} aria-label="Delete thread" onClick={() => setDialog('delete')} />
      )}
      {dialog === 'report' && <ReportThreadDialog thread={thread} onClose={close} />}
      {dialog === 'delete' && <DeleteThreadDialog thread={thread} onClose={close} />}
    </>
  )
}

type ThreadDialogProps = { thread: MessageThread; onClose: () => void }

function ReportThreadDialog({ thread, onClose }: ThreadDialogProps) {
  const report = useReportThread(thread.id)
  return (
    <ReportDialog
      title="Report this conversation?"
      hint={messageTexts.reporting}
      onReport={report.mutateAsync}
      onClose={onClose}
    />
  )
}

/** Asks before a thread is deleted, or a request declined [2 §5]. */
export function DeleteThreadDialog({ thread, onClose }: ThreadDialogProps) {
  const { id, state, other } = thread
  const remove = useDeleteThread(id)
  const leave = useLeaveThread(thread)
  const isRequest = state === 'request'
  const confirm = async () => {
    await remove.mutateAsync()
    leave()
  }
  return (
    <ConfirmDialog
      danger
      title={isRequest ? 'Decline this message?' : 'Delete this thread?'}
      confirmLabel={isRequest ? 'Decline' : 'Delete'}
      onConfirm={confirm}
      messageOf={messageOf}
      onClose={onClose}
    >
      {isRequest ? messageTexts.declining(other.nickname) : messageTexts.deleting(other.nickname)}
    </ConfirmDialog>
  )
}
