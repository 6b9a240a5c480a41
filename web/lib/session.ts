import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CurrentBan, type CurrentUser, sessionReply } from '../../contract/http/auth.ts'
import { call } from './call.ts'

/** True when this browser signed in before. Visitors' pages never request the session. */
export function wasSignedIn(): boolean {
  return /(?:^|; )(?:__Host-)?signed-in=1/.test(document.cookie)
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(sessionReply, '/api/v2/session', undefined, signal),
  staleTime: 60_000,
})

/** Returns the current user: undefined while loading, null for a visitor. */
export function useUser(): CurrentUser | null | undefined {
  // Read once, because some twenty components of a page call this hook, and reading a cookie is slow.
  const enabled = wasSignedIn()
  const { data, isError } = useQuery({ ...sessionQuery, enabled })
  // A session that could not be refreshed is still the last known one.
  if (!enabled || (isError && data === undefined)) return null
  return data === undefined ? undefined : data.user
}

/**
 * Returns whose layout the page has. While the session is loading, a browser that signed in before counts as a member.
 */
export function useShellViewer(): 'visitor' | 'member' {
  return useUser() === null ? 'visitor' : 'member'
}

/** True if the session reports a live stream. Always false for visitors, whose session is not requested. */
export function useIsLive(): boolean {
  return useQuery({ ...sessionQuery, enabled: wasSignedIn() }).data?.isLive ?? false
}

/** Returns the current user's ban or warning. */
export function useBan(): CurrentBan | null {
  return useQuery({ ...sessionQuery, enabled: wasSignedIn() }).data?.ban ?? null
}

/** Set while staff act as the current user. */
export function useImpersonation() {
  return useQuery({ ...sessionQuery, enabled: wasSignedIn() }).data?.impersonation ?? null
}

/** When the current user's account will be deleted, if they asked for that. */
export function useDeletesAt(): string | null {
  return useQuery({ ...sessionQuery, enabled: wasSignedIn() }).data?.deletesAt ?? null
}

/** Address where signing in starts; it returns to `path`. */
export function signInPath(path: string = location.pathname + location.search): string {
  return `/sign-in?return=${encodeURIComponent(path)}`
}

/**
 * Returns a function that runs an action for a logged-in member. For visitors it calls `onVisitor`, or sends them to
 * log in and back here. An action before the session has loaded waits for it.
 */
export function useRequireLogin(
  onVisitor: () => void = () => location.assign(signInPath()),
): (action: (member: CurrentUser) => void) => void {
  const user = useUser()
  const client = useQueryClient()
  return async (action) => {
    const member = user ?? (wasSignedIn() && (await client.ensureQueryData(sessionQuery).catch(() => null))?.user)
    if (member) action(member)
    else onVisitor()
  }
}
