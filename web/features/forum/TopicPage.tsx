import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { pageOfPost, postPath } from '../../../contract/forum-path.ts'
import { idText } from '../../../contract/http/common.ts'
import type { ForumPost, ForumTopic } from '../../../contract/http/forum.ts'
import { countText, dateText } from '../../lib/format.ts'
import { forumMessages } from '../../lib/messages/forum.ts'
import { withoutPosted } from '../../lib/posted-draft.ts'
import { signInPath, useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { Page } from '../../ui/Page.tsx'
import { emptyDraft, useForumDraft } from './forum-draft.ts'
import { PageLinks } from './PageLinks.tsx'
import { PostForm } from './PostForm.tsx'
import { PostItem } from './PostItem.tsx'
import { topicPageQuery } from './queries.ts'
import styles from './TopicPage.module.css'
import { readUpToOf, useReading } from './useReading.ts'
import { useScrollToPost } from './useScrollToPost.ts'
import { WatchButton } from './WatchButton.tsx'

const TopicMenu = lazyComponent(() => import('./TopicMenu.tsx'), 'TopicMenu')

function topicAt(params: unknown, search: URLSearchParams): { id: number; page: number } {
  const parsed = z.object({ id: idText }).safeParse(params)
  if (!parsed.success) throw new Response(null, { status: 404 })
  const page = idText.safeParse(search.get('page') ?? '1')
  return { id: parsed.data.id, page: page.success ? page.data : 1 }
}

export const loadTopic =
  (client: QueryClient) =>
  ({ params, request }: LoaderFunctionArgs) => {
    const { id, page } = topicAt(params, new URL(request.url).searchParams)
    return client.ensureQueryData(topicPageQuery(id, page))
  }

/** A topic of the forum, fifty posts a page. */
export function TopicPage() {
  const { id, page } = topicAt(useParams(), useSearchParams()[0])
  const { data } = useSuspenseQuery(topicPageQuery(id, page))
  const { topic, items, pages } = data
  const user = useUser()
  const [draft, change] = useForumDraft(user?.id ?? 0, `topic ${id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const marked = useScrollToPost(items)
  useReading(topic, user ? readUpToOf(data) : undefined)
  const mayReply = topic.state !== 'removed' && (user?.gloperator || (topic.state === 'open' && !topic.category.closed))
  const quote = ({ number, user: { nickname } }: ForumPost) => {
    change((before) => ({ ...before, quote: { number, nickname } }))
    field.current?.focus()
  }
  return (
    <Page title={`${topic.title}, forum`} gap={16} className={styles.page}>
      <TopicHead topic={topic} page={page} />
      {topic.state === 'removed' && <p className={styles.note}>{forumMessages.removed}</p>}
      <PageLinks topicId={id} page={page} pages={pages} />
      <div className={styles.posts}>
        {items.map((post) => (
          <PostItem
            key={post.id}
            post={post}
            topicId={id}
            isMarked={post.number === marked}
            onQuote={user && mayReply ? quote : undefined}
          />
        ))}
        {items.length === 0 && <EmptyState>{forumMessages.hiddenPost}</EmptyState>}
      </div>
      <PageLinks topicId={id} page={page} pages={pages} />
      {topic.state === 'locked' && <p className={styles.note}>{forumMessages.locked}</p>}
      {topic.category.closed && <p className={styles.note}>{forumMessages.closed}</p>}
      {user && mayReply && (
        <PostForm
          topicId={id}
          user={user}
          field={field}
          draft={draft}
          onChange={(part) => change((before) => ({ ...before, ...part }))}
          onSent={(post) => change((before) => withoutPosted(before, post, emptyDraft))}
          posts={items}
        />
      )}
      {user === null && mayReply && (
        <p className={styles.note}>
          <ButtonLink href={signInPath()}>Log in to reply</ButtonLink>
        </p>
      )}
    </Page>
  )
}

function TopicHead({ topic, page }: { topic: ForumTopic; page: number }) {
  const user = useUser()
  const { id, title, category, posts, readUpTo } = topic
  const firstUnread = readUpTo !== null && readUpTo > 0 && readUpTo < posts ? readUpTo + 1 : null
  return (
    <header className={styles.head}>
      <p className={styles.path}>
        <Link to="/forum">Forum</Link>, <Link to={`/forum/${category.slug}`}>{category.name}</Link>
      </p>
      <h1>{title}</h1>
      <p className={styles.facts}>
        Started {dateText(topic.date)} by <MemberLink id={topic.user.id} nickname={topic.user.nickname} />.{' '}
        {countText(posts - 1, 'reply', 'replies')}
        {topic.pinned && ', pinned'}
        {topic.state === 'locked' && ', locked'}.
      </p>
      {user && (
        <div className={styles.actions}>
          {firstUnread !== null && (
            <ButtonLink to={postPath(id, firstUnread)} preventScrollReset={pageOfPost(firstUnread) === page}>
              Jump to first unread
            </ButtonLink>
          )}
          <WatchButton topic={topic} />
          {user.gloperator && <TopicMenu topic={topic} />}
        </div>
      )}
    </header>
  )
}
