import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import { withoutMention } from '../../../contract/mentions.ts'
import { comments } from '../../domain/comments/schema.ts'
import { renewExcerpts } from '../../domain/forum/excerpts.ts'
import { forumPosts } from '../../domain/forum/schema.ts'
import { reindexPosts } from '../../domain/forum/search-index.ts'
import { messagePosts } from '../../domain/messages/schema.ts'
import { ROWS_AT_ONCE } from '../../domain/users/row-steps.ts'
import { users } from '../../domain/users/schema.ts'
import { batchEach, statement } from '../../lib/database.ts'
import { type EraseStep, remove } from './erase-step.ts'

/** Renames the member in comments of others, in the text and in its list of mentions. */
const renameInComments: EraseStep = {
  name: 'rename mentions',
  references: ['comment_mentions.user_id'],
  run: async ({ db, userIds, position }) => {
    const rows = await db
      .select({ id: comments.id, text: comments.text, mentions: comments.mentions })
      .from(comments)
      .where(sql`id IN (SELECT comment_id FROM comment_mentions WHERE ${isOneOf(userIds)} LIMIT ${ROWS_AT_ONCE})`)
    await batchEach(
      db,
      rows.map(({ id, ...comment }) =>
        // A trigger deletes the row of the mention with it. A text that was edited meanwhile is read again.
        db
          .update(comments)
          .set(withoutMention(comment, userIds, DELETED_MEMBER))
          .where(and(eq(comments.id, id), eq(comments.text, comment.text))),
      ),
    )
    return { done: rows.length === 0, position }
  },
}

/** Renames the member in posts of the forum, and in the excerpts of these in notifications. */
const renameInForum: EraseStep = {
  name: 'rename mentions in the forum',
  references: ['forum_mentions.user_id'],
  run: async ({ db, userIds, position }) => {
    const rows = await db
      .select({ id: forumPosts.id, text: forumPosts.text, mentions: forumPosts.mentions })
      .from(forumPosts)
      .where(sql`id IN (SELECT post_id FROM forum_mentions WHERE ${isOneOf(userIds)} LIMIT ${ROWS_AT_ONCE})`)
    await batchEach(
      db,
      rows.flatMap(({ id, ...post }) => [
        db
          .update(forumPosts)
          .set(withoutMention(post, userIds, DELETED_MEMBER))
          .where(and(eq(forumPosts.id, id), eq(forumPosts.text, post.text))),
        // A text that was edited meanwhile is read again.
        statement(db, sql`DELETE FROM forum_mentions WHERE post_id = ${id} AND ${isOneOf(userIds)} AND changes() > 0`),
        ...[...reindexPosts(sql`${id}`), renewExcerpts(id)].map((query) => statement(db, query)),
      ]),
    )
    return { done: rows.length === 0, position }
  },
}

function isOneOf(userIds: readonly number[]): SQL {
  return sql`user_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))`
}

/** Renames the member in the messages of others, and in the copies of the latest ones. */
const renameInMessages: EraseStep = {
  name: 'rename mentions in messages',
  references: ['message_mentions.user_id'],
  run: async ({ db, userIds, position }) => {
    const rows = await db
      .select({ id: messagePosts.id, text: messagePosts.text, mentions: messagePosts.mentions })
      .from(messagePosts)
      .where(sql`id IN (SELECT post_id FROM message_mentions WHERE ${isOneOf(userIds)} LIMIT ${ROWS_AT_ONCE})`)
    await batchEach(
      db,
      rows.flatMap(({ id, ...post }) => {
        const { text, mentions } = withoutMention(post, userIds, DELETED_MEMBER)
        return [
          db.update(messagePosts).set({ text, mentions }).where(eq(messagePosts.id, id)),
          statement(
            db,
            sql`UPDATE message_topics SET excerpt = substr(${text}, 1, 200) WHERE folder <> 'deleted'
              AND (thread_id, latest_number) = (SELECT thread_id, number FROM message_posts WHERE id = ${id})`,
          ),
          statement(db, sql`DELETE FROM message_mentions WHERE post_id = ${id} AND ${isOneOf(userIds)}`),
        ]
      }),
    )
    return { done: rows.length === 0, position }
  },
}

/** Renames the member in the texts of other profiles. */
const renameInProfiles: EraseStep = {
  name: 'rename mentions in profiles',
  references: ['profile_mentions.user_id'],
  run: async ({ db, userIds, position }) => {
    const rows = await db
      .select({ id: users.id, text: users.about, mentions: users.aboutMentions })
      .from(users)
      .where(sql`id IN (SELECT profile_id FROM profile_mentions WHERE ${isOneOf(userIds)} LIMIT ${ROWS_AT_ONCE})`)
    await batchEach(
      db,
      rows.flatMap(({ id, ...profile }) => {
        const { text, mentions } = withoutMention(
          { ...profile, mentions: profile.mentions ?? [] },
          userIds,
          DELETED_MEMBER,
        )
        return [
          db
            .update(users)
            .set({ about: text, aboutMentions: mentions })
            .where(and(eq(users.id, id), eq(users.about, profile.text))),
          // A text that was edited meanwhile is read again.
          statement(
            db,
            sql`DELETE FROM profile_mentions WHERE profile_id = ${id} AND ${isOneOf(userIds)} AND changes() > 0`,
          ),
        ]
      }),
    )
    return { done: rows.length === 0, position }
  },
}

/** Steps that replace the name of the member in texts that mention them. */
export const MENTION_STEPS: readonly EraseStep[] = [
  renameInComments,
  renameInForum,
  renameInMessages,
  remove('profile_mentions', 'profile_id'),
  renameInProfiles,
]
