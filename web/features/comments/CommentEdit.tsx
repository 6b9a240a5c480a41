import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CommentItem } from '../../../contract/http/comments.ts'
import { COMMENT_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './CommentEdit.module.css'
import { CommentField } from './CommentField.tsx'
import { type CommentTarget, useEditComment } from './queries.ts'

type CommentEditProps = { comment: CommentItem; target: CommentTarget; onClose: () => void }

/** Edits the member's own comment in place; Escape cancels until the text has changed. */
export function CommentEdit({ comment, target, onClose }: CommentEditProps) {
  const edit = useEditComment(target, comment.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(comment.comment)
  useEffect(() => {
    const { length } = field.current?.value ?? ''
    field.current?.focus()
    field.current?.setSelectionRange(length, length)
  }, [])
  const save = () => {
    const changed = text.trim()
    if (!changed || edit.isPending) return
    if (changed === comment.comment) onClose()
    else edit.mutate(changed, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text === comment.comment) onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <CommentField
        rows={1}
        label="Edit your comment"
        hideLabel
        field={field}
        value={text}
        onValueChange={setText}
        maxLength={COMMENT_MAX}
        error={edit.error ? messageOf(edit.error) : undefined}
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
