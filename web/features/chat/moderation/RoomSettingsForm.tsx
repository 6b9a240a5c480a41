import { type FormEvent, useState } from 'react'
import type { RoomSettingsReply } from '../../../../contract/http/chat.ts'
import { CHAT_FILTER_WORDS_MAX } from '../../../../contract/limits.ts'
import { type RoomRules, SLOW_SECONDS } from '../../../../contract/socket/chat.ts'
import { cleanLine } from '../../../../contract/text.ts'
import { slowModeText, speakerNames } from '../../../lib/messages/chat.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useModerate } from '../queries.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'
import styles from './RoomSettings.module.css'

const SLOW = SLOW_SECONDS.map((seconds) => ({
  value: String(seconds),
  label: slowModeText(seconds) || 'Off',
}))

type RoomSettingsFormProps = { settings: RoomSettingsReply; room: ChatRoom; onDone: () => void }

export function RoomSettingsForm({ settings, room, onDone }: RoomSettingsFormProps) {
  const { channel } = room.session
  const [rules, setRules] = useState<RoomRules>(settings.rules)
  const moderate = useModerate()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = wordsOf(String(new FormData(event.currentTarget).get('words')))
    moderate.mutate({ action: 'settings', channel, rules, words }, { onSuccess: onDone })
  }
  const speakerOptions = (['everyone', 'day', 'fans', 'group'] as const)
    .filter((speakers) => speakers === rules.speakers || isOffered(speakers, room))
    .map((speakers) => ({ value: speakers, label: speakerNames[speakers] }))
  return (
    <form className={styles.form} onSubmit={save}>
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
        label="Who can write"
        options={speakerOptions}
        value={rules.speakers}
        onChange={(speakers) => setRules({ ...rules, speakers })}
      />
      <TextField
        multiline
        rows={2}
        name="words"
        label="Blocked words"
        hint={`One per line, up to ${CHAT_FILTER_WORDS_MAX}.`}
        defaultValue={settings.words.join('\n')}
      />
      <Checkbox checked={rules.hold} onChange={({ target }) => setRules({ ...rules, hold: target.checked })}>
        Moderators approve messages before they appear
      </Checkbox>
      <p role="alert" className={styles.error}>
        {moderate.error && messageOf(moderate.error)}
      </p>
      <Button type="submit" variant="primary" busy={moderate.isPending}>
        Save
      </Button>
    </form>
  )
}

const wordsOf = (typed: string) => [...new Set(typed.split('\n').map(cleanLine).filter(Boolean))]

function isOffered(speakers: RoomRules['speakers'], { view: { entered } }: ChatRoom): boolean {
  if (speakers === 'fans') return entered?.ownerId !== null
  return speakers !== 'group' || entered?.kind === 'group'
}
