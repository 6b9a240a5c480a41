import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Artist, ArtistList } from '../../../contract/http/search.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { itemsOf, type Pages } from '../../lib/paged-query.ts'
import { FanCard } from '../../ui/FanCard.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ArtistCards.module.css'

type ArtistCardsProps = {
  query: UseInfiniteQueryResult<Pages<ArtistList>>
  /** Accessible name. */
  label: string
  /** Text of an artist's card. */
  detail: (artist: Artist) => string
  /** Shown when the list is empty. */
  empty: ReactNode
}

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index)

export function ArtistCards({ query, label, detail, empty }: ArtistCardsProps) {
  const artists = itemsOf(query.data)
  if (query.data && artists.length === 0 && !query.hasNextPage) return empty
  return (
    <>
      <ul className={styles.cards} aria-label={label}>
        {artists.map((artist) => (
          <li key={artist.id}>
            <FanCard
              name={artist.nickname}
              to={`/user/${artist.id}`}
              avatar={artist.avatar && `${artist.avatar}/100`}
              detail={detail(artist)}
            />
          </li>
        ))}
        {query.isFetching &&
          !query.isError &&
          PLACEHOLDERS.map((index) => (
            <li key={`placeholder ${index}`} aria-hidden="true">
              <Skeleton height={70} />
            </li>
          ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}

const plural = (count: number, one: string) => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

/** Texts of artists' cards, by the order of the list. */
export const cardDetails = {
  since: ({ since }: Artist) =>
    `Since ${new Date(fromWireTime(since)).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}`,
  birthday: () => 'Birthday today',
  fans: ({ fans }: Artist) => plural(fans, 'fan'),
  glops: ({ glops }: Artist) => plural(glops, 'glop'),
  sketches: ({ sketches }: Artist) => plural(sketches, 'sketch').replace('sketchs', 'sketches'),
}
