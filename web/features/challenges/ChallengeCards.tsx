import { Target } from 'lucide-react'
import type { Ref } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { entriesWords } from '../../lib/messages/challenges.ts'
import { CoverCard, coverList, PlaceholderCards } from '../albums/CoverCard.tsx'
import { cardDay } from './days.ts'

type ChallengeCardsProps = {
  /** Accessible name. */
  label: string
  challenges: readonly ChallengeItem[]
  isComing: boolean
  ref?: Ref<HTMLUListElement>
}

/** Challenges as cards: latest entry, title, day and number of entries. */
export function ChallengeCards({ label, challenges, isComing, ref }: ChallengeCardsProps) {
  return (
    <ul ref={ref} className={coverList} aria-label={label}>
      {challenges.map(({ id, title, date, entries, thumbnail }) => (
        <CoverCard
          key={id}
          to={`/challenge/${id}`}
          thumbnail={thumbnail}
          icon={Target}
          title={title}
          facts={`${cardDay(date)} · ${entriesWords(entries)}`}
        />
      ))}
      {isComing && <PlaceholderCards />}
    </ul>
  )
}
