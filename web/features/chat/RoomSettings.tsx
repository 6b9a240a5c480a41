import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RoomSettings as Settings } from '../../../contract/http/chat.ts'
import { CHAT_FILTER_WORDS_MAX, CHAT_LINE_MAX } from '../../../contract/limits.ts'
import { type RoomRules, SLOW_SECONDS } from '../../../contract/socket/chat.ts'
import { cleanLine } from '../../../contract/text.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { chatMessages, speakerNames, waitOf } from '../../lib/messages/chat.ts'
import { messageOf } from '../../lib/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { show } from '../../ui/toast.ts'
import { HeldLines } from './HeldLines.tsx'
import { moderate, roomSettingsQuery } from './queries.ts'
import styles from './RoomSettings.module.css'
import type { ShownRoom } from './useRoom.ts'

type RoomSettingsProps = { shown: ShownRoom; onClose: () => void }

/** How a room is kept in order: who may speak and how often, what is not let in, who is muted. */
export function RoomSettings({ shown, onClose }: RoomSettingsProps) {
  const { channel } = shown.room
  const { data, error } = useQuery(roomSettingsQuery(channel))
  return (
    <Modal isOpen onClose={onClose} title={`Settings of ${channel}`}>
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

const SLOW = SLOW_SECONDS.map((seconds) => ({
  value: String(seconds),
  label: seconds ? `One line each ${waitOf(seconds)}` : 'Off',
}))

type OrderFormProps = { settings: Settings; shown: ShownRoom; onDone: () => void }

function OrderForm({ settings, shown, onDone }: OrderFormProps) {
  const { channel } = shown.room
  const client = useQueryClient()
  const [rules, setRules] = useState<RoomRules>(settings.rules)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = wordsOf(String(new FormData(event.currentTarget).get('words')))
    setBusy(true)
    try {
      await moderate({ action: 'settings', channel, rules, words })
      client.setQueryData<Settings>(roomSettingsQuery(channel).queryKey, { ...settings, rules, words })
      onDone()
    } catch (thrown) {
      setError(messageOf(thrown))
      setBusy(false)
    }
  }
  const speakers = (['everyone', 'day', 'fans', 'group'] as const)
    .filter((who) => who === rules.speakers || isFor(who, shown))
    .map((who) => ({ value: who, label: speakerNames[who] }))
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <Select
        label="Slow mode"
        options={SLOW}
        value={String(rules.slowSeconds)}
        onChange={(chosen) => {
          const slowSeconds = SLOW_SECONDS.find((seconds) => String(seconds) === chosen) ?? 0
          setRules({ ...rules, slowSeconds })
        }}
      />
      <Select
        label="Who may speak"
        options={speakers}
        value={rules.speakers}
        onChange={(who) => setRules({ ...rules, speakers: who })}
      />
      <TextField
        multiline
        rows={2}
        name="words"
        label="Words that are not let in"
        hint={`One a line, ${CHAT_FILTER_WORDS_MAX} at most.`}
        defaultValue={settings.words.join('\n')}
      />
      <Checkbox checked={rules.hold} onChange={({ target }) => setRules({ ...rules, hold: target.checked })}>
        Lines wait until a moderator lets them in
      </Checkbox>
      <p role="alert" className={styles.error}>
        {error}
      </p>
      <Button type="submit" variant="primary" busy={busy}>
        Save
      </Button>
    </form>
  )
}

const wordsOf = (typed: string) => [...new Set(typed.split('\n').map(cleanLine).filter(Boolean))]

function isFor(who: RoomRules['speakers'], { view: { entered } }: ShownRoom): boolean {
  if (who === 'fans') return entered?.ownerId !== null
  return who !== 'group' || entered?.kind === 'group'
}

function Muted({ channel, muted }: { channel: string; muted: Settings['muted'] }) {
  const client = useQueryClient()
  const unmute = async (userId: number) => {
    try {
      await moderate({ action: 'unmute', channel, userId })
      await client.invalidateQueries(roomSettingsQuery(channel))
    } catch (error) {
      show(messageOf(error), { kind: 'error' })
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
      show('Announced')
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
