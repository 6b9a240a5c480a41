import { useEffect, useState } from 'react'

const PAUSE_MS = 150

const NONE: readonly string[] = []

/** What `suggest` finds for a query once the typing pauses; older answers are dropped, and a failure finds nothing. */
export function useSuggestions(query: string, suggest?: (query: string) => Promise<string[]>): readonly string[] {
  const [found, setFound] = useState<{ query: string; tags: readonly string[] }>({ query: '', tags: NONE })
  useEffect(() => {
    if (!query || !suggest) return
    let stale = false
    const timer = setTimeout(async () => {
      const tags = await suggest(query).catch(() => NONE)
      if (!stale) setFound({ query, tags })
    }, PAUSE_MS)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [query, suggest])
  return query && found.query ? found.tags : NONE
}
