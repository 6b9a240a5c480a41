import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { readStored } from '../../lib/local-storage.ts'
import { searchMessages } from '../../lib/messages/search.ts'
import { itemsOf, type Pages } from '../../lib/paged-query.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Gallery } from '../galleries/Gallery.tsx'
import type { magicQuery } from './queries.ts'

/** Sketches that match a visual search, in the layout chosen for galleries. */
export function FoundSketches({ of, empty }: { of: ReturnType<typeof magicQuery>; empty: ReactNode }) {
  const query = useInfiniteQuery(of)
  const sketches = useMemo(() => itemsOf(query.data), [query.data])
  if (query.isError && !query.data) return <SearchFailed onRetry={() => void query.refetch()} />
  if (query.data && sketches.length === 0 && !query.hasNextPage) return <EmptyState>{empty}</EmptyState>
  return <FoundGallery query={query} sketches={sketches} />
}

type FoundGalleryProps = {
  query: Pick<
    UseInfiniteQueryResult<Pages<unknown>>,
    'data' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetching' | 'fetchNextPage'
  >
  sketches: readonly SketchItem[]
}

export function FoundGallery({ query, sketches }: FoundGalleryProps) {
  return (
    <Gallery
      sketches={sketches}
      layout={chosenLayout()}
      label="Sketches found"
      hasMore={query.hasNextPage || !query.data}
      failed={query.isFetchNextPageError}
      busy={query.isFetching}
      onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
    />
  )
}

export function SearchFailed({ onRetry }: { onRetry: () => void }) {
  return <EmptyState action={<Button onClick={onRetry}>Retry</Button>}>{searchMessages.failed}</EmptyState>
}

export const chosenLayout = () => (readStored('gallery-layout') === 'grid' ? 'grid' : 'rows')
