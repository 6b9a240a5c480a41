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
  const draft = useDraft(target)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  useForgetPosted(target, draft)
  if (user === undefined) return <div className={styles.form} />
  if (user === null) {
    return (
      <p className={styles.visitor}>
        <ButtonLink href={signInAddress()}>Log in to comment</ButtonLink>
      </p>
    )
  }
  const post = async () => {
    const text = draft.text.trim()
    if (!text || sending) return
    setSending(true)
    setFailure(undefined)
    draft.hide()
    try {
      await postComment(client, target, user, draft.key, text)
      draft.forget()
    } catch (error) {
      draft.show()
      setFailure(
        error instanceof CallError && error.status > 0 && error.status < 500
          ? messageOf(error)
          : messages.commentFailed,
      )
    } finally {
      setSending(false)
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
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={keys}
      />
      <Button type="submit" disabled={!draft.text.trim()} busy={sending}>
        Post
      </Button>
    </form>
  )
}

/** The text being written and its key; while it is on its way the field is empty, and it comes back when that fails. */
function useDraft({ type, which }: Target) {
  const name = `comment-draft ${type} ${which}`
  const [kept, setKept] = useState(() => parseDraft(readStored(name)))
  const [hidden, setHidden] = useState(false)
  const keep = (text: string, key: string) => {
    setKept({ text, key })
    writeStored(name, text && JSON.stringify({ text, key }))
  }
  return {
    text: hidden ? '' : kept.text,
    key: kept.key,
    type: (text: string) => keep(text, kept.key),
    hide: () => setHidden(true),
    show: () => setHidden(false),
    forget: () => {
      keep('', crypto.randomUUID())
      setHidden(false)
    },
  }
}

/** A draft whose comment stands already, because only the answer was lost, is done. */
function useForgetPosted(target: Target, draft: ReturnType<typeof useDraft>): void {
  const { data } = useInfiniteQuery(commentsQuery(target))
  const stands = data?.pages.some((page) => page.items.some(({ id, key }) => id !== 0 && key === draft.key)) ?? false
  const { forget } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its standing is a reason
  useEffect(() => {
    if (stands) forget()
  }, [stands])
}

function parseDraft(stored: string | null): { text: string; key: string } {
  try {
    const { text, key } = JSON.parse(stored ?? '')
    if (typeof text === 'string' && typeof key === 'string') return { text, key }
  } catch {
    // Nothing was kept.
  }
  return { text: '', key: crypto.randomUUID() }
}
