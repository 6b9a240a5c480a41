import { useQuery } from '@tanstack/react-query'
import { stateText } from '../../lib/messages/compo-state.ts'
import { type Chosen, EntryField } from '../entries/EntryField.tsx'
import { composToEnter, openComposQuery } from './queries.ts'

type CompoFieldProps = {
  chosen: Chosen<string> | null
  isUnlisted: boolean
  onChange: (compo: Chosen<string> | null) => void
}

/** Select for the compo of a new sketch. Renders nothing if there is none to choose. */
export function CompoField(props: CompoFieldProps) {
  const { data = [] } = useQuery(openComposQuery)
  const offered = composToEnter(data).map((compo) => ({
    id: compo.id,
    title: compo.title,
    fact: stateText(compo, Date.now()),
  }))
  if (offered.length === 0 && !props.chosen) return null
  return <EntryField kind="compo" offered={offered} {...props} />
}
