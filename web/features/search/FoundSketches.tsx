import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readStored } from '../../lib/local-storage.ts'
import { searchMessages } from '../../lib/messages/search.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Gallery } from '../galleries/Gallery.tsx'
import type { sketchSearchQuery } from './queries.ts'

/** Sketches that match a search, in the layout chosen for galleries. */
export function FoundSketches({ of, empty }: { of: ReturnType<typeof sketchSearchQuery>; empty: string }) {
  const query = useInfiniteQuery(of)
  const sketches = useMemo(() => {
    const items = query.data?.pages.flatMap((page) => page.items) ?? []
    return [...new Map(items.map((item) => [item.id, item])).values()]
  }, [query.data])
  if (query.isError && !query.data) {
    return (
      <EmptyState action={<Button onClick={() => void query.refetch()}>Retry</Button>}>
        {searchMessages.failed}
      </EmptyState>
    )
  }
  if (query.data && sketches.length === 0 && !query.hasNextPage) return <EmptyState>{empty}</EmptyState>
  return (
    <Gallery
      sketches={sketches}
      layout={readStored('gallery-layout') === 'grid' ? 'grid' : 'rows'}
      label="Sketches found"
      hasMore={query.hasNextPage || !query.data}
      failed={query.isFetchNextPageError}
      busy={query.isFetching}
      onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
    />
  )
}
