import type { ReactNode } from 'react'
import { FanCard, type FanCardProps } from './FanCard.tsx'
import styles from './FanCardList.module.css'
import { ListEnd, type PagedResult } from './ListEnd.tsx'
import { Skeleton } from './Skeleton.tsx'

type FanCardListProps<Person> = {
  query: PagedResult
  people: readonly Person[]
  card: (person: Person) => FanCardProps
  /** Accessible name. */
  label: string
  /** Number of placeholders after the people: 0 unless a page is loading. */
  placeholders: number
}

/** Paged list of people as cards. */
export function FanCardList<Person extends { id: number }>(props: FanCardListProps<Person>): ReactNode {
  const { query, people, card, label, placeholders } = props
  return (
    <>
      <ul className={styles.cards} aria-label={label}>
        {people.map((person) => (
          <li key={person.id}>
            <FanCard {...card(person)} />
          </li>
        ))}
        {Array.from({ length: placeholders }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
          <li key={`placeholder ${index}`} aria-hidden="true">
            <Skeleton height={70} />
          </li>
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}
