import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BanNotice, type CurrentUser, sessionReply } from '../../contract/http/auth.ts'
import { call } from './call.ts'

/** Whether this browser signed in before; a visitor's page asks nothing about sessions. */
export function maySignedIn(): boolean {
  return /(?:^|; )(?:__Host-)?signed-in=1/.test(document.cookie)
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(sessionReply, '/api/v2/session', undefined, signal),
  staleTime: 60_000,
})

/** The current user: undefined while that is being asked, null for a visitor. */
export function useUser(): CurrentUser | null | undefined {
  const { data, isError } = useQuery({ ...sessionQuery, enabled: maySignedIn() })
  if (!maySignedIn() || isError) return null
  return data === undefined ? undefined : data.user
}

/** The ban or warning that stands for the current user, if one is known to. */
export function useBan(): BanNotice | null {
  return useQuery({ ...sessionQuery, enabled: maySignedIn() }).data?.ban ?? null
}

/** Where signing in starts; afterwards one is back on `path`. */
export function signInAddress(path: string = location.pathname + location.search): string {
  return `/sign-in?return=${encodeURIComponent(path)}`
}

/**
 * Runs an action for a logged-in member. Visitors are sent to log in and come back here. A press before the session is
 * known waits for it.
 */
export function useRequireLogin(): (act: (member: CurrentUser) => void) => void {
  const user = useUser()
  const client = useQueryClient()
  return async (act) => {
    const member = user ?? (maySignedIn() && (await client.ensureQueryData(sessionQuery).catch(() => null))?.user)
    if (member) act(member)
    else location.assign(signInAddress())
  }
}
