import { SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { channelKind } from '../../../../contract/channel.ts'
import { CHAT_LINE_MAX } from '../../../../contract/limits.ts'
import { suggestedMembers } from '../../../lib/mentions.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Hidden } from '../../../ui/Hidden.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { MentionField } from '../../../ui/MentionField.tsx'
import { useCooldown } from '../session/cooldown.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'
import { EmoticonPicker } from './EmoticonPicker.tsx'
import { insertEmoticon } from './emoticons.ts'
import styles from './MessageForm.module.css'
import type { useMessageDraft } from './useMessageDraft.ts'

/** Length from which the field shows its counter. */
const COUNTER_FROM = CHAT_LINE_MAX - 100

type MessageFormProps = {
  room: ChatRoom
  draft: ReturnType<typeof useMessageDraft>
  field: RefObject<HTMLInputElement | null>
  /** True in a narrow place beside or over another page, which shows the name of the room already. */
  compact?: boolean
}

/** Message field: Enter sends, `@` suggests people, ArrowUp edits the member's last line. */
export function MessageForm({ room, draft, field, compact }: MessageFormProps) {
  const { text, target, hint, isNewLine, change, cancel, send, editLast } = draft
  const form = useRef<HTMLFormElement>(null)
  useToastOffset(form)
  const cooldown = useCooldown(room.view)
  const isCoolingDown = cooldown.message !== null && isNewLine
  const [query, setQuery] = useState<string | null>(null)
  const { people } = room.view
  const { channel } = room.session
  // The channel of a stream's room is a number, which means nothing to people.
  const label = `Message ${channelKind(channel) === 'stream' ? 'the stream' : channel}`
  const others = people.filter(({ id }) => id !== room.user.id)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && !text) {
      event.preventDefault()
      editLast()
    }
    if (event.key === 'Escape' && target) {
      event.stopPropagation()
      cancel()
    }
  }
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isCoolingDown) send()
      }}
    >
      {target && (
        <p className={styles.target}>
          <span>
            {target.mode === 'edit'
              ? 'Editing your message'
              : `Replying to ${target.line.user.nickname}: ${target.line.message}`}
          </span>
          <button type="button" aria-label={target.mode === 'edit' ? 'Cancel edit' : 'Cancel reply'} onClick={cancel}>
            <Icon of={X} size={16} />
          </button>
        </p>
      )}
      <MentionField
        singleLine
        opensAbove
        label={label}
        hideLabel
        placeholder={compact ? 'Message' : label}
        autoComplete="off"
        field={field}
        value={text}
        hint={cooldown.message}
        error={hint}
        maxLength={text.length >= COUNTER_FROM ? CHAT_LINE_MAX : undefined}
        suggestions={query === null ? [] : suggestedMembers(query, others, [])}
        onQuery={setQuery}
        onValueChange={change}
        onKeyDown={handleKey}
      />
      <EmoticonPicker
        onSelect={(code) => {
          const { selectionStart, selectionEnd } = field.current ?? {}
          const inserted = insertEmoticon(text, code, {
            start: selectionStart ?? text.length,
            end: selectionEnd ?? text.length,
          })
          if (inserted) change(inserted.text)
          // The closing popover returns the focus to its button one frame earlier.
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              field.current?.focus()
              if (inserted) field.current?.setSelectionRange(inserted.caret, inserted.caret)
            }),
          )
        }}
      />
      <button
        type="submit"
        className={buttonClass({ variant: 'primary' }, styles.send)}
        aria-label="Send"
        aria-disabled={isCoolingDown}
      >
        <Icon of={SendHorizontal} />
      </button>
      <Hidden role="status">{cooldown.announcement}</Hidden>
    </form>
  )
}

/** Moves toasts above an element that sticks to the lower edge of the window. */
export function useToastOffset(foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = foot
    if (!current) return
    const { style } = document.body
    const measure = () => style.setProperty('--composer', `${current.offsetHeight}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--composer')
    }
  }, [foot])
}
