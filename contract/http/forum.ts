import * as z from 'zod/mini'
import {
  CATEGORY_DESCRIPTION_MAX,
  CATEGORY_NAME_MAX,
  FORUM_CATEGORIES_MAX,
  FORUM_POST_MAX,
  REPORT_DETAILS_MAX,
  SEARCH_QUERY_MAX,
  STAFF_REASON_MAX,
  TOPIC_TITLE_MAX,
} from '../limits.ts'
import { hasVisibleText } from '../text.ts'
import { wireTime } from '../time.ts'
import { callKey, cursorParams, id, idText, line, listOf, noSort, text } from './common.ts'
import { shownMention } from './mentions.ts'
import { messageSketch } from './messages.ts'
import { ruleAndReason } from './rules.ts'
import { person } from './users.ts'

/** Slugs that other pages of the forum use. */
const RESERVED_SLUGS = ['topic', 'new', 'search', 'categories']

/** The slug of a category, whose page is `/forum/{slug}`. */
export const categorySlug = z.string().check(
  z.regex(/^[a-z][a-z0-9-]{1,31}$/),
  z.refine((slug) => !RESERVED_SLUGS.includes(slug)),
)

/** A category. `staffOnly`: only staff can begin topics. `closed`: members can read, but not write. */
export const forumCategory = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  staffOnly: z.boolean(),
  closed: z.boolean(),
})
export type ForumCategory = z.infer<typeof forumCategory>

const topicState = z.enum(['open', 'locked', 'removed'])

/** A topic in a list. */
export const topicItem = z.object({
  id,
  title: z.string(),
  categoryId: id,
  state: topicState,
  pinned: z.boolean(),
  /** The number of the latest post. */
  posts: z.int(),
  /** Author of the latest post; null across a block. */
  latest: z.nullable(person),
  date: wireTime,
  watched: z.boolean(),
  /** The number of the last post that the viewer has read; null if they never opened the topic. */
  readUpTo: z.nullable(z.int()),
})
export type TopicItem = z.infer<typeof topicItem>

/**
 * Selection of topics, ordered by their latest posts, newest first. `latest`: all topics, in a category with pinned
 * topics first. `own`: topics begun by the viewer.
 */
export const topicOrder = z.enum(['latest', 'watched', 'own'])
export type TopicOrder = z.infer<typeof topicOrder>

export const topicsParams = z.extend(cursorParams, {
  category: z.optional(categorySlug),
  show: z._default(topicOrder, 'latest'),
})

/** A page of topics, with all categories in their order. */
export const topicList = z.extend(listOf(topicItem), { categories: z.array(forumCategory) })
export type TopicList = z.infer<typeof topicList>

/** The beginning of a quoted post. */
const quote = z.object({ number: id, nickname: z.string(), text: z.string() })

export const forumPost = z.object({
  id,
  /** Position within the topic, from 1. It never changes. */
  number: id,
  user: person,
  date: wireTime,
  /** Empty for a deleted post. */
  text: z.string(),
  mentions: z.array(shownMention),
  sketch: z.nullable(messageSketch),
  /** Null without a quote, or if the quoted post is deleted or behind a block. */
  quote: z.nullable(quote),
  edited: z.boolean(),
  deleted: z.nullable(z.enum(['author', 'staff'])),
  canDelete: z.boolean(),
  /** The idempotency key, for the author only; empty for others. */
  key: z.string(),
})
export type ForumPost = z.infer<typeof forumPost>

export const forumTopic = z.object({
  id,
  title: z.string(),
  category: forumCategory,
  user: person,
  date: wireTime,
  state: topicState,
  pinned: z.boolean(),
  posts: z.int(),
  watched: z.boolean(),
  readUpTo: z.nullable(z.int()),
})
export type ForumTopic = z.infer<typeof forumTopic>

/** A page of a topic: the posts with fifty consecutive numbers, oldest first, without posts behind a block. */
export const topicPage = z.object({
  topic: forumTopic,
  items: z.array(forumPost),
  page: z.int(),
  pages: z.int(),
})
export type TopicPage = z.infer<typeof topicPage>
export const topicPageParams = z.object({ page: z.optional(idText) })

/** A post that matches a search. `excerpt` is the beginning of its text. */
export const foundPost = z.object({
  id,
  topicId: id,
  number: id,
  title: z.string(),
  excerpt: z.string(),
  date: wireTime,
})
export const foundPosts = listOf(foundPost)
export type FoundPosts = z.infer<typeof foundPosts>
export const forumSearchParams = z.extend(cursorParams, { ...noSort, query: line(SEARCH_QUERY_MAX) })

const postText = z.pipe(text(FORUM_POST_MAX), z.string().check(z.refine(hasVisibleText)))
const topicTitle = z.pipe(line(TOPIC_TITLE_MAX), z.string().check(z.refine(hasVisibleText)))
const content = {
  text: postText,
  /** A sketch of the author. */
  sketch: z.optional(z.nullable(id)),
  key: callKey,
}

export const newTopicBody = z.strictObject({ category: id, title: topicTitle, ...content })
export const newTopicReply = z.object({ id })

/** `quote` is the number of a post of the same topic. */
export const newPostBody = z.strictObject({ topic: id, quote: z.optional(z.nullable(id)), ...content })
export const editPostBody = z.strictObject({ id, text: postText })
export const postReply = z.object({ post: forumPost })

const reason = z.pipe(line(STAFF_REASON_MAX), z.string().check(z.minLength(1)))

/** Deletes a post. Staff give a rule and a reason when they delete the post of another member. */
export const deletePostBody = z.strictObject({ id, ...ruleAndReason })

export const reportPostBody = z.strictObject({ id, details: z._default(text(REPORT_DETAILS_MAX), '') })

/** Marks the posts up to the number `upTo` as read. */
export const readTopicBody = z.strictObject({ topic: id, upTo: id })
export const watchTopicBody = z.strictObject({ topic: id, on: z.boolean() })

const moderation = { topic: id, ...ruleAndReason }
export const moderateTopicBody = z.discriminatedUnion('action', [
  z.strictObject({ ...moderation, action: z.enum(['lock', 'unlock', 'pin', 'unpin', 'remove', 'restore']) }),
  z.strictObject({ ...moderation, action: z.literal('move'), category: id }),
  z.strictObject({ ...moderation, action: z.literal('rename'), title: topicTitle }),
])
export type TopicModeration = z.input<typeof moderateTopicBody>
type WithoutReason<Body> = Body extends unknown ? Omit<Body, 'rule' | 'reason'> : never
export type TopicAct = WithoutReason<TopicModeration>

const categoryFields = {
  name: z.pipe(line(CATEGORY_NAME_MAX), z.string().check(z.refine(hasVisibleText))),
  description: line(CATEGORY_DESCRIPTION_MAX),
  staffOnly: z.boolean(),
  closed: z.boolean(),
}
/** Without an id, adds a category. The address cannot be changed. */
export const categoryBody = z.union([
  z.strictObject({ id, ...categoryFields, reason }),
  z.strictObject({ slug: categorySlug, ...categoryFields, reason }),
])
export type CategoryBody = z.infer<typeof categoryBody>
/** All categories in their new order. */
export const categoryOrderBody = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(FORUM_CATEGORIES_MAX)),
})
