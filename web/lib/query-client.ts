import { MutationCache, notifyManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { READ_CACHE_MS } from '../../contract/limits.ts'
import { CallError } from './call.ts'
import { offerReloadIfOutdated } from './newer-build.ts'
import { sessionQuery } from './session.ts'

// Notifies before the next paint; otherwise optimistic changes such as a ticked box flicker.
notifyManager.setScheduler(queueMicrotask)

/**
 * Client that serves repeated reads from its cache for five seconds [1 §7] and keeps pages for going back. Offline,
 * writes fail at once, so that the page shows an error, and reads wait for the network. A write that is refused because
 * of a ban or warning refetches the session, which shows the notice. A reply that does not match its schema may offer
 * to reload.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: READ_CACHE_MS, gcTime: 30 * 60_000, retry: false, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: checkBuild }),
  mutationCache: new MutationCache({
    onError: (error) => {
      checkBuild(error)
      if (error instanceof CallError && /^(suspended|warned)$/.test(error.code))
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  }),
})

/** Offers to reload for a reply that does not match its schema, because it may come from a newer build. */
function checkBuild(error: Error): void {
  if (error instanceof z.core.$ZodError) void offerReloadIfOutdated()
}

const STORAGE_KEY = 'galleries'

type StoredQuery = { key: QueryKey; data: unknown; readAt: number }

/**
 * Stores the queries under a key when the tab reloads, so that going back finds the same place in a gallery. Reloads
 * and going back restore them; following a link does not.
 */
export function persistOverReload(keyPrefix: QueryKey): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY)
    if (stored && arrival && arrival.type !== 'navigate') {
      for (const { key, data, readAt } of JSON.parse(stored) as StoredQuery[]) {
        queryClient.setQueryData(key, data, { updatedAt: readAt })
      }
    }
  } catch {
    // Unreadable storage: the lists are fetched again.
  }
  addEventListener('pagehide', () => {
    const stored: StoredQuery[] = []
    for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: keyPrefix })) {
      if (state.data !== undefined) stored.push({ key: queryKey, data: state.data, readAt: state.dataUpdatedAt })
    }
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
    } catch {
      // Storage is full: the list starts at its top.
    }
  })
}
