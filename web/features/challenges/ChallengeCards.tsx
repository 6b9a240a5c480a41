import { Target } from 'lucide-react'
import type { Ref } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { entryCountText } from '../../lib/format.ts'
import { CoverCard, coverListClass, PlaceholderCards } from '../albums/CoverCard.tsx'
import { cardDayText } from './days.ts'

type ChallengeCardsProps = {
  /** Accessible name. */
  label: string
  challenges: readonly ChallengeItem[]
  isLoading: boolean
  ref?: Ref<HTMLUListElement>
}

/** Challenges as cards: latest entry, title, day and number of entries. */
export function ChallengeCards({ label, challenges, isLoading, ref }: ChallengeCardsProps) {
  return (
    <ul ref={ref} className={coverListClass} aria-label={label}>
      {challenges.map(({ id, title, date, entries, thumbnail }) => (
        <CoverCard
          key={id}
          to={`/challenge/${id}`}
          thumbnail={thumbnail}
          icon={Target}
          title={title}
          facts={`${cardDayText(date)} · ${entryCountText(entries)}`}
        />
      ))}
      {isLoading && <PlaceholderCards />}
    </ul>
  )
}
