import { type Query, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import {
  type FanNotifySettings,
  fanList,
  fanNotifyReply,
  fanReply,
  fanStatusReply,
  noteToFansReply,
  type Profile,
  profile,
  type ShownProfile,
} from '../../../contract/http/users.ts'
import { FANS_PAGE_SIZE } from '../../../contract/limits.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { sessionQuery } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { changeSketchesOf } from '../sketches/queries.ts'

export const profileQuery = (id: number) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => call(profile, `/api/user/${id}`, undefined, signal),
  })

/** Lists of members by date: fans, followed artists, and the user's own blocks. */
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

/** Fan status of the members on a page of a list [2 §4]. */
export const fanStatusQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['fan-status', ...ids],
    queryFn: async ({ signal }) =>
      (await call(fanStatusReply, `/api/v2/fan/status?users=${ids.join()}`, undefined, signal)).status,
  })

export function useSetFan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user, isFan }: { user: number; isFan: boolean }) =>
      call(fanReply, isFan ? '/api/fan' : '/api/unfan', { user }),
    onSuccess: (reply, { user, isFan }) => {
      updateProfile(client, user, reply)
      changeSketchesOf(client, user, { isFanOf: isFan })
      client.setQueriesData<Record<string, boolean>>(
        { queryKey: ['fan-status'] },
        (status) => status && (user in status ? { ...status, [user]: isFan } : status),
      )
      // A status that is being read may be from before. Invalidating would wait for it, as there is no earlier one.
      const queryKey = ['fan-status']
      const isMissing = ({ state }: Query) => state.data === undefined
      void client
        .cancelQueries({ queryKey })
        .then(() => client.refetchQueries({ queryKey, type: 'active', predicate: isMissing }))
      // The profile's notification settings exist only for fans.
      void client.invalidateQueries(profileQuery(user))
      void client.invalidateQueries({ queryKey: ['fans'] })
      void client.invalidateQueries({ queryKey: ['members'] })
    },
  })
}

/** Turns a notification about a followed member on or off [2 §7]. */
export function useSetFanNotification(user: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (setting: { which: keyof FanNotifySettings; value: boolean }) =>
      call(fanNotifyReply, '/api/v2/fan/notify', { user, ...setting }),
    onSuccess: ({ notify }) => updateProfile(client, user, { notify }),
    onError: toastFailure,
  })
}

/** Sends a note to all fans. */
export const useNoteToFans = () =>
  useMutation({ mutationFn: (message: string) => call(noteToFansReply, '/api/v2/user/noteToFans', { message }) })

/**
 * Blocks or unblocks a member. This changes nearly every list, so inactive queries are dropped and the others become
 * stale.
 */
export function useSetBlocked(user: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (blocked: boolean) => call(ok, blocked ? '/api/v2/user/block' : '/api/v2/user/unblock', { user }),
    onSuccess: async () => {
      const [session] = sessionQuery.queryKey
      const allButSession = { predicate: ({ queryKey }: Query) => queryKey[0] !== session }
      client.removeQueries({ type: 'inactive', ...allButSession })
      await client.invalidateQueries({ refetchType: 'none', ...allButSession })
      await Promise.all([
        client.refetchQueries({ type: 'active', queryKey: ['profile'] }),
        client.refetchQueries({ type: 'active', queryKey: ['fans', 'blocked'] }),
      ])
    },
  })
}

export const useReportMember = () => useMutation({ mutationFn: (user: number) => call(ok, '/api/v2/report', { user }) })

function updateProfile(client: QueryClient, id: number, changes: Partial<ShownProfile>): void {
  client.setQueryData<Profile>(profileQuery(id).queryKey, (shown) =>
    shown && !shown.hidden ? { ...shown, ...changes } : shown,
  )
}
