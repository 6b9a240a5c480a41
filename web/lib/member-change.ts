import type { QueryClient } from '@tanstack/react-query'
import { forgetPictureOfOthers } from './last-picture-cache.ts'
import { readStored, writeStored } from './local-storage.ts'
import { forgetOwnDrafts } from './own-drafts.ts'
import { forgetSearches } from './recent-searches.ts'
import { sessionQuery, wasSignedIn } from './session.ts'

/** Name under which the browser stores the member as whom staff act; no page may be open when that ends. */
const IMPERSONATED = 'impersonated'

let isLeaving = false

/** Loads a page after this one logged in as another member, in place of the reload by `watchMember`. */
export function loadAsMember(address: string, how: 'assign' | 'replace' = 'assign'): void {
  isLeaving = true
  location[how](address)
}

/** Removes from this browser what a member wrote and searched. */
export function forgetMember(userId: number): void {
  forgetOwnDrafts(userId)
  forgetSearches(userId)
}

/** Removes what staff wrote as a member once they no longer act as that member. */
function noteImpersonated(userId: number | undefined): void {
  const before = Number(readStored(IMPERSONATED)) || undefined
  if (before === userId) return
  if (before !== undefined) forgetMember(before)
  writeStored(IMPERSONATED, userId === undefined ? '' : String(userId))
}

/**
 * Removes what a member loaded before somebody else uses this tab. After a log-out, pages that are still shown keep
 * their data, because a reload would lose typed text. The login of another member reloads the page.
 */
export function watchMember(client: QueryClient): void {
  let member: number | undefined
  let loggedOutAt: number | undefined
  const removeUnused = () =>
    client.removeQueries({
      type: 'inactive',
      predicate: ({ queryKey, state }) =>
        queryKey[0] !== sessionQuery.queryKey[0] && state.dataUpdatedAt <= (loggedOutAt ?? 0),
    })

  // The session is not requested after it has ended.
  if (!wasSignedIn()) noteImpersonated(undefined)
  client.getQueryCache().subscribe((event) => {
    // In a task of its own, when the pages for members are unmounted.
    if (event.type === 'observerRemoved' && loggedOutAt) setTimeout(removeUnused)
    if (event.type !== 'updated' || event.query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const session = client.getQueryData(sessionQuery.queryKey)
    if (!session) return
    const id = session.user?.id
    // Only a received session is current; the one in this tab may be from before another tab changed it.
    if (event.action.type === 'success' && !event.action.manual) {
      noteImpersonated(session.impersonation ? id : undefined)
      if (id !== undefined && !session.impersonation) forgetPictureOfOthers(id)
    }
    if (id === undefined) {
      if (member === undefined || loggedOutAt) return
      loggedOutAt = Date.now()
      setTimeout(removeUnused)
    } else if (member === undefined || id === member) {
      member = id
      loggedOutAt = undefined
    } else if (!isLeaving) {
      isLeaving = true
      // Otherwise the galleries would be stored for the next page.
      client.clear()
      location.reload()
    }
  })
}
