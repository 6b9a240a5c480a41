import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { NotificationCategory } from '../../../contract/http/notifications.ts'
import { numberText } from '../../lib/format.ts'
import { LIST_FAILED } from '../../lib/messages/general.ts'
import { useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './Notifications.module.css'
import { notificationsQuery, updateUnread, useMarkRead } from './queries.ts'

const PLACEHOLDERS = [0, 1, 2, 3, 4, 5]

type NotificationsProps = { category: NotificationCategory | null; label: string; empty: string }

/** Paged list of notifications, latest first, 25 at a time, with a button that marks all as read. */
export function Notifications({ category, label, empty }: NotificationsProps) {
  const client = useQueryClient()
  const me = useUser()
  const query = useInfiniteQuery({
    ...notificationsQuery(category),
    throwOnError: (_, { state }) => state.data === undefined,
  })
  const read = useMarkRead()
  const status = useRef<HTMLParagraphElement>(null)
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const unread = data?.pages[0]?.unread
  useEffect(() => {
    if (unread) updateUnread(client, unread)
  }, [client, unread])
  const notifications = data?.pages.flatMap((page) => page.items) ?? []
  const left = unread ? (category ? unread[category] : Object.values(unread).reduce((sum, one) => sum + one, 0)) : 0
  const readAll = () =>
    read.mutate(category ? { category } : { all: true }, {
      // The button disappears with the unread notifications.
      onSuccess: () => status.current?.focus(),
      onError: (error) => toastFailure(error),
    })
  if (data && notifications.length === 0 && !hasNextPage) return <EmptyState>{empty}</EmptyState>
  return (
    <>
      <div className={styles.head}>
        <p ref={status} role="status" tabIndex={-1}>
          {data ? (left > 0 ? `${numberText(left)} unread` : 'All marked as read') : ''}
        </p>
        {left > 0 && (
          <Button busy={read.isPending} onClick={readAll}>
            Mark all as read
          </Button>
        )}
      </div>
      <ul className={styles.notifications} aria-label={label}>
        {notifications.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} me={me?.id ?? 0} />
        ))}
        {(!data || isFetchingNextPage) &&
          PLACEHOLDERS.map((index) => (
            <li key={`placeholder ${index}`} aria-hidden="true" className={styles.placeholder}>
              <Skeleton height={56} />
            </li>
          ))}
      </ul>
      {!data && <Hidden role="status">Loading</Hidden>}
      {isFetchNextPageError && (
        <p role="alert" className={styles.failed}>
          {LIST_FAILED}
        </p>
      )}
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          {isFetchNextPageError ? 'Retry' : 'Show more'}
        </Button>
      )}
    </>
  )
}
