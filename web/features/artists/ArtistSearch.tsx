import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { searchMessages } from '../../lib/messages/search.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GlopsNote } from '../hearts/GlopsHint.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { FanButton } from '../users/FanButton.tsx'
import { fanStatusQuery } from '../users/queries.ts'
import { ArtistCards, cardDetails } from './ArtistCards.tsx'
import styles from './ArtistsPage.module.css'
import { LatestArtists } from './LatestArtists.tsx'
import { artistSearchQuery } from './queries.ts'

/** Search for artists by nickname; Enter searches [1 §5]. Before a search, artists who posted lately. */
export function ArtistSearch({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  return (
    <>
      <SearchField
        label="Nickname"
        query={query}
        onSearch={onSearch}
        hint={query ? undefined : searchMessages.artistsHint}
      />
      {query ? <SearchResults key={query} query={query} /> : <LatestArtists />}
    </>
  )
}

function SearchResults({ query }: { query: string }) {
  const found = useInfiniteQuery(artistSearchQuery(query))
  const user = useUser()
  const pages = found.data?.pages.map(({ items }) => items.map(({ id }) => id)) ?? []
  const status = useFanStatus(user ? pages : [])
  const noArtists = searchMessages.noArtists(query)
  if (found.isError && !found.data) {
    return <EmptyState action={<Button onClick={() => void found.refetch()}>Retry</Button>}>{noArtists}</EmptyState>
  }
  const hasArtists = pages.some((ids) => ids.length > 0)
  return (
    <>
      {hasArtists && <GlopsNote className={styles.note} />}
      <ArtistCards
        query={found}
        label="Artists found"
        detail={cardDetails.glops}
        action={(artist) =>
          artist.id !== user?.id && <FanButton artist={artist} isFan={user ? status[artist.id] : false} compact />
        }
        empty={<EmptyState>{noArtists}</EmptyState>}
      />
    </>
  )
}

/** Fan status of the artists on each page, as far as it is known [2 §4]. */
function useFanStatus(pages: readonly (readonly number[])[]): Record<number, boolean> {
  return useQueries({
    queries: pages.filter((ids) => ids.length > 0).map((ids) => fanStatusQuery(ids)),
    combine: (results) => Object.assign({}, ...results.map(({ data }) => data)),
  })
}
