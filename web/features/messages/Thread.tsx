import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { MessageFolder, MessageThread } from '../../../contract/http/messages.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { CallError } from '../../lib/call.ts'
import { countText, dateText } from '../../lib/format.ts'
import { messages } from '../../lib/messages/general.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { useStickToBottom } from '../chat/lines/useStickToBottom.ts'
import { PostRow } from './PostRow.tsx'
import { loadedPosts, postsQuery, useMarkThreadRead } from './queries.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { RequestActions } from './RequestActions.tsx'
import styles from './Thread.module.css'
import { ThreadActions } from './ThreadActions.tsx'

type ThreadProps = { id: number; user: CurrentUser; list: (folder: MessageFolder) => ReactNode }

/** The posts of a thread, the latest at the bottom, and the reply form. A missing thread leads to the list [2 §2]. */
export function Thread({ id, user, list }: ThreadProps) {
  const query = useInfiniteQuery(postsQuery(id))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const thread = data?.pages[0]?.thread
  const posts = loadedPosts(data)
  const latestPost = posts.at(-1)
  const latest = latestPost?.id
  const latestOwn = latestPost?.userId === user.id ? latestPost.id : 0
  const { log, content, hasNewBelow, scrollToBottom } = useStickToBottom(latest, latestOwn)
  const keepPosition = useKeptPosition(log, data?.pages.length)
  const showEarlier = () => {
    keepPosition()
    void fetchNextPage()
  }
  useMarkRead(id, thread?.read === false ? latest : undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  if (error instanceof CallError && error.status === 404) return <Navigate to="/messages" replace />
  const isRequest = thread?.state === 'request'
  const heading = thread?.subject ?? 'Message'
  return (
    <>
      <title>{`${heading} – ${PRODUCT_NAME}`}</title>
      {list(isRequest ? 'requests' : 'inbox')}
      <section className={styles.thread} aria-label={heading}>
        <header className={styles.head}>
          <Link
            to={isRequest ? '/messages?folder=requests' : '/messages'}
            className={styles.back}
            aria-label="Back to messages"
          >
            <Icon of={ArrowLeft} />
          </Link>
          <div className={styles.title}>
            <h1 className={styles.subject}>{heading}</h1>
            {thread && <Facts thread={thread} />}
          </div>
          {thread && <ThreadActions thread={thread} />}
        </header>
        <div className={styles.wrapper}>
          <div
            ref={log}
            className={styles.log}
            role="log"
            aria-label={thread ? `Messages with ${thread.other.nickname}` : 'Messages'}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
            tabIndex={0}
          >
            <div ref={content} className={styles.posts}>
              {hasNextPage && (
                <Button className={styles.earlier} busy={isFetchingNextPage} onClick={showEarlier}>
                  Show earlier messages
                </Button>
              )}
              {posts.map((post) => (
                <PostRow key={post.id} post={post} />
              ))}
              {!data && !error && <PageSpinner />}
              {error && <LoadFailure onRetry={() => void refetch()}>{messages.pageFailed}</LoadFailure>}
            </div>
          </div>
          {hasNewBelow && (
            <Button className={styles.new} onClick={scrollToBottom}>
              New messages
            </Button>
          )}
        </div>
        {thread && (
          <footer className={styles.foot}>
            {isRequest && !thread.hasLeft && <RequestActions thread={thread} field={field} />}
            {thread.hasLeft ? (
              <p className={styles.waiting}>{messageTexts.hasLeft}</p>
            ) : thread.state === 'waiting' ? (
              <p className={styles.waiting}>{messageTexts.waiting(thread.other.nickname)}</p>
            ) : (
              <ReplyForm thread={thread} user={user} posts={posts} field={field} />
            )}
          </footer>
        )}
      </section>
    </>
  )
}

function Facts({ thread: { state, other, hasLeft, total } }: { thread: MessageThread }) {
  return (
    <p className={styles.facts}>
      {state === 'request' ? 'From ' : 'With '}
      <MemberLink id={other.id} nickname={other.nickname} className={styles.other} />
      {state === 'request' && !hasLeft ? `, who joined ${dateText(other.joined)}` : `, ${countText(total, 'message')}`}
    </p>
  )
}

/**
 * Keeps the posts in sight where they are when earlier ones are added above them. Returns a function to call before.
 * The focus moves to the log, because the button that was pressed may disappear.
 */
function useKeptPosition(log: RefObject<HTMLElement | null>, pages: number | undefined): () => void {
  const fromBottom = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a page was added
  useLayoutEffect(() => {
    if (fromBottom.current === null || !log.current) return
    log.current.scrollTop = log.current.scrollHeight - fromBottom.current
    log.current.focus({ preventScroll: true })
    fromBottom.current = null
  }, [pages])
  return () => {
    if (log.current) fromBottom.current = log.current.scrollHeight - log.current.scrollTop
  }
}

/** Marks the posts up to this one as read once the page is in sight. */
function useMarkRead(id: number, upTo: number | undefined): void {
  const { mutate } = useMarkThreadRead(id)
  const mark = useEffectEvent(() => {
    if (upTo !== undefined && document.visibilityState === 'visible') mutate(upTo)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each unread post
  useEffect(() => {
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [upTo])
}
