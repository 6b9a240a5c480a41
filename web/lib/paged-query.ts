import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/** A page of a list as the site sends it; the cursor, or the number after `page`, leads to the next one unless `done`. */
type ListPage = { done: boolean } & ({ cursor: string } | { page: number })

/** The pages of a list that were read so far. */
export type Pages<Page> = InfiniteData<Page, string>

type PagedQuery<Page> = {
  queryKey: QueryKey
  /** Reads a page; the cursor of the first one is empty unless `from` is given. */
  read: (cursor: string, signal: AbortSignal) => Promise<Page>
  from?: string
  staleTime?: number
  refetchInterval?: number
  structuralSharing?: boolean
  enabled?: boolean
}

/** The query of a list that is read page by page. */
export function pagedQuery<Page extends ListPage>({ read, from = '', ...options }: PagedQuery<Page>) {
  return infiniteQueryOptions<Page, Error, Pages<Page>, QueryKey, string>({
    ...options,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: from,
    getNextPageParam: nextOf,
  })
}

function nextOf(page: ListPage): string | undefined {
  if (page.done) return undefined
  return 'cursor' in page ? page.cursor : String(page.page + 1)
}

/** A path of the site with its parameters; missing and empty ones are left out. */
export function withParams(path: string, params: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  if (given.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

/** All items read so far, each once: an item may move to the next page while the list is being read. */
export function itemsOf<Item extends { id: number | string }>(
  data: Pages<{ items: readonly Item[] }> | undefined,
): Item[] {
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
