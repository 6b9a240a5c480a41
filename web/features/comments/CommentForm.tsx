import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { COMMENT_MAX } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { sketchMessages } from '../../lib/messages/sketch.ts'
import { isChangedSince, toastEarlierPosted } from '../../lib/posted-draft.ts'
import { signInPath, useUser } from '../../lib/session.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { CommentField } from './CommentField.tsx'
import styles from './CommentForm.module.css'
import { beginSending, finishSending, restoreChanged, restoreUnsent, setReplyTo } from './comment-draft.ts'
import { type CommentTarget, usePostComment } from './queries.ts'
import type { DraftState } from './useCommentDraft.ts'

/** Length from which the field shows its counter. */
const COUNTER_FROM = COMMENT_MAX - 200

type CommentFormProps = {
  target: CommentTarget
  draft: DraftState
  field: RefObject<HTMLTextAreaElement | null>
  /** Leads to a posted answer, which is below its question, unless the member is already writing more. */
  onAnswered: (commentId: number) => void
}

/**
 * Form for a comment. The draft stays in this browser until the comment is posted [1 §5]; its key makes a repeated post
 * a no-op.
 */
export function CommentForm({ target, draft: [draft, change], field, onAnswered }: CommentFormProps) {
  const user = useUser()
  const postComment = usePostComment(target)
  const [failure, setFailure] = useState<string>()
  if (user === undefined) return <div className={styles.form} />
  if (user === null) {
    return (
      <p className={styles.visitor}>
        <ButtonLink href={signInPath()}>Log in to comment</ButtonLink>
      </p>
    )
  }
  const post = async () => {
    const { sending } = beginSending(draft)
    if (!sending?.text || draft.sending) return
    change(beginSending)
    setFailure(undefined)
    try {
      const { id, comment: text } = await postComment.mutateAsync({ user, sending })
      if (isChangedSince(sending, { text })) {
        change(restoreChanged)
        return toastEarlierPosted(sending, { text })
      }
      change(finishSending)
      if (sending.replyTo && !field.current?.value) onAnswered(id)
    } catch (error) {
      change(restoreUnsent)
      const isRefused = error instanceof CallError && error.status > 0 && error.status < 500
      setFailure(isRefused ? messageOf(error) : sketchMessages.commentFailed)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void post()
  }
  const postByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void post()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {draft.replyTo && (
        <p className={styles.replying}>
          <span>Replying to {draft.replyTo.nickname}</span>
          <button
            type="button"
            aria-label={`Don’t reply to ${draft.replyTo.nickname}`}
            onClick={() => change((before) => setReplyTo(before))}
          >
            <Icon of={X} size={16} />
          </button>
        </p>
      )}
      <span className={styles.avatar}>
        <AvatarLink userId={user.id} nickname={user.nickname} avatar={user.avatar} />
      </span>
      <CommentField
        rows={1}
        label="Your comment"
        hideLabel
        placeholder="Say something kind or useful"
        field={field}
        value={draft.text}
        maxLength={draft.text.length >= COUNTER_FROM ? COMMENT_MAX : undefined}
        error={failure}
        onValueChange={(text) => change((before) => ({ ...before, text }))}
        onKeyDown={postByKey}
      />
      <Button type="submit" unavailable={!draft.text.trim()} busy={draft.sending !== null}>
        Post
      </Button>
    </form>
  )
}
