import { and, eq, gt } from 'drizzle-orm'
import { forumPosts, forumReaders, forumTopics } from '../../domain/forum/schema.ts'
import { rowsAfter } from '../../lib/keyset.ts'
import { type Section, section } from './section.ts'

const topics = section({
  name: 'forum-topics',
  references: ['forum_topics.user_id'],
  read: ({ db, userId, after: [createdAt = 0, id = 0], limit }) =>
    db
      .select({
        id: forumTopics.id,
        title: forumTopics.title,
        state: forumTopics.state,
        createdAt: forumTopics.createdAt,
      })
      .from(forumTopics)
      .where(
        and(eq(forumTopics.userId, userId), rowsAfter([forumTopics.createdAt, forumTopics.id], [createdAt, id], '>')),
      )
      .orderBy(forumTopics.createdAt, forumTopics.id)
      .limit(limit),
  at: ({ createdAt, id }) => [createdAt, id],
})

const posts = section({
  name: 'forum-posts',
  references: ['forum_posts.user_id'],
  read: ({ db, userId, after: [createdAt = 0, id = 0], limit }) =>
    db
      .select({
        id: forumPosts.id,
        topic: forumPosts.topicId,
        title: forumTopics.title,
        number: forumPosts.number,
        text: forumPosts.text,
        sketch: forumPosts.sketchId,
        quotes: forumPosts.quotedNumber,
        createdAt: forumPosts.createdAt,
        editedAt: forumPosts.editedAt,
        deletedAt: forumPosts.deletedAt,
      })
      .from(forumPosts)
      .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
      .where(and(eq(forumPosts.userId, userId), rowsAfter([forumPosts.createdAt, forumPosts.id], [createdAt, id], '>')))
      .orderBy(forumPosts.createdAt, forumPosts.id)
      .limit(limit),
  at: ({ createdAt, id }) => [createdAt, id],
})

/** Topics that the member has opened, with how far they read them. */
const reading = section({
  name: 'forum-topics-read',
  references: ['forum_readers.user_id'],
  limit: 2000,
  read: ({ db, userId, after: [topic = 0], limit }) =>
    db
      .select({ topic: forumReaders.topicId, readUpTo: forumReaders.readNumber, watched: forumReaders.watched })
      .from(forumReaders)
      .where(and(eq(forumReaders.userId, userId), gt(forumReaders.topicId, topic)))
      .orderBy(forumReaders.topicId)
      .limit(limit),
  at: ({ topic }) => [topic],
})

export const FORUM_SECTIONS: readonly Section[] = [topics, posts, reading]
