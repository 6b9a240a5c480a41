import { notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import { READ_CACHE_MS } from '../../contract/limits.ts'

// Notify before the next paint, or an optimistic change such as a ticked box flickers.
notifyManager.setScheduler(queueMicrotask)

/** Answers repeated reads within five seconds [1 §7] and keeps what was read for going back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: READ_CACHE_MS, gcTime: 30 * 60_000, retry: false, refetchOnWindowFocus: false },
  },
})

const STORAGE_KEY = 'galleries'

type KeptQuery = { key: QueryKey; data: unknown; readAt: number }

/**
 * Keeps the queries under a key over a reload of this tab, so that going back afterwards finds the same place in a
 * gallery. They are restored by a reload or by going back, never by following a link.
 */
export function keepOverReload(under: QueryKey): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  try {
    const kept = sessionStorage.getItem(STORAGE_KEY)
    if (kept && arrival && arrival.type !== 'navigate') {
      for (const { key, data, readAt } of JSON.parse(kept) as KeptQuery[]) {
        queryClient.setQueryData(key, data, { updatedAt: readAt })
      }
    }
  } catch {
    // Unreadable storage: the lists are read from the site again.
  }
  addEventListener('pagehide', () => {
    const kept: KeptQuery[] = []
    for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: under })) {
      if (state.data !== undefined) kept.push({ key: queryKey, data: state.data, readAt: state.dataUpdatedAt })
    }
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
    } catch {
      // Storage is full: the list starts at its top.
    }
  })
}
