import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionReply } from '../../../contract/http/auth.ts'
import { ok } from '../../../contract/http/common.ts'
import {
  type MarkReadBody,
  type MuteBody,
  markReadReply,
  type NotificationCategory,
  type NotificationList,
  notificationList,
  notificationSettings,
  type OptionalCategory,
  type UnreadCounts,
} from '../../../contract/http/notifications.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { sessionQuery } from '../../lib/session.ts'

/** Key of all lists of notifications. */
export const notificationsKey = ['notifications']

export const notificationsQuery = (category: NotificationCategory | null) =>
  pagedQuery({
    queryKey: [...notificationsKey, category],
    read: (cursor, signal): Promise<NotificationList> =>
      call(notificationList, withParams('/api/v2/notices', { category, cursor }), undefined, signal),
  })

/** Enabled categories and what the member muted. */
export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification settings'],
  queryFn: ({ signal }) => call(notificationSettings, '/api/v2/notices/settings', undefined, signal),
})

/** Updates the unread count in the header. */
export function updateUnread(client: QueryClient, unread: UnreadCounts): void {
  const sum = Object.values(unread).reduce((total, count) => total + count, 0)
  client.setQueryData<SessionReply>(
    sessionQuery.queryKey,
    (session) => session && { ...session, user: session.user && { ...session.user, unread: sum } },
  )
}

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: MarkReadBody) => call(markReadReply, '/api/v2/notices/read', which),
    onSuccess: async ({ unread }) => {
      updateUnread(client, unread)
      void client.invalidateQueries({ queryKey: ['home'] })
      await client.invalidateQueries({ queryKey: notificationsKey })
    },
  })
}

export function useMute() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: MuteBody) => call(ok, '/api/v2/notices/mute', which),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: notificationsKey }),
        client.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey }),
      ]),
  })
}

export function useSetCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (setting: { category: OptionalCategory; on: boolean }) => call(ok, '/api/v2/notices/settings', setting),
    onSettled: () => client.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey }),
  })
}
