import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RoomSettings as Settings } from '../../../contract/http/chat.ts'
import { CHAT_LINE_MAX } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { chatMessages } from '../../lib/messages/chat.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { HeldLines } from './HeldLines.tsx'
import { OrderForm } from './OrderForm.tsx'
import { moderate, roomSettingsQuery } from './queries.ts'
import styles from './RoomSettings.module.css'
import type { ShownRoom } from './useRoom.ts'

type RoomSettingsProps = { shown: ShownRoom; onClose: () => void }

/** How a room is kept in order: who may speak and how often, what is not let in, who is muted. */
export function RoomSettings({ shown, onClose }: RoomSettingsProps) {
  const { channel } = shown.room
  const { data, error } = useQuery(roomSettingsQuery(channel))
  return (
    <Modal isOpen onClose={onClose} title={`Settings of ${shown.name}`}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {!data && !error && <Spinner />}
      {data && <OrderForm settings={data} shown={shown} onDone={onClose} />}
      {data && data.muted.length > 0 && <Muted channel={channel} muted={data.muted} />}
      {shown.view.held.length > 0 && (
        <section>
          <h3 className={styles.title}>Lines that wait</h3>
          <HeldLines channel={channel} lines={shown.view.held} />
        </section>
      )}
      <AnnounceForm channel={channel} />
    </Modal>
  )
}

function Muted({ channel, muted }: { channel: string; muted: Settings['muted'] }) {
  const client = useQueryClient()
  const unmute = async (userId: number) => {
    try {
      await moderate({ action: 'unmute', channel, userId })
      await client.invalidateQueries(roomSettingsQuery(channel))
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <section>
      <h3 className={styles.title}>Muted</h3>
      <ul>
        {muted.map(({ userId, nickname, until }) => (
          <li key={userId} className={styles.row}>
            <p>
              {nickname}, until{' '}
              {new Date(fromWireTime(until)).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
            </p>
            <Button aria-label={`Unmute ${nickname}`} onClick={() => void unmute(userId)}>
              Unmute
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shown from here on, where the limit comes into sight. */
const COUNTED_FROM = CHAT_LINE_MAX - 100

function AnnounceForm({ channel }: { channel: string }) {
  const [message, setMessage] = useState('')
  const [error, setError] = useState<string>()
  const announce = async (event: FormEvent) => {
    event.preventDefault()
    if (!message.trim()) return
    setError(undefined)
    try {
      await moderate({ action: 'announce', channel, message })
      setMessage('')
      toast('Announced')
    } catch {
      setError(chatMessages.announceFailed)
    }
  }
  return (
    <form className={styles.row} onSubmit={(event) => void announce(event)}>
      <TextField
        label="Announcement"
        value={message}
        maxLength={message.length >= COUNTED_FROM ? CHAT_LINE_MAX : undefined}
        error={error}
        onChange={({ target }) => setMessage(target.value.slice(0, CHAT_LINE_MAX))}
      />
      <Button type="submit">Announce</Button>
    </form>
  )
}
