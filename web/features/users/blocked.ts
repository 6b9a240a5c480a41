import { queryOptions, useQuery } from '@tanstack/react-query'
import { blockedReply } from '../../../contract/http/users.ts'
import { call } from '../../lib/call.ts'
import { useImpersonation, useUser } from '../../lib/session.ts'

/** Members whom this member blocked, and members who blocked them. */
export const blockedQuery = queryOptions({
  queryKey: ['fans', 'blocked', 'both'],
  queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
    const ids = new Set<number>()
    for (let cursor = '', done = false; !done; ) {
      const page = await call(blockedReply, `/api/v2/user/blocked?both=1&cursor=${cursor}`, undefined, signal)
      for (const id of page.items) ids.add(id)
      cursor = page.cursor
      done = page.done
    }
    return ids
  },
  staleTime: 60_000,
})

const NO_ONE: ReadonlySet<number> = new Set()

/**
 * Members with a block either way: neither sees the other in chat and on the board [2 §2]. Empty for a visitor, and for
 * staff who act as a member.
 */
export function useBlocked(): ReadonlySet<number> {
  const isOwnSession = useImpersonation() === null
  const { data = NO_ONE } = useQuery({ ...blockedQuery, enabled: Boolean(useUser()) && isOwnSession })
  return data
}
