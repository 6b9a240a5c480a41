import { POSTS_PAGE_SIZE } from './limits.ts'

/** The page of a topic that has the post with this number; pages count from 1. */
export const pageOfPost = (number: number): number => Math.max(1, Math.ceil(number / POSTS_PAGE_SIZE))

/** The path of a page of a topic. */
export const topicPath = (topicId: number, page = 1): string =>
  `/forum/topic/${topicId}${page > 1 ? `?page=${page}` : ''}`

/** The path that leads to a post of a topic. It stays the same when posts are deleted. */
export const postPath = (topicId: number, number: number): string =>
  `${topicPath(topicId, pageOfPost(number))}#post-${number}`
