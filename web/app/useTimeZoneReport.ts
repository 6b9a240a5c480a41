import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionReply } from '../../contract/http/auth.ts'
import { ok } from '../../contract/http/common.ts'
import { call } from '../lib/call.ts'
import { sessionQuery, useBan, useImpersonation, useUser } from '../lib/session.ts'

/**
 * Tells the site the browser's time zone once, while it knows none of this member. A failure is repeated by a later
 * page.
 */
export function useTimeZoneReport(): void {
  const client = useQueryClient()
  const isOther = useImpersonation() !== null
  const mayWrite = useBan() === null
  const isUnknown = useUser()?.timeZone === null && !isOther && mayWrite
  useEffect(() => {
    if (!isUnknown) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    call(ok, '/api/v2/user/timeZone', { timeZone })
      .then(() =>
        client.setQueryData<SessionReply>(
          sessionQuery.queryKey,
          (session) => session && { ...session, user: session.user && { ...session.user, timeZone } },
        ),
      )
      .catch(() => undefined)
  }, [client, isUnknown])
}
