import { useState } from 'react'
import { readStored, writeStored } from './local-storage.ts'
import { useUser } from './session.ts'

const nameOf = (userId: number) => `recent-searches ${userId}`

export const RECENT_SEARCHES_MAX = 5

/** Searches that a member made in this browser, the latest first. They never leave it. The id of a visitor is 0. */
export function recentSearches(userId: number): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(nameOf(userId)) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((query) => typeof query === 'string').slice(0, RECENT_SEARCHES_MAX)
      : []
  } catch {
    return []
  }
}

/** Puts a search to the front of the recent ones. */
export function rememberSearch(userId: number, query: string): void {
  const others = recentSearches(userId).filter((other) => other.toLowerCase() !== query.toLowerCase())
  writeStored(nameOf(userId), JSON.stringify([query, ...others].slice(0, RECENT_SEARCHES_MAX)))
}

export function forgetSearches(userId: number): void {
  writeStored(nameOf(userId), '')
  // The name under which searches of all members were stored before.
  writeStored('recent-searches', '')
}

/** The recent searches of the viewer; none while the session is loading. */
export function useRecentSearches(): { recent: string[]; forget: () => void } {
  const user = useUser()
  const [isForgotten, setForgotten] = useState(false)
  const userId = user?.id ?? 0
  const forget = () => {
    forgetSearches(userId)
    setForgotten(true)
  }
  return { recent: isForgotten || user === undefined ? [] : recentSearches(userId), forget }
}
