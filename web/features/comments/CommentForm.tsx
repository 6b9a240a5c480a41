import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { imageSrcSet } from '../../../contract/image-sizes.ts'
import { COMMENT_MAX } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { messageOf, messages } from '../../lib/messages.ts'
import { signInAddress, useUser } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/stored.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './CommentForm.module.css'
import { arrived, type Draft, failed, keptDraft, parseDraft, sent } from './draft.ts'
import { commentsQuery, postComment, type Target } from './queries.ts'

/** Shown from here on, where the limit comes into sight. */
const COUNTED_FROM = COMMENT_MAX - 200

/**
 * Writing a comment. The draft is kept per target in this browser until it is posted [1 §5], with the key that makes
 * a repeated post stand once.
 */
export function CommentForm({ target }: { target: Target }) {
  const user = useUser()
  const client = useQueryClient()
  const [draft, change] = useDraft(target)
  const [failure, setFailure] = useState<string>()
  useForgetPosted(target, draft, change)
  if (user === undefined) return <div className={styles.form} />
  if (user === null) {
    return (
      <p className={styles.visitor}>
        <ButtonLink href={signInAddress()}>Log in to comment</ButtonLink>
      </p>
    )
  }
  const post = async () => {
    const { key } = draft
    const text = draft.text.trim()
    if (!text || draft.sending) return
    change(sent)
    setFailure(undefined)
    try {
      await postComment(client, target, user, key, text)
      change(arrived)
    } catch (error) {
      change(failed)
      setFailure(
        error instanceof CallError && error.status > 0 && error.status < 500
          ? messageOf(error)
          : messages.commentFailed,
      )
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void post()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void post()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Avatar
        src={user.avatar && `${user.avatar}/50`}
        srcSet={user.avatar ? imageSrcSet(user.avatar, 50) : undefined}
        name={user.nickname}
      />
      <TextField
        multiline
        rows={1}
        label="Your comment"
        hideLabel
        placeholder="Say something kind or useful"
        value={draft.text}
        maxLength={draft.text.length >= COUNTED_FROM ? COMMENT_MAX : undefined}
        error={failure}
        onChange={(event) => change((before) => ({ ...before, text: event.target.value }))}
        onKeyDown={keys}
      />
      <Button type="submit" disabled={!draft.text.trim()} busy={draft.sending !== null}>
        Post
      </Button>
    </form>
  )
}

/** The draft of a target, kept in this browser with every change. */
function useDraft({ type, which }: Target) {
  const name = `comment-draft ${type} ${which}`
  const [draft, setDraft] = useState(() => parseDraft(readStored(name)))
  const change = (changed: (draft: Draft) => Draft) => setDraft(changed)
  useEffect(() => writeStored(name, keptDraft(draft)), [name, draft])
  return [draft, change] as const
}

/** A draft whose comment stands already, because only the answer was lost, is done. */
function useForgetPosted(target: Target, { key, sending }: Draft, change: (changed: () => Draft) => void): void {
  const { data } = useInfiniteQuery(commentsQuery(target))
  const stands = data?.pages.some((page) => page.items.some((comment) => comment.id !== 0 && comment.key === key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its standing is a reason
  useEffect(() => {
    if (stands && !sending) change(() => parseDraft(null))
  }, [stands])
}
