import { useEffect, useEffectEvent } from 'react'
import type { ForumTopic } from '../../../contract/http/forum.ts'
import { useMarkTopicRead } from './queries.ts'

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
