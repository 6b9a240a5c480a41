import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import type { Person } from '../../contract/http/users.ts'
import { countText } from '../lib/format.ts'
import { insertMention, mentionDraft } from '../lib/mentions.ts'
import { Avatar } from './Avatar.tsx'
import type { FieldTexts } from './Field.tsx'
import { Hidden } from './Hidden.tsx'
import styles from './MentionField.module.css'
import { SuggestionList } from './SuggestionList.tsx'
import { TextField } from './TextField.tsx'

type FieldElement = HTMLInputElement | HTMLTextAreaElement
type MentionFieldProps = FieldTexts & {
  field: RefObject<FieldElement | null>
  value: string
  onValueChange: (text: string) => void
  /** Suggestions for the last `onQuery`. */
  suggestions: readonly Person[]
  /** Called with the typed part of a name, or null without one; keep the function the same between renders. */
  onQuery: (query: string | null) => void
  singleLine?: boolean
  opensAbove?: boolean
  rows?: number
  placeholder?: string
  maxLength?: number
  disabled?: boolean
  autoComplete?: string
  onKeyDown?: (event: KeyboardEvent<FieldElement>) => void
}

/** Text field that suggests members after `@`: arrows choose, Enter or Tab accepts, Escape closes. */
export function MentionField(props: MentionFieldProps) {
  const { field, value, onValueChange, suggestions, onQuery, singleLine, opensAbove, rows, onKeyDown, ...rest } = props
  const id = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [activeId, setActiveId] = useState<number | null>(null)
  const [closedAt, setClosedAt] = useState(-1)
  const moveCaret = useMoveCaret(field)
  const draft = caret === null ? null : mentionDraft(value, caret)
  const mention = draft && draft.start !== closedAt ? draft : null
  const people = mention ? suggestions : []
  const chosen = people.find(({ id }) => id === activeId) ?? people[0]
  const query = mention?.query ?? null
  useEffect(() => onQuery(query), [query, onQuery])

  const select = (person: Person) => {
    if (!mention) return
    const inserted = insertMention(value, mention, person.nickname)
    setClosedAt(mention.start)
    setCaret(inserted.caret)
    moveCaret(inserted.caret)
    onValueChange(inserted.text)
  }
  const press = (event: KeyboardEvent<FieldElement>) => {
    const { key } = event
    const by = { ArrowDown: 1, ArrowUp: people.length - 1 }[key]
    const accepts = (key === 'Enter' && !event.ctrlKey && !event.metaKey) || (key === 'Tab' && !event.shiftKey)
    if (!chosen || !mention || event.nativeEvent.isComposing) return onKeyDown?.(event)
    if (by !== undefined) setActiveId(people[(people.indexOf(chosen) + by) % people.length]?.id ?? null)
    else if (accepts) select(chosen)
    else if (key === 'Escape') setClosedAt(mention.start)
    else return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  const shared = {
    ...rest,
    value,
    'aria-autocomplete': 'list' as const,
    'aria-controls': chosen && `${id}-list`,
    'aria-activedescendant': chosen && `${id}-${chosen.id}`,
    onChange: ({ target }: { target: FieldElement }) => {
      const at = target.selectionStart ?? target.value.length
      setActiveId(null)
      setCaret(at)
      if (mentionDraft(target.value, at)?.start !== closedAt) setClosedAt(-1)
      onValueChange(target.value)
    },
    onSelect: ({ currentTarget }: SyntheticEvent<FieldElement>) => setCaret(currentTarget.selectionStart),
    onBlur: () => setCaret(null),
    onKeyDown: press,
  }
  return (
    <div className={styles.anchor}>
      {singleLine ? (
        <TextField {...shared} ref={field as RefObject<HTMLInputElement>} />
      ) : (
        <TextField {...shared} multiline rows={rows} ref={field as RefObject<HTMLTextAreaElement>} />
      )}
      {chosen && (
        <SuggestionList
          id={id}
          label="Members"
          above={opensAbove}
          suggestions={people.map((person) => ({
            key: person.id,
            content: (
              <>
                <Avatar avatar={person.avatar} name={person.nickname} size={24} />
                <span className={styles.name}>{person.nickname}</span>
              </>
            ),
            isActive: person === chosen,
            onSelect: () => select(person),
          }))}
        />
      )}
      <Hidden role="status">{chosen && countText(people.length, 'member')}</Hidden>
    </div>
  )
}

/** Returns a function that moves the caret once the changed text is rendered. */
function useMoveCaret(field: RefObject<FieldElement | null>): (position: number) => void {
  const [position, setPosition] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (position === null) return
    field.current?.setSelectionRange(position, position)
    setPosition(null)
  }, [position, field])
  return setPosition
}
