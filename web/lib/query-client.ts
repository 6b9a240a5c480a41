import { QueryClient } from '@tanstack/react-query'
import { READ_CACHE_MS } from '../../contract/limits.ts'

/** Repeated reads within five seconds are answered from here [1 §7]; what was read stays for going back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: READ_CACHE_MS, gcTime: 30 * 60_000, retry: false, refetchOnWindowFocus: false },
  },
})
