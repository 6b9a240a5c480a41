import { notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import { READ_CACHE_MS } from '../../contract/limits.ts'

// Before the next paint: what is shown at once, a ticked box say, would else be seen going back and forth.
notifyManager.setScheduler(queueMicrotask)

/** Repeated reads within five seconds are answered from here [1 §7]; what was read stays for going back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: READ_CACHE_MS, gcTime: 30 * 60_000, retry: false, refetchOnWindowFocus: false },
  },
})

const KEPT = 'galleries'

type KeptQuery = { key: QueryKey; data: unknown; readAt: number }

/**
 * Keeps the galleries of this tab over a reload, so that going back afterwards still finds the same place. They are
 * taken up again only by a reload or by coming back, never by a link that was followed.
 */
export function keepGalleriesOverReload(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  try {
    const kept = sessionStorage.getItem(KEPT)
    if (kept && arrival && arrival.type !== 'navigate') {
      for (const { key, data, readAt } of JSON.parse(kept) as KeptQuery[]) {
        queryClient.setQueryData(key, data, { updatedAt: readAt })
      }
    }
  } catch {
    // What cannot be read is asked for again.
  }
  addEventListener('pagehide', () => {
    const galleries: KeptQuery[] = []
    for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: ['gallery'] })) {
      if (state.data !== undefined) galleries.push({ key: queryKey, data: state.data, readAt: state.dataUpdatedAt })
    }
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(galleries))
    } catch {
      // Too much to keep; the list starts at its top then.
    }
  })
}
