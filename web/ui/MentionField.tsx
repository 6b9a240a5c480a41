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
import { typedName, withName } from '../lib/mentions.ts'
import { Avatar } from './Avatar.tsx'
import { classes } from './classes.ts'
import type { FieldTexts } from './Field.tsx'
import { Hidden } from './Hidden.tsx'
import styles from './MentionField.module.css'
import { TextField } from './TextField.tsx'

type FieldElement = HTMLInputElement | HTMLTextAreaElement
type MentionFieldProps = FieldTexts & {
  field: RefObject<FieldElement | null>
  value: string
  onText: (text: string) => void
  /** Suggestions for the query of `onQuery`. */
  offers: readonly Person[]
  /** Called with the name being typed, null when there is none; must be a stable function. */
  onQuery: (query: string | null) => void
  single?: boolean
  above?: boolean
  rows?: number
  placeholder?: string
  maxLength?: number
  disabled?: boolean
  autoComplete?: string
  onKeyDown?: (event: KeyboardEvent<FieldElement>) => void
}

/** Text field that suggests members after `@`: arrows choose, Enter or Tab accepts, Escape closes. */
export function MentionField(props: MentionFieldProps) {
  const { field, value, onText, offers, onQuery, single, above, rows, onKeyDown, ...rest } = props
  const id = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState(-1)
  const moveCaret = useCaret(field)
  const typed = caret === null ? null : typedName(value, caret)
  const name = typed && typed.start !== closedAt ? typed : null
  const people = name ? offers : []
  const chosen = people[Math.min(active, people.length - 1)]
  const query = name?.query ?? null
  useEffect(() => onQuery(query), [query, onQuery])

  const take = (person: Person) => {
    if (!name) return
    const taken = withName(value, name, person.nickname)
    setClosedAt(name.start)
    setCaret(taken.caret)
    moveCaret(taken.caret)
    onText(taken.text)
  }
  const press = (event: KeyboardEvent<FieldElement>) => {
    const { key } = event
    const by = { ArrowDown: 1, ArrowUp: people.length - 1 }[key]
    const takes = (key === 'Enter' && !event.ctrlKey && !event.metaKey) || (key === 'Tab' && !event.shiftKey)
    if (!chosen || !name || event.nativeEvent.isComposing) return onKeyDown?.(event)
    if (by !== undefined) setActive((people.indexOf(chosen) + by) % people.length)
    else if (takes) take(chosen)
    else if (key === 'Escape') setClosedAt(name.start)
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
      setActive(0)
      setCaret(at)
      if (typedName(target.value, at)?.start !== closedAt) setClosedAt(-1)
      onText(target.value)
    },
    onSelect: ({ currentTarget }: SyntheticEvent<FieldElement>) => setCaret(currentTarget.selectionStart),
    onBlur: () => setCaret(null),
    onKeyDown: press,
  }
  return (
    <div className={classes(styles.place, above && styles.above)}>
      {single ? (
        <TextField {...shared} ref={field as RefObject<HTMLInputElement>} />
      ) : (
        <TextField {...shared} multiline rows={rows} ref={field as RefObject<HTMLTextAreaElement>} />
      )}
      {chosen && <Offers id={id} people={people} chosen={chosen} onTake={take} />}
      <Hidden role="status">{chosen && `${people.length} ${people.length === 1 ? 'member' : 'members'}`}</Hidden>
    </div>
  )
}

type OffersProps = { id: string; people: readonly Person[]; chosen: Person; onTake: (person: Person) => void }

function Offers({ id, people, chosen, onTake }: OffersProps) {
  return (
    <div id={`${id}-list`} className={styles.list} role="listbox" aria-label="Members">
      {people.map((person) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={person.id}
          id={`${id}-${person.id}`}
          ref={(option) => (person === chosen ? option?.scrollIntoView({ block: 'nearest' }) : undefined)}
          className={styles.option}
          role="option"
          aria-selected={person === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(person)}
        >
          <Avatar src={person.avatar && `${person.avatar}/50`} name={person.nickname} size={24} />
          <span className={styles.name}>{person.nickname}</span>
        </div>
      ))}
    </div>
  )
}

/** Moves the caret once the new text is rendered. */
function useCaret(field: RefObject<FieldElement | null>): (place: number) => void {
  const [wanted, setWanted] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (wanted === null) return
    field.current?.setSelectionRange(wanted, wanted)
    setWanted(null)
  }, [wanted, field])
  return setWanted
}
