import { CornerDownRight } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CommentItem } from '../../../contract/http/comments.ts'
import { useUser } from '../../lib/session.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { CommentEdit } from './CommentEdit.tsx'
import { CommentMenu } from './CommentMenu.tsx'
import styles from './CommentRow.module.css'
import type { CommentTarget } from './queries.ts'

export type CommentRowProps = {
  comment: CommentItem
  /** The reader was led to this comment. */
  isMarked: boolean
  target: CommentTarget
  onReply: (comment: CommentItem) => void
  /** Scrolls to the comment that this one replies to. */
  onJump: (commentId: number) => void
}

/** A comment; pale until the server has confirmed it. */
export function CommentRow({ comment, isMarked, target, onReply, onJump }: CommentRowProps) {
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const row = useRef<HTMLElement>(null)
  const endEditing = () => {
    setEditing(false)
    // The field that had the focus goes.
    row.current?.focus({ preventScroll: true })
  }
  const { id, userId, nickname, replyTo } = comment
  return (
    <article
      ref={row}
      id={id ? `comment-${id}` : undefined}
      tabIndex={-1}
      className={styles.comment}
      data-pending={id === 0 || undefined}
      aria-current={isMarked || undefined}
    >
      <AvatarLink userId={userId} nickname={nickname} avatar={comment.avatar} />
      <div className={styles.byline}>
        <MemberLink id={userId} nickname={nickname} className={styles.nickname} />
        <RelativeTime time={comment.date} />
        {comment.edited && <span className={styles.edited}>edited</span>}
        {user && id !== 0 && (
          <CommentMenu comment={comment} target={target} user={user} onEdit={() => setEditing(true)} />
        )}
      </div>
      <div className={styles.body}>
        {replyTo && (
          <button type="button" className={styles.replying} onClick={() => onJump(replyTo.id)}>
            <Icon of={CornerDownRight} size={16} />
            <span>Replying to {replyTo.nickname}</span>
          </button>
        )}
        {editing ? (
          <CommentEdit comment={comment} target={target} onClose={endEditing} />
        ) : (
          <UserText mentions={comment.mentions}>{comment.comment}</UserText>
        )}
        {user && id !== 0 && !editing && (
          <button
            type="button"
            className={styles.reply}
            aria-label={`Reply to ${nickname}`}
            onClick={() => onReply(comment)}
          >
            Reply
          </button>
        )}
      </div>
    </article>
  )
}
