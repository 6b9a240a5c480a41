import { describe, expect, it } from 'vitest'
import type { TopicPage } from '../../../contract/http/forum.ts'
import { readUpToOf } from '../../../web/features/forum/useReading.ts'

/** A page with the posts of these numbers, of a topic with 120 posts. */
const pageOf = (page: number, numbers: number[]) =>
  ({ topic: { posts: 120 }, items: numbers.map((number) => ({ number })), page, pages: 3 }) as TopicPage

describe('reading a topic', () => {
  it('a page is read up to its last post', () => {
    expect(readUpToOf(pageOf(2, [98, 99]))).toBe(99)
  })

  it('the last page marks the topic as read to its end, even if its last post is behind a block', () => {
    expect(readUpToOf(pageOf(3, [118, 119]))).toBe(120)
    expect(readUpToOf(pageOf(3, []))).toBe(120)
  })
})
