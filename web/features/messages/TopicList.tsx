import { useInfiniteQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { MessageFolder, MessageTopic } from '../../../contract/http/messages.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { dayOrTimeText } from '../../lib/format.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { topicsQuery } from './queries.ts'
import styles from './TopicList.module.css'

const PLACEHOLDERS = [0, 1, 2, 3, 4, 5]

type TopicListProps = {
  folder: MessageFolder
  /** The thread on the page. */
  current?: number
  /** The list is the page's own content. */
  isHeading?: boolean
  className?: string
}

/** Threads of a folder, those with the latest posts first, 25 at a time [2 §9]. */
export function TopicList({ folder, current, isHeading, className }: TopicListProps) {
  const query = useInfiniteQuery(topicsQuery(folder))
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage, refetch } = query
  const topics = itemsOf(data)
  const counts = data?.pages[0]?.counts
  const Heading = isHeading ? 'h1' : 'h2'
  const tabs = [
    { label: 'Inbox', to: '/messages', current: folder === 'inbox', unread: counts?.inbox.unread },
    {
      label: 'Requests',
      to: '/messages?folder=requests',
      current: folder === 'requests',
      unread: counts?.requests.unread,
    },
  ].map(({ unread, ...tab }) => ({ ...tab, badge: <Badge count={unread ?? 0} label="unread" /> }))
  return (
    <section className={classes(styles.list, className)} aria-label={folder === 'inbox' ? 'Inbox' : 'Requests'}>
      <header className={styles.head}>
        <Heading className={styles.heading}>Messages</Heading>
        <ButtonLink to="/message/write" icon={SquarePen}>
          Write
        </ButtonLink>
      </header>
      <Tabs label="Folders" tabs={tabs} className={styles.tabs} />
      <div className={styles.scroller}>
        {folder === 'requests' && topics.length > 0 && <p className={styles.note}>{messageTexts.requests}</p>}
        <ul aria-label={folder === 'inbox' ? 'Messages' : 'Requests'}>
          {topics.map((topic) => (
            <TopicRow key={topic.id} topic={topic} isCurrent={topic.id === current} />
          ))}
          {!data &&
            !isError &&
            PLACEHOLDERS.map((index) => (
              <li key={index} aria-hidden="true" className={styles.placeholder}>
                <Skeleton height={60} />
              </li>
            ))}
        </ul>
        {!data && !isError && <Hidden role="status">Loading</Hidden>}
        {isError && <LoadFailure onRetry={() => void (data ? fetchNextPage() : refetch())} />}
        {data && topics.length === 0 && (
          <EmptyState>{folder === 'inbox' ? messageTexts.noTopics : messageTexts.noRequests}</EmptyState>
        )}
        {hasNextPage && !isError && (
          <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </section>
  )
}

function TopicRow({ topic, isCurrent }: { topic: MessageTopic; isCurrent: boolean }) {
  const { id, userToNickname: nickname, read } = topic
  const link = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={link}>
      <Link
        to={`/message/${id}`}
        className={styles.topic}
        aria-current={isCurrent ? 'page' : undefined}
        data-unread={!read || undefined}
      >
        <Avatar avatar={topic.userFromAvatar} name={nickname} size={48} className={styles.avatar} />
        <span className={styles.line}>
          <b className={styles.name}>{nickname}</b>
          <time dateTime={new Date(fromWireTime(topic.latestReply)).toISOString()} className={styles.time}>
            {dayOrTimeText(topic.latestReply, Date.now())}
          </time>
        </span>
        <span className={styles.line}>
          <span className={styles.subject}>{topic.subject}</span>
          {!read && (
            <>
              <i className={styles.dot} />
              <Hidden>Unread</Hidden>
            </>
          )}
        </span>
        <span className={styles.excerpt}>
          {topic.isOwn && 'You: '}
          {topic.excerpt}
        </span>
      </Link>
    </li>
  )
}
