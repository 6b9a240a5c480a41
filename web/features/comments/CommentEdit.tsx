import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Comment } from '../../../contract/http/comments.ts'
import { COMMENT_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './CommentEdit.module.css'
import { CommentField } from './CommentField.tsx'
import { editComment, type Target } from './queries.ts'

type CommentEditProps = { comment: Comment; target: Target; onClose: () => void }

/** Changing one's own words, where they stand; Escape leaves them as they were. */
export function CommentEdit({ comment, target, onClose }: CommentEditProps) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(comment.comment)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const { length } = field.current?.value ?? ''
    field.current?.focus()
    field.current?.setSelectionRange(length, length)
  }, [])
  const save = async () => {
    if (!text.trim() || busy) return
    if (text.trim() === comment.comment) return onClose()
    setBusy(true)
    try {
      await editComment(client, target, comment.id, text.trim())
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <CommentField
        rows={1}
        label="Change your comment"
        hideLabel
        field={field}
        value={text}
        onText={setText}
        maxLength={COMMENT_MAX}
        error={failure}
        onKeyDown={keys}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" disabled={!text.trim()} busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
