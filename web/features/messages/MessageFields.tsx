import { ImagePlus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { MESSAGE_MAX } from '../../../contract/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ChosenSketch } from './ChosenSketch.tsx'
import styles from './MessageFields.module.css'
import type { MessageDraft } from './message-draft.ts'

const ChooseSketchDialog = lazyComponent(() => import('./ChooseSketchDialog.tsx'), 'ChooseSketchDialog')

/** Length from which the field shows its counter. */
const COUNTER_FROM = MESSAGE_MAX - 400

type MessageFieldsProps = {
  label: string
  hideLabel?: boolean
  rows: number
  user: CurrentUser
  field?: RefObject<HTMLTextAreaElement | null>
  draft: MessageDraft
  isSending: boolean
  failure: string | undefined
  onChange: (part: Partial<MessageDraft>) => void
  onSend: () => void
}

/** Text and sketch of a message, and the button that sends it. */
export function MessageFields(props: MessageFieldsProps) {
  const { label, hideLabel, rows, user, field, draft, isSending, failure, onChange, onSend } = props
  const [isChoosing, setChoosing] = useState(false)
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
  }
  return (
    <>
      <TextField
        multiline
        label={label}
        hideLabel={hideLabel}
        placeholder={hideLabel ? label : undefined}
        rows={rows}
        ref={field}
        className={styles.text}
        value={draft.text}
        readOnly={isSending}
        maxLength={draft.text.length >= COUNTER_FROM ? MESSAGE_MAX : undefined}
        error={failure}
        onChange={(event) => onChange({ text: event.target.value })}
        onKeyDown={sendByKey}
      />
      {draft.sketch && <ChosenSketch sketch={draft.sketch} onRemove={() => onChange({ sketch: null })} />}
      <div className={styles.actions}>
        <Button icon={ImagePlus} disabled={isSending} onClick={() => setChoosing(true)}>
          Attach a sketch
        </Button>
        <Button type="submit" variant="primary" unavailable={!draft.text.trim()} busy={isSending}>
          Send
        </Button>
      </div>
      {isChoosing && (
        <ChooseSketchDialog
          user={user}
          onChoose={(sketch) => onChange({ sketch })}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
