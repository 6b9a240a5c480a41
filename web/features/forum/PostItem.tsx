import { Quote } from 'lucide-react'
import { useState } from 'react'
import { postPath } from '../../../contract/forum-path.ts'
import type { ForumPost } from '../../../contract/http/forum.ts'
import { forumMessages } from '../../lib/messages/forum.ts'
import { useUser } from '../../lib/session.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AttachedSketch } from '../messages/AttachedSketch.tsx'
import styles from './PostItem.module.css'

const PostEdit = lazyComponent(() => import('./PostEdit.tsx'), 'PostEdit')
const PostMenu = lazyComponent(() => import('./PostMenu.tsx'), 'PostMenu')

type PostItemProps = {
  post: ForumPost
  topicId: number
  /** True for the post that the address names. */
  isMarked: boolean
  onQuote: ((post: ForumPost) => void) | undefined
}

/** A post of a topic, or a placeholder line for a deleted post. */
export function PostItem({ post, topicId, isMarked, onQuote }: PostItemProps) {
  const user = useUser()
  const [isEditing, setEditing] = useState(false)
  const { number, user: author, quote, deleted } = post
  const place = { id: `post-${number}`, tabIndex: -1, 'aria-current': isMarked || undefined } as const
  if (deleted) {
    return (
      <article {...place} className={styles.deleted}>
        <p>{forumMessages.deleted[deleted]}</p>
        <PostNumber topicId={topicId} number={number} />
      </article>
    )
  }
  return (
    <article {...place} className={styles.post}>
      <AvatarLink userId={author.id} nickname={author.nickname} avatar={author.avatar} />
      <div className={styles.byline}>
        <MemberLink id={author.id} nickname={author.nickname} className={styles.nickname} />
        <RelativeTime time={post.date} />
        {post.edited && <span className={styles.edited}>edited</span>}
        <PostNumber topicId={topicId} number={number} />
      </div>
      <div className={styles.body}>
        {quote && (
          <blockquote className={styles.quote}>
            <Link to={postPath(topicId, quote.number)} className={styles.quoted}>
              {`${quote.nickname} in #${quote.number}`}
            </Link>
            <UserText>{quote.text}</UserText>
          </blockquote>
        )}
        {isEditing ? (
          <PostEdit post={post} onClose={() => setEditing(false)} />
        ) : (
          <UserText mentions={post.mentions}>{post.text}</UserText>
        )}
        {post.sketch && <AttachedSketch sketch={post.sketch} />}
        {user && !isEditing && (
          <div className={styles.actions}>
            {onQuote && (
              <button
                type="button"
                className={styles.action}
                aria-label={`Quote ${author.nickname}, post ${number}`}
                onClick={() => onQuote(post)}
              >
                <Icon of={Quote} size={16} />
                Quote
              </button>
            )}
            <PostMenu post={post} user={user} className={styles.more} onEdit={() => setEditing(true)} />
          </div>
        )}
      </div>
    </article>
  )
}

function PostNumber({ topicId, number }: { topicId: number; number: number }) {
  return (
    <Link to={postPath(topicId, number)} className={styles.number} aria-label={`Link to post ${number}`}>
      {`#${number}`}
    </Link>
  )
}
