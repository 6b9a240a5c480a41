import { chatMessages } from '../../../lib/messages/chat.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../../lib/messages/staff.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../../ui/FormDialog.tsx'
import { StaffReasonField } from '../../staff/StaffReasonField.tsx'
import { useCloseRoom, useHandOver } from '../queries.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'
import { actsAsStaff } from './member-acts.ts'
import styles from './RoomSettings.module.css'

type OwnershipProps = { room: ChatRoom; onCloseRoom: () => void }

/** The offer of a room, and the button that closes it, for its owner and staff. */
export function Ownership({ room: { session, view }, onCloseRoom }: OwnershipProps) {
  const handOver = useHandOver()
  const offeredTo = view.entered?.offeredTo ?? null
  const nickname = view.people.find(({ id }) => id === offeredTo)?.nickname
  const withdraw = () =>
    handOver.mutate(
      { action: 'withdraw', channel: session.channel },
      { onError: (error) => toastFailure(messageOf(error)) },
    )
  return (
    <section>
      <h3 className={styles.title}>Owner</h3>
      <div className={styles.row}>
        <p>
          {offeredTo === null
            ? 'To hand the room over, use the menu of a person here.'
            : `The room is offered to ${nickname ?? 'a member'}.`}
        </p>
        {offeredTo !== null && (
          <Button busy={handOver.isPending} onClick={withdraw}>
            Take back
          </Button>
        )}
      </div>
      <Button variant="danger" onClick={onCloseRoom}>
        Close this room
      </Button>
    </section>
  )
}

/** Asks before a room is closed for everyone. Staff give a reason. */
export function CloseRoomDialog({ room, onClose }: { room: ChatRoom; onClose: () => void }) {
  const { session, name, view, user } = room
  const close = useCloseRoom()
  const asStaff = actsAsStaff(view, user)
  const submit = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (asStaff && !reason) return { field: 'reason', error: REASON_MISSING }
    await close.mutateAsync({ channel: session.channel, reason })
    toast('Room closed')
    return undefined
  }
  return (
    <FormDialog
      title={`Close ${name}?`}
      submit="Close the room"
      onSubmit={submit}
      failure={messageOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <FormHint>{chatMessages.closing}</FormHint>
          <StaffReasonField error={errorOf('reason')} isOptional={!asStaff} />
        </>
      )}
    </FormDialog>
  )
}
