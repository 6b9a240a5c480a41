import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PagedResult } from '../../../ui/ListEnd.tsx'
import type { nextPagesQuery } from '../queries.ts'

/** Joins pages and keeps the first of repeated items, because items move between pages. */
export function uniqueItems<Item extends { id: number }>(pages: readonly (readonly Item[])[]): Item[] {
  const all = new Map<number, Item>()
  for (const item of pages.flat()) if (!all.has(item.id)) all.set(item.id, item)
  return [...all.values()]
}

type NextPages<Item> = { items: Item[]; query: PagedResult }

/** Continues a list whose first page is already loaded, from `cursor` on. */
export function useNextPages<Item extends { id: number }>(
  first: readonly Item[],
  cursor: string,
  queryFrom: (from: string) => ReturnType<typeof nextPagesQuery<Item>>,
): NextPages<Item> {
  // The cursor is fixed on the first request, because the first page is refetched all the time.
  const [from, setFrom] = useState<string | null>(null)
  const query = useInfiniteQuery({ ...queryFrom(from ?? ''), enabled: from !== null })
  const { data, hasNextPage, isLoading, isLoadingError, isFetchingNextPage, isFetchNextPageError } = query
  const fetchNextPage = async () => {
    if (from === null) setFrom(cursor)
    else await (data ? query.fetchNextPage() : query.refetch())
  }
  const pages = [{ items: first }, ...(data?.pages ?? [])]
  return {
    items: uniqueItems(pages.map(({ items }) => items)),
    query: {
      data: { pages },
      hasNextPage: from === null ? cursor !== '' : !data || hasNextPage,
      isFetching: isLoading || isFetchingNextPage,
      isFetchingNextPage: isLoading || isFetchingNextPage,
      isError: isLoadingError || isFetchNextPageError,
      fetchNextPage,
      refetch: fetchNextPage,
    },
  }
}
