import { Eye, Lock, type LucideIcon, Pin } from 'lucide-react'
import { postPath, topicPath } from '../../../contract/forum-path.ts'
import type { ForumCategory, TopicItem } from '../../../contract/http/forum.ts'
import { countText } from '../../lib/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import styles from './TopicRow.module.css'

type TopicRowProps = { topic: TopicItem; category: ForumCategory | undefined; isMember: boolean }

/** A topic in a list. Its title leads to the first post that the member has not read. */
export function TopicRow({ topic, category, isMember }: TopicRowProps) {
  const { id, title, posts, readUpTo, latest } = topic
  const unread = isMember && readUpTo !== null ? Math.max(0, posts - readUpTo) : 0
  const path = unread > 0 && readUpTo ? postPath(id, readUpTo + 1) : topicPath(id)
  return (
    <li className={styles.topic} data-unread={unread > 0 || undefined}>
      <div className={styles.main}>
        <Link to={path} className={styles.title}>
          {title} <Badge count={unread} label="unread" />
        </Link>
        <p className={styles.facts}>
          {category && <Link to={`/forum/${category.slug}`}>{category.name}</Link>}
          {topic.pinned && <Fact icon={Pin}>Pinned</Fact>}
          {topic.state === 'locked' && <Fact icon={Lock}>Locked</Fact>}
          {topic.watched && <Fact icon={Eye}>Watched</Fact>}
        </p>
      </div>
      <p className={styles.replies}>{countText(posts - 1, 'reply', 'replies')}</p>
      <p className={styles.latest}>
        {latest && <MemberLink id={latest.id} nickname={latest.nickname} className={styles.nickname} />}
        <RelativeTime time={topic.date} />
      </p>
    </li>
  )
}

function Fact({ icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <span className={styles.fact}>
      <Icon of={icon} size={16} />
      {children}
    </span>
  )
}
