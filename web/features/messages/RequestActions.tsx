import { type RefObject, useState } from 'react'
import type { MessageThread } from '../../../contract/http/messages.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useSetBlocked } from '../users/queries.ts'
import { useAcceptRequest } from './queries.ts'
import styles from './RequestActions.module.css'
import { DeleteThreadDialog } from './ThreadActions.tsx'
import { useLeaveThread } from './useLeaveThread.ts'

type RequestActionsProps = { thread: MessageThread; field: RefObject<HTMLElement | null> }

/** Accepts or declines a first message, or blocks its sender. */
export function RequestActions({ thread, field }: RequestActionsProps) {
  const { id, other } = thread
  const accept = useAcceptRequest(id)
  const setBlocked = useSetBlocked(other.id)
  const leave = useLeaveThread(thread)
  const [dialog, setDialog] = useState<'decline' | 'block' | null>(null)
  const close = () => setDialog(null)
  const acceptNow = async () => {
    try {
      await accept.mutateAsync()
      toast(messageTexts.accepted(other.nickname))
      // The button disappears.
      field.current?.focus()
    } catch (error) {
      toastFailure(error)
    }
  }
  const block = async () => {
    await setBlocked.mutateAsync(true)
    leave()
  }
  return (
    <div className={styles.ask}>
      <p className={styles.note}>{messageTexts.request(other.nickname)}</p>
      <div className={styles.actions}>
        <Button busy={accept.isPending} onClick={() => void acceptNow()}>
          Accept
        </Button>
        <Button onClick={() => setDialog('decline')}>Decline</Button>
        <Button onClick={() => setDialog('block')}>Block</Button>
      </div>
      {dialog === 'decline' && <DeleteThreadDialog thread={thread} onClose={close} />}
      {dialog === 'block' && (
        <ConfirmDialog
          danger
          title={`Block ${other.nickname}?`}
          confirmLabel="Block"
          onConfirm={block}
          messageOf={messageOf}
          onClose={close}
        >
          {peopleMessages.blocking}
        </ConfirmDialog>
      )}
    </div>
  )
}
