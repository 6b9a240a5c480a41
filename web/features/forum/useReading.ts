import { useEffect, useEffectEvent } from 'react'
import type { ForumTopic, TopicPage } from '../../../contract/http/forum.ts'
import { useMarkTopicRead } from './queries.ts'

/**
 * The number up to which a reader of the page has read the topic. The last page counts to the end of the topic: if its
 * last posts are behind a block, the topic would stay unread otherwise.
 */
export const readUpToOf = ({ topic, items, page, pages }: TopicPage): number | undefined =>
  page >= pages ? topic.posts : items.at(-1)?.number

/** Marks the posts of a topic as read, up to the last one of the page, once the page is in sight. */
export function useReading({ id, readUpTo }: ForumTopic, last: number | undefined): void {
  const { mutate } = useMarkTopicRead(id)
  const mark = useEffectEvent(() => {
    if (last !== undefined && last > (readUpTo ?? 0) && document.visibilityState === 'visible') mutate(last)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page
  useEffect(() => {
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, last])
}
