import { and, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import type { SketchList } from '../../../contract/http/sketches.ts'
import type { TagReply } from '../../../contract/http/tags.ts'
import { matchAnyOf, matchSketches } from '../../domain/search/match.ts'
import { readSearchList } from '../../domain/search/search-lists.ts'
import { sketchTags, tags } from '../../domain/sketches/schema.ts'
import { canonicalTag, isUnused, tagIdOf } from '../../domain/tags/queries.ts'
import { tagAliases, tagFollows } from '../../domain/tags/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, orFailure, type Result, success, tryWrite } from '../../lib/result.ts'

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
export function listWithFollowedTags(
  db: Db,
  member: Viewer,
  { cursor }: { cursor?: string | undefined },
): Promise<SketchList> {
  const followed = sql`SELECT 't' || tag_id AS token FROM tag_follows WHERE user_id = ${member.id}`
  const match = matchSketches(member, [], [matchAnyOf(followed)])
  return readSearchList(db, member, { name: `followed tags ${member.id}`, sort: 'recent', match, cursor })
}

/**
 * Makes a word and its aliases an alias of a tag. Returns the name of the tag, which differs from `name` if `name` is
 * itself an alias. Fails if alias and tag are the same word.
 */
export async function addAlias(
  db: Db,
  { alias, name, reason, staffId, now }: { alias: string; name: string; reason: string; staffId: number; now: number },
): Promise<Result<string, 'alias_of_itself'>> {
  const target = canonicalTag(sql`${name}`)
  const [, , , , [tag]] = await db.batch([
    statement(db, sql`INSERT INTO tags (name) SELECT ${target} WHERE ${target} <> ${alias} ON CONFLICT DO NOTHING`),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'tag_alias', 'tag', id, ${reason}, json_object('alias', json_array(NULL, ${alias}), 'tag', json_array(
          (SELECT old.name FROM tag_aliases JOIN tags AS old ON old.id = tag_id WHERE alias = ${alias}), name)), ${now}
        FROM tags WHERE name = ${target} AND name <> ${alias}`,
    ),
    statement(
      db,
      sql`INSERT INTO tag_aliases (alias, tag_id, created_by, created_at)
        SELECT ${alias}, id, ${staffId}, ${now} FROM tags WHERE name = ${target} AND name <> ${alias}
        ON CONFLICT (alias) DO UPDATE SET tag_id = excluded.tag_id`,
    ),
    statement(
      db,
      sql`UPDATE tag_aliases SET tag_id = (SELECT tag_id FROM tag_aliases WHERE alias = ${alias})
        WHERE tag_id = (SELECT id FROM tags WHERE name = ${alias})
          AND EXISTS (SELECT 1 FROM tag_aliases WHERE alias = ${alias})`,
    ),
    statement<{ name: string }>(db, sql`SELECT ${target} AS name`),
  ])
  return tag && tag.name !== alias ? success(tag.name) : failure('alias_of_itself')
}

const MOVED_AT_ONCE = 100
const ROUNDS_MAX = 100

/** Moves sketches and followers of aliases to their tags, up to a limit. The next run continues. */
export async function moveAliasedTags(db: Db): Promise<void> {
  const isUsed: SQL | undefined = or(
    exists(db.select({ one: sql`1` }).from(sketchTags).where(eq(sketchTags.tagId, tags.id))),
    exists(db.select({ one: sql`1` }).from(tagFollows).where(eq(tagFollows.tagId, tags.id))),
  )
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const next = await db
      .select({ from: tags.id, to: tagAliases.tagId })
      .from(tagAliases)
      .innerJoin(tags, eq(tags.name, tagAliases.alias))
      .where(isUsed)
      .get()
    if (!next) return
    await moveRows(db, next.from, next.to)
  }
}

async function moveRows(db: Db, from: number, to: number): Promise<void> {
  const someSketches = sql`SELECT sketch_id FROM sketch_tags WHERE tag_id = ${from} ORDER BY sketch_id LIMIT ${MOVED_AT_ONCE}`
  const someFollowers = sql`SELECT user_id FROM tag_follows WHERE tag_id = ${from} ORDER BY user_id LIMIT ${MOVED_AT_ONCE}`
  await db.batch([
    statement(
      db,
      sql`INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
        SELECT sketch_id, ${to}, artist_id, position FROM sketch_tags
        WHERE tag_id = ${from} AND sketch_id IN (${someSketches}) ON CONFLICT DO NOTHING`,
    ),
    statement(db, sql`DELETE FROM sketch_tags WHERE tag_id = ${from} AND sketch_id IN (${someSketches})`),
    statement(
      db,
      sql`UPDATE OR IGNORE tag_follows SET tag_id = ${to} WHERE tag_id = ${from} AND user_id IN (${someFollowers})`,
    ),
    statement(
      db,
      sql`DELETE FROM tag_follows WHERE tag_id = ${from}
        AND EXISTS (SELECT 1 FROM tag_follows AS kept WHERE kept.user_id = tag_follows.user_id AND kept.tag_id = ${to})`,
    ),
    statement(db, sql`DELETE FROM tags WHERE id = ${from} AND ${isUnused(sql`tags.id`)}`),
  ])
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
 * An index has the order by use for up to three letters. Longer prefixes compare two lists of limited length, which bounds
 * the rows read: the first used tags by name, and the most used tags that begin with the same three letters. The second
 * list keeps a popular tag among the suggestions when there are many rare ones before it.
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
