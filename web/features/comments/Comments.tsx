import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CommentItem } from '../../../contract/http/comments.ts'
import { numberText, pluralForm } from '../../lib/format.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Hidden, hiddenClass } from '../../ui/Hidden.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { CommentForm } from './CommentForm.tsx'
import styles from './Comments.module.css'
import { CommentThread } from './CommentThread.tsx'
import { setReplyTo } from './comment-draft.ts'
import { type CommentTarget, commentsQuery } from './queries.ts'
import { threadsOf } from './threads.ts'
import { useCommentDraft } from './useCommentDraft.ts'
import { useScrollToComment } from './useScrollToComment.ts'

type CommentsProps = CommentTarget & {
  title?: string
  /** Hides the title visually, where a tab already shows it with the number of comments. */
  hideTitle?: boolean
}

/** Comments on a target, newest first, ten at a time, answers below their question, with a form. */
export function Comments({ type, which, title = 'Comments', hideTitle }: CommentsProps) {
  const target = { type, which }
  const query = useInfiniteQuery(commentsQuery(target))
  const draft = useCommentDraft(target)
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcuts({ c: () => field.current?.focus() })
  const [jump, marked] = useScrollToComment(query)
  const pages = query.data?.pages
  const total = pages?.[0]?.total
  const reply = ({ id, nickname }: CommentItem) => {
    draft[1]((before) => setReplyTo(before, { id, nickname }))
    field.current?.focus()
  }
  const threads = pages && threadsOf(pages)
  return (
    <section aria-labelledby="comments">
      <header className={hideTitle ? hiddenClass : styles.head}>
        <h2 id="comments">{title}</h2>
        {total !== undefined && (
          <span className={styles.total}>
            {numberText(total)}
            <Hidden> {pluralForm(total, 'comment')}</Hidden>
          </span>
        )}
      </header>
      <CommentForm target={target} draft={draft} field={field} onAnswered={jump} />
      {threads?.map((thread) => (
        <CommentThread
          key={thread.head.key || thread.head.id}
          thread={thread}
          marked={marked}
          target={target}
          onReply={reply}
          onJump={jump}
        />
      ))}
      {threads?.length === 0 && !query.hasNextPage && (
        <p className={styles.empty}>{total ? 'No comments to show.' : 'No comments yet.'}</p>
      )}
      {query.isPending && <Spinner />}
      {query.isError && <LoadFailure onRetry={() => void (pages ? query.fetchNextPage() : query.refetch())} />}
      {query.hasNextPage && !query.isError && (
        <Button className={styles.more} busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {pages?.length === 1 ? `View all ${numberText(total ?? 0)} comments` : 'Load more comments'}
        </Button>
      )}
    </section>
  )
}
