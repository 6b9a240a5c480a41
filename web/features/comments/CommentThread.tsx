import { useState } from 'react'
import type { CommentItem } from '../../../contract/http/comments.ts'
import { numberText } from '../../lib/format.ts'
import { CommentRow, type CommentRowProps } from './CommentRow.tsx'
import styles from './CommentThread.module.css'
import type { Thread } from './threads.ts'

/** Number of latest answers that are shown at first. A single earlier answer is shown too. */
const ANSWERS_SHOWN = 3

type CommentThreadProps = Omit<CommentRowProps, 'comment' | 'isMarked'> & {
  thread: Thread
  /** Comment to which the reader was led. */
  marked: number | null
}

/** A comment with its answers below it; earlier answers of a long thread are folded. */
export function CommentThread({ thread: { head, answers }, marked, ...rowProps }: CommentThreadProps) {
  const [isOpen, setOpen] = useState(false)
  const folded = answers.length > ANSWERS_SHOWN + 1 ? answers.slice(0, -ANSWERS_SHOWN) : []
  const isUnfolded = isOpen || folded.some(({ id }) => id === marked)
  const shown = isUnfolded ? answers : answers.slice(folded.length)
  const row = (comment: CommentItem) => (
    <CommentRow
      key={comment.key || comment.id}
      comment={comment}
      isMarked={comment.id !== 0 && comment.id === marked}
      {...rowProps}
    />
  )
  return (
    <>
      {row(head)}
      {answers.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div role="group" aria-label={`Answers to ${head.nickname}`} className={styles.answers}>
          {folded.length > 0 && !isUnfolded && (
            <button type="button" className={styles.earlier} onClick={() => setOpen(true)}>
              {`Show ${numberText(folded.length)} earlier answers`}
            </button>
          )}
          {shown.map(row)}
        </div>
      )}
    </>
  )
}
