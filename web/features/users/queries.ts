import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import {
  type FanReply,
  type FanWishes,
  fanList,
  fanNotifyReply,
  fanReply,
  fanStatusReply,
  type Profile,
  profile,
} from '../../../contract/http/users.ts'
import { FANS_PAGE_SIZE } from '../../../contract/limits.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { sessionQuery } from '../../lib/session.ts'

export const profileQuery = (id: number) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => call(profile, `/api/user/${id}`, undefined, signal),
  })

/** Lists of members by date: someone's fans, whom they are a fan of, or whom oneself blocked. */
export type MemberList = 'followers' | 'following' | 'blocked'

export const membersQuery = (list: MemberList, id: number) =>
  pagedQuery({
    queryKey: ['fans', list, id],
    read: (cursor, signal) => {
      const path =
        list === 'blocked' ? '/api/v2/user/blocked?infos=1' : `/api/v2/fan/${list}?user=${id}&count=${FANS_PAGE_SIZE}`
      return call(fanList, withParams(path, { cursor }), undefined, signal)
    },
  })

/** Which members of a page of a list one is a fan of [2 §4]. */
export const fanStatusQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['fan-status', ...ids],
    queryFn: async ({ signal }) =>
      (await call(fanStatusReply, `/api/v2/fan/status?users=${ids.join()}`, undefined, signal)).status,
  })

/** Becomes a fan, or stops being one; what shows it follows. */
export async function setFan(client: QueryClient, user: number, isFan: boolean): Promise<FanReply> {
  const reply = await call(fanReply, isFan ? '/api/fan' : '/api/unfan', { user })
  client.setQueryData<Profile>(profileQuery(user).queryKey, (shown) =>
    shown && !shown.hidden ? { ...shown, ...reply } : shown,
  )
  client.setQueriesData<Record<string, boolean>>(
    { queryKey: ['fan-status'] },
    (status) => status && (user in status ? { ...status, [user]: isFan } : status),
  )
  // What one is told of them begins, or ends, with that.
  void client.invalidateQueries(profileQuery(user))
  void client.invalidateQueries({ queryKey: ['fans'] })
  void client.invalidateQueries({ queryKey: ['members'] })
  return reply
}

/** Says whether one is told of something of someone whose fan one is [2 §7]. */
export async function setWish(
  client: QueryClient,
  user: number,
  which: keyof FanWishes,
  value: boolean,
): Promise<void> {
  const { notify } = await call(fanNotifyReply, '/api/v2/fan/notify', { user, which, value })
  client.setQueryData<Profile>(profileQuery(user).queryKey, (shown) =>
    shown && !shown.hidden ? { ...shown, notify } : shown,
  )
}

/**
 * Blocks a member, or ends that. It changes nearly every list: what is on the page and says so is read at once, the
 * rest when it is gone to.
 */
export async function setBlocked(client: QueryClient, user: number, blocked: boolean): Promise<void> {
  await call(ok, blocked ? '/api/v2/user/block' : '/api/v2/user/unblock', { user })
  const [session] = sessionQuery.queryKey
  const ofAll = { predicate: ({ queryKey }: Query) => queryKey[0] !== session }
  client.removeQueries({ type: 'inactive', ...ofAll })
  await client.invalidateQueries({ refetchType: 'none', ...ofAll })
  await Promise.all([
    client.refetchQueries({ type: 'active', queryKey: ['profile'] }),
    client.refetchQueries({ type: 'active', queryKey: ['fans', 'blocked'] }),
  ])
}

/** Tells staff that a member's profile wants looking at. */
export async function reportMember(user: number): Promise<void> {
  await call(ok, '/api/v2/report', { user })
}
