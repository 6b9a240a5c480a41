import { useInfiniteQuery } from '@tanstack/react-query'
import { messages } from '../../lib/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentRow } from './CommentRow.tsx'
import styles from './Comments.module.css'
import { commentsQuery, type Target } from './queries.ts'

/** What people say about something, newest first, ten at a time, with the form to say more. */
export function Comments({ type, which }: Target) {
  const target = { type, which }
  const query = useInfiniteQuery(commentsQuery(target))
  const pages = query.data?.pages
  const total = pages?.[0]?.total
  return (
    <section aria-labelledby="comments">
      <header className={styles.head}>
        <h2 id="comments" className={styles.title}>
          Comments
        </h2>
        {total !== undefined && (
          <span className={styles.total}>
            {total.toLocaleString('en')}
            <Hidden> {total === 1 ? 'comment' : 'comments'}</Hidden>
          </span>
        )}
      </header>
      <CommentForm target={target} />
      {pages?.flatMap((page) =>
        page.items.map((comment) => <CommentRow key={comment.key || comment.id} comment={comment} target={target} />),
      )}
      {total === 0 && <p className={styles.none}>No comments yet.</p>}
      {query.isPending && <Spinner />}
      {query.isError && (
        <p role="alert" className={styles.failed}>
          {messages.listFailed}
          <Button onClick={() => void (pages ? query.fetchNextPage() : query.refetch())}>Retry</Button>
        </p>
      )}
      {query.hasNextPage && !query.isError && (
        <Button className={styles.more} busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {pages?.length === 1 ? `View all ${total?.toLocaleString('en')} comments` : 'Load more comments'}
        </Button>
      )}
    </section>
  )
}
