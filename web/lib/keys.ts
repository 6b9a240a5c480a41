import { useLayoutEffect, useRef } from 'react'

/** What keys do on a page, by the key as `KeyboardEvent.key` names it. */
export type PageKeys = Readonly<Record<string, (() => void) | undefined>>

const pages = new Set<{ current: PageKeys }>()

/** Adds keys for as long as the part of the page is there; what they are called is said in app/keys/key-names.ts. */
export function useKeys(keys: PageKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useLayoutEffect(() => {
    pages.add(latest)
    return () => void pages.delete(latest)
  }, [])
}

/** What a key does on this page now. */
export function pageKey(key: string): (() => void) | undefined {
  for (const { current } of pages) if (current[key]) return current[key]
}
