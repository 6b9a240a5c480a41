import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type BanBody,
  type BanFilter,
  banList,
  confirmBanReply,
  type LiftBanBody,
  standingReply,
} from '../../../contract/http/bans.ts'
import { ok } from '../../../contract/http/common.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { sessionQuery } from '../../lib/session.ts'

/** The current ban or warning of a member, for staff. */
export const standingQuery = (userId: number) =>
  queryOptions({
    queryKey: ['standing', userId],
    queryFn: ({ signal }) => call(standingReply, `/api/v2/gloperate/standing?user=${userId}`, undefined, signal),
    staleTime: 0,
  })

export const useBanMember = () => useMutation({ mutationFn: (ban: BanBody) => call(ok, '/api/v2/gloperate/ban', ban) })

/** The list of bans, for staff. */
export const bansQuery = (filter: BanFilter) =>
  pagedQuery({
    queryKey: ['bans', filter],
    read: (cursor, signal) =>
      call(banList, withParams('/api/v2/gloperate/bans', { filter, cursor }), undefined, signal),
    staleTime: 0,
  })

/** Reads the lists of bans and the numbers of the moderation desk again. */
function useReadBansAgain() {
  const client = useQueryClient()
  return () => Promise.all([['bans'], ['cases', 'counts']].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export const useLiftBan = () =>
  useMutation({
    mutationFn: (lift: LiftBanBody) => call(ok, '/api/v2/gloperate/liftBan', lift),
    onSuccess: useReadBansAgain(),
  })

/** Confirms a permanent ban of another member of staff, and returns the ban as it is then. */
export const useConfirmBan = () =>
  useMutation({
    mutationFn: (id: number) => call(confirmBanReply, '/api/v2/gloperate/confirmBan', { id }),
    onSettled: useReadBansAgain(),
  })

/** The longest delay of a timer. A later end is found when the page is opened again. */
const TIMER_MAX_MS = 2 ** 31 - 1
/** The page's clock may be slightly ahead of the site's. */
const LATE_MS = 2000

/** Reads the session again at the end of a ban or an impersonation, so that its notice disappears. */
export function useSessionAfter(dateEnd: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    const delayMs = dateEnd === null ? Infinity : Math.max(0, fromWireTime(dateEnd) - Date.now()) + LATE_MS
    if (delayMs > TIMER_MAX_MS) return undefined
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }), delayMs)
    return () => clearTimeout(timer)
  }, [client, dateEnd])
}

/** Accepts the warning of the current user. `onAccepted` runs before the notice disappears. */
export function useAcceptWarning(onAccepted: () => Promise<void> | void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: number) => call(ok, '/api/v2/user/warningAccept', { userId }),
    onSuccess: async () => {
      await onAccepted()
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}
