import { useEffect, useEffectEvent } from 'react'
import type { ForumTopic, TopicPage } from '../../../contract/http/forum.ts'
import { useImpersonation } from '../../lib/session.ts'
import { useMarkTopicRead } from './queries.ts'

/**
 * The number of the last post that a reader of this page has read. On the last page this is the last post of the topic,
 * even if a block hides it; otherwise the topic would remain unread.
 */
export const readUpToOf = ({ topic, items, page, pages }: TopicPage): number | undefined =>
  page >= pages ? topic.posts : items.at(-1)?.number

/** Marks the posts of a topic as read, up to the last one of the page, once the page is visible. */
export function useReading({ id, readUpTo }: ForumTopic, last: number | undefined): void {
  const { mutate } = useMarkTopicRead(id)
  // Posts that staff read while they act as a member stay unread for the member.
  const isOther = useImpersonation() !== null
  const mark = useEffectEvent(() => {
    if (!isOther && last !== undefined && last > (readUpTo ?? 0) && document.visibilityState === 'visible') mutate(last)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page
  useEffect(() => {
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, last])
}
