import { POSTS_PAGE_SIZE } from './limits.ts'

/** Returns the page of a topic, from 1, on which the post with this number is. */
export const pageOfPost = (number: number): number => Math.max(1, Math.ceil(number / POSTS_PAGE_SIZE))

/** Returns the path of a page of a topic. */
export const topicPath = (topicId: number, page = 1): string =>
  `/forum/topic/${topicId}${page > 1 ? `?page=${page}` : ''}`

/** Returns the path to a post of a topic. It does not change when other posts are deleted. */
export const postPath = (topicId: number, number: number): string =>
  `${topicPath(topicId, pageOfPost(number))}#post-${number}`
