import { X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { postPath } from '../../../contract/forum-path.ts'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ForumPost } from '../../../contract/http/forum.ts'
import { forumFailureOf } from '../../lib/messages/forum.ts'
import { toastEarlierPosted } from '../../lib/posted-draft.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { ForumDraft } from './forum-draft.ts'
import { PostFields } from './PostFields.tsx'
import styles from './PostForm.module.css'
import { useAddPost } from './queries.ts'

type PostFormProps = {
  topicId: number
  user: CurrentUser
  field: RefObject<HTMLTextAreaElement | null>
  draft: ForumDraft
  /** The posts on the page. */
  posts: readonly ForumPost[]
  onChange: (part: Partial<ForumDraft>) => void
  /** Called after a post was stored under the key of the draft. */
  onSent: (post: ForumPost) => void
}

/** Form of a reply. Its text stays in this browser until it is sent; then the page shows the new post. */
export function PostForm({ topicId, user, field, draft, posts, onChange, onSent }: PostFormProps) {
  const navigate = useNavigate()
  const { mutate, isPending, error, reset } = useAddPost(topicId)
  const [isSending, setSending] = useState(false)
  // A post may have been stored although the reply to the call was lost.
  const stored = posts.find(({ key }) => key === draft.key)
  const dropSent = (post: ForumPost) => {
    toastEarlierPosted(draft, post)
    onSent(post)
  }
  const dropFoundSent = useEffectEvent(dropSent)
  useEffect(() => {
    if (stored && !isSending) dropFoundSent(stored)
  }, [stored, isSending])
  const send = () => {
    if (!draft.text.trim() || isPending) return
    setSending(true)
    mutate(draft, {
      onSuccess: async ({ post }) => {
        dropSent(post)
        await navigate(postPath(topicId, post.number))
      },
      onSettled: () => setSending(false),
    })
  }
  return (
    <form
      aria-label="Reply"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {draft.quote && (
        <p className={styles.quoting}>
          <span>{`quoting ${draft.quote.nickname}, #${draft.quote.number}`}</span>
          <button
            type="button"
            aria-label={`Don’t quote ${draft.quote.nickname}`}
            onClick={() => onChange({ quote: null })}
          >
            <Icon of={X} size={16} />
          </button>
        </p>
      )}
      <PostFields
        label="Your reply"
        rows={4}
        user={user}
        field={field}
        draft={draft}
        isSending={isPending}
        failure={error ? forumFailureOf(error) : undefined}
        onChange={(part) => {
          reset()
          onChange(part)
        }}
        onSend={send}
      />
    </form>
  )
}
