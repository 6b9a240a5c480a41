import { chatMessages } from '../../../lib/messages/chat.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { useHandOver } from '../queries.ts'
import styles from './RoomPanel.module.css'

/** The offer of a room to its reader, who accepts or declines it. */
export function RoomOffer({ channel }: { channel: string }) {
  const { mutate, isPending } = useHandOver()
  const answer = (action: 'accept' | 'decline') =>
    mutate(
      { action, channel },
      {
        onSuccess: () => void toast(action === 'accept' ? 'The room is yours' : 'Offer declined'),
        onError: (error) => void toastFailure(messageOf(error)),
      },
    )
  return (
    <div className={styles.offer}>
      <p>{chatMessages.offered}</p>
      <Button disabled={isPending} onClick={() => answer('decline')}>
        Decline
      </Button>
      <Button variant="primary" disabled={isPending} onClick={() => answer('accept')}>
        Accept
      </Button>
    </div>
  )
}
