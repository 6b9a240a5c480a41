import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { nextPagesQuery } from '../queries.ts'

/** Pages after each other; what has moved from one to another meanwhile stands where it was met first. */
export function uniqueItems<Item extends { id: number }>(pages: readonly (readonly Item[])[]): Item[] {
  const all = new Map<number, Item>()
  for (const item of pages.flat()) if (!all.has(item.id)) all.set(item.id, item)
  return [...all.values()]
}

type Further<Item> = { items: Item[]; hasMore: boolean; isFetching: boolean; isError: boolean; showMore: () => void }

/** A list of which the first page is here, and goes on at `cursor` when one asks for more; empty where it does not. */
export function useNextPages<Item extends { id: number }>(
  first: readonly Item[],
  cursor: string,
  queryFrom: (from: string) => ReturnType<typeof nextPagesQuery<Item>>,
): Further<Item> {
  // Where it goes on stays as it was when one asked: the first page is asked for anew all the time.
  const [from, setFrom] = useState<string | null>(null)
  const query = useInfiniteQuery({ ...queryFrom(from ?? ''), enabled: from !== null })
  const { data, hasNextPage, isLoading, isLoadingError, isFetchingNextPage, isFetchNextPageError } = query
  const showMore = () => {
    if (from === null) setFrom(cursor)
    else void (data ? query.fetchNextPage() : query.refetch())
  }
  return {
    items: uniqueItems([first, ...(data?.pages.map(({ items }) => items) ?? [])]),
    hasMore: from === null ? cursor !== '' : !data || hasNextPage,
    isFetching: isLoading || isFetchingNextPage,
    isError: isLoadingError || isFetchNextPageError,
    showMore,
  }
}
