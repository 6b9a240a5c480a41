import { readStored, writeStored } from './local-storage.ts'

const STORED_AS = 'recent-searches'

export const RECENT_SEARCHES_MAX = 5

/** Searches made in this browser, the latest first. They never leave it. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED_AS) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((query) => typeof query === 'string').slice(0, RECENT_SEARCHES_MAX)
      : []
  } catch {
    return []
  }
}

/** Puts a search to the front of the recent ones. */
export function rememberSearch(query: string): void {
  const others = recentSearches().filter((other) => other.toLowerCase() !== query.toLowerCase())
  writeStored(STORED_AS, JSON.stringify([query, ...others].slice(0, RECENT_SEARCHES_MAX)))
}

export function forgetSearches(): void {
  writeStored(STORED_AS, '')
}
