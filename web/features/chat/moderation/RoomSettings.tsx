import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RoomSettingsReply } from '../../../../contract/http/chat.ts'
import { CHAT_LINE_MAX } from '../../../../contract/limits.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { dateTimeText } from '../../../lib/format.ts'
import { chatMessages } from '../../../lib/messages/chat.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { roomSettingsQuery, useModerate } from '../queries.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'
import { HeldLines } from './HeldLines.tsx'
import { mayManage } from './member-acts.ts'
import { CloseRoomDialog, Ownership } from './Ownership.tsx'
import { RoomPeople } from './RoomPeople.tsx'
import styles from './RoomSettings.module.css'
import { RoomSettingsForm } from './RoomSettingsForm.tsx'

type RoomSettingsProps = { room: ChatRoom; onClose: () => void }

/**
 * Dialog for moderators: rules and helpers of the room, members muted and shut out, held lines, announcements, owner.
 */
export function RoomSettings({ room, onClose }: RoomSettingsProps) {
  const { channel } = room.session
  const { data, error } = useQuery(roomSettingsQuery(channel))
  const [isClosing, setClosing] = useState(false)
  const isManager = mayManage(room.view, room.user)
  if (isClosing) return <CloseRoomDialog room={room} onClose={onClose} />
  return (
    <Modal isOpen onClose={onClose} title={`Settings for ${room.name}`}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {!data && !error && <Spinner />}
      {data && <RoomSettingsForm settings={data} room={room} onDone={onClose} />}
      {data && <RoomPeople settings={data} channel={channel} userId={room.user.id} isManager={isManager} />}
      {data && data.muted.length > 0 && <MutedMembers channel={channel} muted={data.muted} />}
      {room.view.held.length > 0 && (
        <section>
          <h3 className={styles.title}>Waiting for review</h3>
          <HeldLines channel={channel} lines={room.view.held} people={room.view.people} me={room.user} />
        </section>
      )}
      <AnnounceForm channel={channel} />
      {isManager && room.view.entered?.kind === 'open' && (
        <Ownership room={room} onCloseRoom={() => setClosing(true)} />
      )}
    </Modal>
  )
}

function MutedMembers({ channel, muted }: { channel: string; muted: RoomSettingsReply['muted'] }) {
  const { mutate } = useModerate()
  const unmute = (userId: number) => mutate({ action: 'unmute', channel, userId }, { onError: toastFailure })
  return (
    <section>
      <h3 className={styles.title}>Muted</h3>
      <ul>
        {muted.map(({ userId, nickname, until }) => (
          <li key={userId} className={styles.row}>
            <p>
              {nickname}, until {dateTimeText(fromWireTime(until))}
            </p>
            <Button aria-label={`Unmute ${nickname}`} onClick={() => unmute(userId)}>
              Unmute
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Length from which the field shows its counter. */
const COUNTER_FROM = CHAT_LINE_MAX - 100

function AnnounceForm({ channel }: { channel: string }) {
  const [message, setMessage] = useState('')
  const moderate = useModerate()
  const announce = (event: FormEvent) => {
    event.preventDefault()
    if (!message.trim()) return
    const onSuccess = () => {
      setMessage('')
      toast('Announced')
    }
    moderate.mutate({ action: 'announce', channel, message }, { onSuccess })
  }
  return (
    <form className={styles.row} onSubmit={announce}>
      <TextField
        label="Announcement"
        value={message}
        maxLength={message.length >= COUNTER_FROM ? CHAT_LINE_MAX : undefined}
        error={moderate.isError && chatMessages.announceFailed}
        onChange={({ target }) => setMessage(target.value.slice(0, CHAT_LINE_MAX))}
      />
      <Button type="submit">Announce</Button>
    </form>
  )
}
