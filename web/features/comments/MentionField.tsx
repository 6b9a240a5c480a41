import { useQuery } from '@tanstack/react-query'
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import type { Person } from '../../../contract/http/user.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './MentionField.module.css'
import { offeredFor, type TypedName, typedName, withName } from './mention-typing.ts'
import { membersQuery } from './queries.ts'

type AreaProps = Extract<ComponentProps<typeof TextField>, { multiline: true }>
type MentionFieldProps = Omit<AreaProps, 'multiline' | 'value' | 'onChange'> & {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  onText: (text: string) => void
}

/** A text area that offers members once `@` is typed: arrows choose, Enter or Tab takes, Escape closes. */
export function MentionField({ field, value, onText, onKeyDown, ...rest }: MentionFieldProps) {
  const id = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState(-1)
  const moveCaret = useCaret(field)
  const typed = caret === null ? null : typedName(value, caret)
  const name = typed && typed.start !== closedAt ? typed : null
  const people = useOffered(name)
  const chosen = people[Math.min(active, people.length - 1)]

  const take = (person: Person) => {
    if (!name) return
    const taken = withName(value, name, person.nickname)
    setClosedAt(name.start)
    setCaret(taken.caret)
    moveCaret(taken.caret)
    onText(taken.text)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
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
  return (
    <div className={styles.place}>
      <TextField
        {...rest}
        multiline
        ref={field}
        value={value}
        aria-autocomplete="list"
        aria-controls={chosen && `${id}-list`}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        onChange={({ target }) => {
          setActive(0)
          setCaret(target.selectionStart)
          if (typedName(target.value, target.selectionStart)?.start !== closedAt) setClosedAt(-1)
          onText(target.value)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setCaret(null)}
        onKeyDown={press}
      />
      {chosen && <Offers id={id} people={people} chosen={chosen} onTake={take} />}
      <Hidden role="status">{chosen && `${people.length} ${people.length === 1 ? 'member' : 'members'}`}</Hidden>
    </div>
  )
}

type OffersProps = { id: string; people: Person[]; chosen: Person; onTake: (person: Person) => void }

function Offers({ id, people, chosen, onTake }: OffersProps) {
  return (
    <div id={`${id}-list`} className={styles.list} role="listbox" aria-label="Members">
      {people.map((person) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text area
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

/** Puts the caret somewhere once the text that is on its way stands. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>): (place: number) => void {
  const [wanted, setWanted] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (wanted === null) return
    field.current?.setSelectionRange(wanted, wanted)
    setWanted(null)
  }, [wanted, field])
  return setWanted
}

const PAUSE_MS = 150

/** Who is offered for a name: at once whom one knows already, and whom the site finds when the typing pauses. */
function useOffered(name: TypedName | null): Person[] {
  const query = name?.query ?? ''
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(query.trimEnd()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query])
  const near = useQuery({ ...membersQuery(''), enabled: name !== null })
  const found = useQuery({ ...membersQuery(paused), enabled: name !== null && paused !== '' })
  return name ? offeredFor(query, near.data?.items ?? [], found.data?.items ?? []) : []
}
