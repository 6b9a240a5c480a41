import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Comment } from '../../../contract/http/comment.ts'
import { imageSrcSet } from '../../../contract/image-sizes.ts'
import { messageOf, messages } from '../../lib/messages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import styles from './CommentRow.module.css'
import { deleteComment, type Target } from './queries.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog }))

/** One comment; pale until the server has it. */
export function CommentRow({ comment, target }: { comment: Comment; target: Target }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  return (
    <article className={styles.comment} data-pending={comment.id === 0 || undefined}>
      <Avatar
        src={comment.avatar && `${comment.avatar}/50`}
        srcSet={comment.avatar ? imageSrcSet(comment.avatar, 50) : undefined}
        name={comment.nickname}
      />
      <div className={styles.who}>
        <span className={styles.nickname}>{comment.nickname}</span>
        <RelativeTime time={comment.date} />
        {comment.canDelete && (
          <IconButton
            icon={Trash2}
            iconSize={16}
            aria-label={`Delete comment by ${comment.nickname}`}
            className={styles.delete}
            onClick={() => setAsking(true)}
          />
        )}
      </div>
      <p className={styles.text}>{comment.comment}</p>
      <Suspense>
        {asking && (
          <ConfirmDialog
            isOpen
            danger
            onClose={() => setAsking(false)}
            title="Delete this comment?"
            confirmLabel="Delete"
            onConfirm={() => deleteComment(client, target, comment.id)}
            messageOf={(error) => messages.deleteCommentFailed(messageOf(error))}
          >
            It is gone for everyone. This cannot be undone.
          </ConfirmDialog>
        )}
      </Suspense>
    </article>
  )
}
