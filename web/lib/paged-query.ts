import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/** A page of a list as sent by the site; its cursor leads to the next one unless `done`. */
type ListPage = { done: boolean; cursor: string }

export type Pages<Page> = InfiniteData<Page, string>

type PagedQuery<Page> = {
  queryKey: QueryKey
  /** Fetches a page; the first cursor is empty unless `from` is given. */
  read: (cursor: string, signal: AbortSignal) => Promise<Page>
  from?: string
  staleTime?: number
  refetchInterval?: number
  structuralSharing?: boolean
  enabled?: boolean
}

/** Options of a query that loads a list page by page. */
export function pagedQuery<Page extends ListPage>({ read, from = '', ...options }: PagedQuery<Page>) {
  return infiniteQueryOptions<Page, Error, Pages<Page>, QueryKey, string>({
    ...options,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: from,
    getNextPageParam: ({ done, cursor }) => (done ? undefined : cursor),
  })
}

/** Appends query parameters; missing and empty ones are left out. */
export function withParams(path: string, params: Record<string, string | number | null | undefined>): string {
  const entries = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  if (entries.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(entries)}`
}

/** All loaded items, each once: an item may move to the next page while the list loads. */
export function itemsOf<Item extends { id: number | string }>(
  data: Pages<{ items: readonly Item[] }> | undefined,
): Item[] {
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
