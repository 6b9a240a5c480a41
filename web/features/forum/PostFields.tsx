import { ImagePlus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { FORUM_POST_MAX } from '../../../contract/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { CommentField } from '../comments/CommentField.tsx'
import { ChosenSketch } from '../messages/ChosenSketch.tsx'
import type { ForumDraft } from './forum-draft.ts'
import styles from './PostForm.module.css'

const ChooseSketchDialog = lazyComponent(() => import('../messages/ChooseSketchDialog.tsx'), 'ChooseSketchDialog')

/** Length from which the field shows its counter. */
const COUNTER_FROM = FORUM_POST_MAX - 800

type PostFieldsProps = {
  label: string
  rows: number
  user: CurrentUser
  field: RefObject<HTMLTextAreaElement | null>
  draft: ForumDraft
  isSending: boolean
  failure: string | undefined
  onChange: (part: Partial<ForumDraft>) => void
  onSend: () => void
}

/** Text and sketch of a post, and the button that sends it. */
export function PostFields(props: PostFieldsProps) {
  const { label, rows, user, field, draft, isSending, failure, onChange, onSend } = props
  const [isChoosing, setChoosing] = useState(false)
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
  }
  return (
    <>
      <CommentField
        label={label}
        rows={rows}
        placeholder="Say something kind or useful"
        field={field}
        value={draft.text}
        maxLength={draft.text.length >= COUNTER_FROM ? FORUM_POST_MAX : undefined}
        error={failure}
        onValueChange={(text) => onChange({ text })}
        onKeyDown={sendByKey}
      />
      {draft.sketch && <ChosenSketch sketch={draft.sketch} onRemove={() => onChange({ sketch: null })} />}
      <div className={styles.actions}>
        <Button icon={ImagePlus} disabled={isSending} onClick={() => setChoosing(true)}>
          Attach a sketch
        </Button>
        <Button type="submit" variant="primary" unavailable={!draft.text.trim()} busy={isSending}>
          Post
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
