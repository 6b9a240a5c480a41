import { CornerDownRight } from 'lucide-react'
import { useState } from 'react'
import type { CommentItem } from '../../../contract/http/comments.ts'
import { splitMentions } from '../../lib/mentions.ts'
import { useUser } from '../../lib/session.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { CommentEdit } from './CommentEdit.tsx'
import { CommentMenu } from './CommentMenu.tsx'
import styles from './CommentRow.module.css'
import type { CommentTarget } from './queries.ts'

type CommentRowProps = {
  comment: CommentItem
  target: CommentTarget
  onReply: (comment: CommentItem) => void
  /** Scrolls to the comment that this one replies to. */
  onJump: (commentId: number) => void
}

/** A comment; pale until the server has confirmed it. */
export function CommentRow({ comment, target, onReply, onJump }: CommentRowProps) {
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const { id, userId, nickname, replyTo } = comment
  return (
    <article
      id={id ? `comment-${id}` : undefined}
      tabIndex={-1}
      className={styles.comment}
      data-pending={id === 0 || undefined}
    >
      <AvatarLink userId={userId} nickname={nickname} avatar={comment.avatar} />
      <div className={styles.byline}>
        <Link to={`/user/${userId}`} className={styles.nickname}>
          {nickname}
        </Link>
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
            <span>replying to {replyTo.nickname}</span>
          </button>
        )}
        {editing ? (
          <CommentEdit comment={comment} target={target} onClose={() => setEditing(false)} />
        ) : (
          <CommentText comment={comment} />
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

function CommentText({ comment }: { comment: CommentItem }) {
  return (
    <p className={styles.text}>
      {splitMentions(comment.comment, comment.mentions).map(({ at, text, userId }) =>
        userId === undefined ? (
          text
        ) : (
          <Link key={at} to={`/user/${userId}`} className={styles.mention}>
            {text}
          </Link>
        ),
      )}
    </p>
  )
}
