import { type SQL, sql } from 'drizzle-orm'

/** Characters of a post that its notifications show. */
export const EXCERPT_MAX = 200

/**
 * The statement that renews the excerpts of a post in its notifications, for the batch after a change of the text. An
 * expression for the id may be null, for no post.
 */
export const renewExcerpts = (postId: number | SQL): SQL =>
  sql`UPDATE notifications SET excerpt = (SELECT substr(text, 1, ${EXCERPT_MAX}) FROM forum_posts WHERE id = ${postId})
    WHERE forum_post_id = ${postId}`
