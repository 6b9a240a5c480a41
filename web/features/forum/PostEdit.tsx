import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ForumPost } from '../../../contract/http/forum.ts'
import { FORUM_POST_MAX } from '../../../contract/limits.ts'
import { forumFailureOf } from '../../lib/messages/forum.ts'
import { Button } from '../../ui/Button.tsx'
import { CommentField } from '../comments/CommentField.tsx'
import styles from './PostForm.module.css'
import { useEditPost } from './queries.ts'

/** Edits the member's own post in place; Escape cancels until the text has changed. */
export function PostEdit({ post, onClose }: { post: ForumPost; onClose: () => void }) {
  const edit = useEditPost(post.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(post.text)
  useEffect(() => field.current?.focus(), [])
  const save = () => {
    const changed = text.trim()
    if (!changed || edit.isPending) return
    if (changed === post.text) onClose()
    else edit.mutate(changed, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text === post.text) onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <CommentField
        rows={4}
        label="Edit your post"
        hideLabel
        field={field}
        value={text}
        onValueChange={setText}
        maxLength={FORUM_POST_MAX}
        error={edit.error ? forumFailureOf(edit.error) : undefined}
        onKeyDown={keys}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" disabled={!text.trim()} busy={edit.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
