import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { SketchList } from '../../../contract/http/sketches.ts'
import type { TagReply } from '../../../contract/http/tags.ts'
import { matchAnyOf, matchSketches } from '../../domain/search/match.ts'
import { readSearchList } from '../../domain/search/search-lists.ts'
import { tags } from '../../domain/sketches/schema.ts'
import { isUnused, tagIdOf } from '../../domain/tags/queries.ts'
import { tagFollows } from '../../domain/tags/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { orFailure, type Result, tryWrite } from '../../lib/result.ts'

/** Finds a tag by its name or an alias. */
export async function findTag(db: Db, viewer: Viewer | null, name: string): Promise<TagReply | null> {
  return (await selectTag(db, viewer, name).get()) ?? null
}

function selectTag(db: Db, viewer: Viewer | null, name: string) {
  const follow = and(eq(tagFollows.userId, viewer?.id ?? 0), eq(tagFollows.tagId, tags.id))
  return db
    .select({
      tag: tags.name,
      following: sql`${exists(db.select({ one: sql`1` }).from(tagFollows).where(follow))}`.mapWith(Boolean),
    })
    .from(tags)
    .where(eq(tags.id, tagIdOf(name)))
}

/** Follows a tag. Fails with `tag_limit` above the limit. */
export async function followTag(
  db: Db,
  member: Viewer,
  { name, now }: { name: string; now: number },
): Promise<Result<TagReply, 'tag_limit' | 'not_found'>> {
  const newFollow = db
    .select({ userId: sql`${member.id}`.as('user_id'), tagId: tags.id, createdAt: sql`${now}`.as('created_at') })
    .from(tags)
    .where(eq(tags.id, tagIdOf(name)))
  const added = await tryWrite(
    db.batch([db.insert(tagFollows).select(newFollow).onConflictDoNothing(), selectTag(db, member, name)]),
    { tags_followed: 'tag_limit' },
  )
  return added.ok ? orFailure(added.value[1][0], 'not_found') : added
}

export async function unfollowTag(db: Db, member: Viewer, name: string): Promise<Result<TagReply, 'not_found'>> {
  const [, [tag]] = await db.batch([
    db.delete(tagFollows).where(and(eq(tagFollows.userId, member.id), eq(tagFollows.tagId, tagIdOf(name)))),
    selectTag(db, member, name),
    statement(db, sql`DELETE FROM tags WHERE id = ${tagIdOf(name)} AND ${isUnused(sql`tags.id`)}`),
  ])
  return orFailure(tag, 'not_found')
}

/** Lists sketches with any followed tag, newest first. Rows read do not grow with tags or sketches. */
export async function listWithFollowedTags(
  db: Db,
  member: Viewer,
  { cursor }: { cursor?: string | undefined },
): Promise<SketchList> {
  const followed = sql`SELECT 't' || tag_id AS token FROM tag_follows WHERE user_id = ${member.id}`
  const search = matchSketches(member, [], [matchAnyOf(followed)])
  const name = `followed tags ${member.id}`
  const { list } = await readSearchList(db, member, { name, sort: 'recent', search, cursor })
  return list
}

const TAGS_SUGGESTED = 8
const TAGS_COMPARED = 50

/** Suggests tags by prefix, most used first. */
export async function suggestTags(db: Db, prefix: string): Promise<string[]> {
  if (prefix === '') return []
  const tags = await selectTags(db, { prefixes: [prefix], limit: TAGS_SUGGESTED })
  return tags.map(({ name }) => name)
}

/** Selects tags with any of the prefixes or names, most used first. The empty prefix selects the most used tags. */
export function selectTags(
  db: Db,
  { prefixes, names = [], limit }: { prefixes: readonly string[]; names?: readonly string[]; limit: number },
) {
  const named = sql`SELECT name, sketches_count AS count FROM tags
    WHERE name IN (SELECT value FROM json_each(${JSON.stringify(names)})) AND sketches_count > 0`
  const parts = [...prefixes.map((prefix) => tagsByPrefix(prefix, limit)), ...(names.length > 0 ? [named] : [])]
  return statement<{ name: string; count: number }>(
    db,
    sql`SELECT name, count FROM (${sql.join(
      parts.map((part) => sql`SELECT * FROM (${part})`),
      sql` UNION `,
    )}) ORDER BY count DESC, name LIMIT ${limit}`,
  )
}

/**
 * Selects tags with a prefix by use. For up to three letters an index has this order. Longer prefixes compare two lists
 * of limited length, which bounds the rows read: the first used tags by name, and the most used tags with the same
 * three letters. The second list keeps a popular tag among the suggestions when many rare ones come before it.
 */
function tagsByPrefix(prefix: string, limit: number): SQL {
  const letters = [...prefix]
  const first = letters.slice(0, 3).join('')
  const begins = first === '' ? sql`` : sql`${sql.identifier(`prefix${Math.min(letters.length, 3)}`)} = ${first} AND`
  const mostUsed = (rows: number) => sql`SELECT name, sketches_count AS count FROM tags
    WHERE ${begins} sketches_count > 0 ORDER BY sketches_count DESC LIMIT ${rows}`
  if (letters.length <= 3) return mostUsed(limit)
  const isMatch = sql`name >= ${prefix} AND name < ${`${prefix}\u{10ffff}`}`
  return sql`SELECT name, count FROM (
      SELECT * FROM (SELECT name, sketches_count AS count FROM tags INDEXED BY tags_used
        WHERE ${isMatch} AND sketches_count > 0 ORDER BY name LIMIT ${TAGS_COMPARED})
      UNION SELECT * FROM (${mostUsed(TAGS_COMPARED)}) WHERE ${isMatch})
    ORDER BY count DESC, name LIMIT ${limit}`
}
