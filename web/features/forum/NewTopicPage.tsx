import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { topicPath } from '../../../contract/forum-path.ts'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ForumCategory } from '../../../contract/http/forum.ts'
import { TOPIC_TITLE_MAX } from '../../../contract/limits.ts'
import { forumFailureOf } from '../../lib/messages/forum.ts'
import { messages } from '../../lib/messages/general.ts'
import { isChangedSince, toastEarlierPosted, withoutPosted } from '../../lib/posted-draft.ts'
import { useUser } from '../../lib/session.ts'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { Select } from '../../ui/Select.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { emptyDraft, useForumDraft } from './forum-draft.ts'
import { PostFields } from './PostFields.tsx'
import styles from './PostForm.module.css'
import { topicsQuery, useBeginTopic } from './queries.ts'

const TITLE = 'New topic'

/** Form of a new topic. Its texts stay in this browser until it is posted. */
export function NewTopicPage() {
  const user = useUser()
  const { data, isError, refetch } = useInfiniteQuery(topicsQuery({ category: undefined, show: 'latest' }))
  return (
    <Page title={TITLE} gap={16} width={768}>
      <p>
        <Link to="/forum">Forum</Link>
      </p>
      <h1>{TITLE}</h1>
      <RequireLogin level={2}>
        {isError && <LoadFailure onRetry={() => void refetch()}>{messages.pageFailed}</LoadFailure>}
        {!data && !isError && <PageSpinner />}
        {user && data && <TopicForm user={user} categories={data.pages[0]?.categories ?? []} />}
      </RequireLogin>
    </Page>
  )
}

function TopicForm({ user, categories }: { user: CurrentUser; categories: readonly ForumCategory[] }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [draft, change] = useForumDraft(user.id, 'new topic')
  const [problem, setProblem] = useState<{ category?: string; title?: string; text?: string }>({})
  const { mutateAsync, isPending } = useBeginTopic()
  const field = useRef<HTMLTextAreaElement>(null)
  const open = categories.filter(({ closed, staffOnly }) => user.gloperator || !(closed || staffOnly))
  const asked = open.find(({ slug }) => slug === params.get('category'))?.id
  const category = open.find(({ id }) => id === (draft.category ?? asked))
  const send = async () => {
    if (!draft.text.trim() || isPending) return
    if (!category) return setProblem({ category: 'Choose a category.' })
    if (!draft.title.trim()) return setProblem({ title: 'Give your topic a title.' })
    setProblem({})
    try {
      change((before) => ({ ...before, tried: true }))
      const { id, stored } = await mutateAsync({ category: category.id, draft })
      change((before) => (stored ? withoutPosted(before, stored, emptyDraft) : emptyDraft()))
      if (stored && isChangedSince(draft, stored)) return toastEarlierPosted(draft, stored)
      await navigate(topicPath(id), { replace: true })
    } catch (error) {
      setProblem({ text: forumFailureOf(error) })
    }
  }
  return (
    <form
      aria-label={TITLE}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Select
        label="Category"
        options={open.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={category ? String(category.id) : null}
        error={problem.category}
        hint={category?.description}
        onChange={(id) => change((before) => ({ ...before, category: Number(id) }))}
      />
      <TextField
        label="Title"
        value={draft.title}
        maxLength={TOPIC_TITLE_MAX}
        readOnly={isPending}
        error={problem.title}
        onChange={({ target }) => change((before) => ({ ...before, title: target.value }))}
      />
      <PostFields
        label="Text"
        rows={8}
        user={user}
        field={field}
        draft={draft}
        isSending={isPending}
        failure={problem.text}
        onChange={(part) => change((before) => ({ ...before, ...part }))}
        onSend={() => void send()}
      />
    </form>
  )
}
