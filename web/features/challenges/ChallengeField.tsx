import { useInfiniteQuery } from '@tanstack/react-query'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { Select } from '../../ui/Select.tsx'
import { cardDayText } from './days.ts'
import { challengesQuery } from './queries.ts'

type Chosen = { id: number; title: string }

type ChallengeFieldProps = {
  chosen: Chosen | null
  /** Unlisted sketches cannot be in a challenge. */
  isUnlisted: boolean
  onChange: (challenge: Chosen | null) => void
}

const NONE = 'none'

/** Choice of one of the latest challenges for a new sketch, or of one that was chosen elsewhere. */
export function ChallengeField({ chosen, isUnlisted, onChange }: ChallengeFieldProps) {
  const { data } = useInfiniteQuery(challengesQuery)
  const latest = data?.pages[0]?.items ?? []
  if (data && latest.length === 0) return null
  const isListed = latest.some(({ id }) => id === chosen?.id)
  const options = [
    { value: NONE, label: challengeMessages.noChallenge },
    ...(chosen && !isListed ? [{ value: String(chosen.id), label: chosen.title }] : []),
    ...latest.map(({ id, title, date }) => ({ value: String(id), label: `${title}, ${cardDayText(date)}` })),
  ]
  const choose = (value: string) => {
    if (value === NONE) return onChange(null)
    const challenge = latest.find(({ id }) => String(id) === value)
    if (challenge) onChange({ id: challenge.id, title: challenge.title })
  }
  return (
    <Select
      label="Challenge"
      hint={isUnlisted ? challengeMessages.unlistedHint : undefined}
      options={options}
      value={chosen && !isUnlisted ? String(chosen.id) : NONE}
      onChange={choose}
      disabled={isUnlisted}
    />
  )
}
