import { useInfiniteQuery } from '@tanstack/react-query'
import { itemsOf } from '../../lib/paged-query.ts'
import { type Chosen, EntryField } from '../entries/EntryField.tsx'
import { cardDayText } from './days.ts'
import { OlderButton } from './OlderButton.tsx'
import { challengesQuery } from './queries.ts'

type ChallengeFieldProps = {
  chosen: Chosen<number> | null
  isUnlisted: boolean
  onChange: (challenge: Chosen<number> | null) => void
}

/** Choice of a challenge for a new sketch, the latest first, or of one that was chosen elsewhere. */
export function ChallengeField(props: ChallengeFieldProps) {
  const { data } = useInfiniteQuery(challengesQuery)
  const latest = itemsOf(data)
  if (data && latest.length === 0) return null
  const offered = latest.map(({ id, title, date }) => ({ id, title, fact: cardDayText(date) }))
  return (
    <>
      <EntryField kind="challenge" offered={offered} {...props} />
      {!props.isUnlisted && <OlderButton />}
    </>
  )
}
