import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import { maySignedIn, sessionQuery, signInAddress, useUser } from '../../../lib/session.ts'

/**
 * Does something for a member. A visitor is sent to log in, and comes back here; whoever presses before the page knows
 * them is waited for.
 */
export function useForMembers(): (act: (member: CurrentUser) => void) => void {
  const user = useUser()
  const client = useQueryClient()
  return async (act) => {
    const member = user ?? (maySignedIn() && (await client.ensureQueryData(sessionQuery).catch(() => null))?.user)
    if (member) act(member)
    else location.assign(signInAddress())
  }
}
