import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Artist, ArtistListReply } from '../../../contract/http/artists.ts'
import { countText, utcDateText } from '../../lib/format.ts'
import { itemsOf, type Pages } from '../../lib/paged-query.ts'
import { FanCardList } from '../../ui/FanCardList.tsx'

type ArtistCardsProps = {
  query: UseInfiniteQueryResult<Pages<ArtistListReply>>
  /** Accessible name. */
  label: string
  /** Text of an artist's card. */
  detail: (artist: Artist) => string
  /** Button of an artist's card. */
  action?: (artist: Artist) => ReactNode
  /** Shown when the list is empty. */
  empty: ReactNode
}

const PLACEHOLDERS = 8

export function ArtistCards({ query, label, detail, action, empty }: ArtistCardsProps) {
  const artists = itemsOf(query.data)
  if (query.data && artists.length === 0 && !query.hasNextPage) return empty
  return (
    <FanCardList
      query={query}
      people={artists}
      label={label}
      placeholders={query.isFetching && !query.isError ? PLACEHOLDERS : 0}
      card={(artist) => ({
        name: artist.nickname,
        to: `/user/${artist.id}`,
        avatar: artist.avatar,
        detail: detail(artist),
        action: action?.(artist),
      })}
    />
  )
}

/** Texts of artists' cards, by the order of the list. */
export const cardDetails = {
  since: ({ since }: Artist) => `Since ${utcDateText(since)}`,
  birthday: () => 'Birthday today',
  fans: ({ fans }: Artist) => countText(fans, 'fan'),
  glops: ({ glops }: Artist) => countText(glops, 'glop'),
  sketches: ({ sketches }: Artist) => countText(sketches, 'sketch', 'sketches'),
}
