import { entryMessages } from '../../lib/messages/entries.ts'
import { Select } from '../../ui/Select.tsx'

export type Chosen<Id extends number | string = number | string> = { id: Id; title: string }

type EntryFieldProps<Id extends number | string> = {
  /** The kind of thing that is entered. */
  kind: 'challenge' | 'compo'
  /** Offered things, with a fact such as the day or the deadline. */
  offered: readonly (Chosen<Id> & { fact: string })[]
  /** The choice, which may be one that is not offered. */
  chosen: Chosen<Id> | null
  /** Unlisted sketches cannot be entered. */
  isUnlisted: boolean
  onChange: (chosen: Chosen<Id> | null) => void
}

const NONE = ''
const LABELS = { challenge: 'Challenge', compo: 'Compo' } as const

/** Choice of a challenge or a compo for a new sketch [1 §6]. */
export function EntryField<Id extends number | string>(props: EntryFieldProps<Id>) {
  const { kind, offered, chosen, isUnlisted, onChange } = props
  const isOffered = offered.some(({ id }) => id === chosen?.id)
  const options = [
    { value: NONE, label: entryMessages.noEntry(kind) },
    ...(chosen && !isOffered ? [{ value: String(chosen.id), label: chosen.title }] : []),
    ...offered.map(({ id, title, fact }) => ({ value: String(id), label: `${title}, ${fact}` })),
  ]
  const choose = (value: string) => {
    if (value === NONE) return onChange(null)
    const choice = offered.find(({ id }) => String(id) === value)
    if (choice) onChange({ id: choice.id, title: choice.title })
  }
  return (
    <Select
      label={LABELS[kind]}
      hint={isUnlisted ? entryMessages.unlistedHint(kind) : undefined}
      options={options}
      value={chosen && !isUnlisted ? String(chosen.id) : NONE}
      onChange={choose}
      disabled={isUnlisted}
    />
  )
}
