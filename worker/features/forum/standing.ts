import { type SQL, sql } from 'drizzle-orm'
import { FORUM_LIMITS, NEW_MEMBER_DAYS, NEW_MEMBER_HEARTS } from '../../../contract/limits.ts'

const DAY_MS = 86_400_000
const ADDRESS = /https?:\/\//gi

export const countLinks = (text: string): number => text.match(ADDRESS)?.length ?? 0

/** Selects if the author joined lately and has received few hearts. */
function isNew(authorId: number, now: number): SQL {
  return sql`(SELECT created_at > ${now - NEW_MEMBER_DAYS * DAY_MS} AND hearts_received < ${NEW_MEMBER_HEARTS}
    FROM users WHERE id = ${authorId})`
}

/** The condition that the author's standing allows so many things, of a kind that `FORUM_LIMITS` limits. */
function allows(limit: keyof typeof FORUM_LIMITS, count: SQL | number, { authorId, now }: Written): SQL {
  const { new: few, other } = FORUM_LIMITS[limit]
  return sql`${count} <= iif(${isNew(authorId, now)}, ${few}, ${other})`
}

type Written = { authorId: number; now: number }

export const mayLink = (text: string, written: Written): SQL => allows('linksPerPost', countLinks(text), written)

/** The condition that the author may write one more post today. */
export function mayWritePost({ authorId, now }: Written): SQL {
  return allows('postsPerDay', sql`1 + ${countSince('forum_posts', authorId, now)}`, { authorId, now })
}

/** The condition that the author may begin one more topic today. */
export function mayBeginTopic({ authorId, now }: Written): SQL {
  return allows('topicsPerDay', sql`1 + ${countSince('forum_topics', authorId, now)}`, { authorId, now })
}

function countSince(table: 'forum_posts' | 'forum_topics', authorId: number, now: number): SQL {
  return sql`(SELECT count(*) FROM ${sql.raw(table)} WHERE user_id = ${authorId} AND created_at > ${now - DAY_MS})`
}
