import { SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, Suspense, useRef, useState } from 'react'
import { channelKind } from '../../../contract/channel.ts'
import { CHAT_LINE_MAX } from '../../../contract/limits.ts'
import { offeredFor } from '../../lib/mentions.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyPart } from '../../ui/lazy-component.tsx'
import { MentionField } from '../../ui/MentionField.tsx'
import { withEmoticon } from './emoticon-codes.ts'
import styles from './SayForm.module.css'
import type { ShownRoom } from './useRoom.ts'
import type { useSay } from './useSay.ts'
import { useToastsAbove } from './useToastsAbove.ts'
import { useWait } from './useWait.ts'

const EmoticonPicker = lazyPart(async () => ({ default: (await import('./EmoticonPicker.tsx')).EmoticonPicker }))

/** Shown from here on, where the limit comes into sight. */
const COUNTED_FROM = CHAT_LINE_MAX - 100

type SayFormProps = {
  shown: ShownRoom
  saying: ReturnType<typeof useSay>
  field: RefObject<HTMLInputElement | null>
}

/** Saying something: Enter sends, `@` offers who is here, ArrowUp changes what one said last. */
export function SayForm({ shown, saying, field }: SayFormProps) {
  const { text, about, hint, isCommand, change, cancel, say, editLast } = saying
  const form = useRef<HTMLFormElement>(null)
  useToastsAbove(form)
  const wait = useWait(shown.view)
  const waits = wait.shown !== null && !isCommand
  const [query, setQuery] = useState<string | null>(null)
  const { people } = shown.view
  const { channel } = shown.room
  // The room of a stream is named by a number, which says nothing to anyone.
  const whereTo = `Message ${channelKind(channel) === 'stream' ? 'the stream' : channel}`
  const others = people.filter(({ id }) => id !== shown.user.id)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && !text) {
      event.preventDefault()
      editLast()
    }
    if (event.key === 'Escape' && about) {
      event.stopPropagation()
      cancel()
    }
  }
  return (
    <form
      ref={form}
      className={styles.say}
      onSubmit={(event) => {
        event.preventDefault()
        if (!waits) say()
      }}
    >
      {about && (
        <p className={styles.about}>
          <span>
            {about.does === 'edit'
              ? 'Changing your line'
              : `Answering ${about.line.user.nickname}: ${about.line.message}`}
          </span>
          <button
            type="button"
            aria-label={about.does === 'edit' ? "Don't change it" : "Don't answer"}
            onClick={cancel}
          >
            <Icon of={X} size={16} />
          </button>
        </p>
      )}
      <MentionField
        single
        above
        label={whereTo}
        hideLabel
        placeholder={whereTo}
        autoComplete="off"
        field={field}
        value={text}
        hint={wait.shown}
        error={hint}
        maxLength={text.length >= COUNTED_FROM ? CHAT_LINE_MAX : undefined}
        offers={query === null ? [] : offeredFor(query, others, [])}
        onQuery={setQuery}
        onText={change}
        onKeyDown={keys}
      />
      <Suspense fallback={<span className={styles.picker} />}>
        <EmoticonPicker
          onTake={(code) => {
            const { selectionStart, selectionEnd } = field.current ?? {}
            const put = withEmoticon(text, code, {
              start: selectionStart ?? text.length,
              end: selectionEnd ?? text.length,
            })
            if (put) change(put.text)
            requestAnimationFrame(() =>
              requestAnimationFrame(() => {
                field.current?.focus()
                if (put) field.current?.setSelectionRange(put.caret, put.caret)
              }),
            )
          }}
        />
      </Suspense>
      <button
        type="submit"
        className={buttonClass({ variant: 'primary' }, styles.send)}
        aria-label="Send"
        aria-disabled={waits}
      >
        <Icon of={SendHorizontal} />
      </button>
      <Hidden role="status">{wait.heard}</Hidden>
    </form>
  )
}
