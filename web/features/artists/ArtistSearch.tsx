import { useInfiniteQuery } from '@tanstack/react-query'
import { searchMessages } from '../../lib/messages/search.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { ArtistCards, cardDetails } from './ArtistCards.tsx'
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
  const noArtists = searchMessages.noArtists(query)
  if (found.isError && !found.data) {
    return <EmptyState action={<Button onClick={() => void found.refetch()}>Retry</Button>}>{noArtists}</EmptyState>
  }
  return (
    <ArtistCards
      query={found}
      label="Artists found"
      detail={cardDetails.glops}
      empty={<EmptyState>{noArtists}</EmptyState>}
    />
  )
}
