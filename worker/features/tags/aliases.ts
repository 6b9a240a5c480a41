import { desc, eq, exists, lt, or, type SQL, sql } from 'drizzle-orm'
import type { TagAliasList } from '../../../contract/http/tags.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { reindexSketches } from '../../domain/search/reindex-sketches.ts'
import { sketchTags, tags } from '../../domain/sketches/schema.ts'
import { canonicalTag, isUnused } from '../../domain/tags/queries.ts'
import { tagAliases, tagFollows } from '../../domain/tags/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'

const LIST = 'tag aliases'

/** Lists aliases with their tags, the latest first. @throws InvalidCursor. */
export async function listAliases(db: Db, cursor?: string): Promise<TagAliasList> {
  const [last] = decodeCursor(LIST, 1, cursor) ?? []
  const id = sql<number>`tag_aliases.rowid`
  const rows = await db
    .select({ alias: tagAliases.alias, tag: tags.name, at: tagAliases.createdAt, id: id.as('id') })
    .from(tagAliases)
    .innerJoin(tags, eq(tags.id, tagAliases.tagId))
    .where(last === undefined ? undefined : lt(id, last))
    .orderBy(desc(id))
    .limit(GALLERY_PAGE_SIZE)
  const end = rows.length < GALLERY_PAGE_SIZE ? undefined : rows.at(-1)
  return {
    items: rows.map(({ at, ...alias }) => ({ ...alias, date: toWireTime(at) })),
    cursor: end ? encodeCursor(LIST, [end.id]) : '',
    done: !end,
  }
}

type AliasChange = { alias: string; reason: string; staffId: number; now: number }

/**
 * Makes an alias a word of its own again, with an entry in the audit log. Sketches that were moved to the tag stay
 * there.
 */
export async function removeAlias(
  db: Db,
  { alias, tag, reason, staffId, now }: AliasChange & { tag: string },
): Promise<Result<null, 'not_found'>> {
  const tagId = sql`(SELECT id FROM tags WHERE name = ${tag})`
  const [, removed] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'tag_alias_remove', 'tag', tag_id, ${reason},
          json_object('alias', json_array(alias, NULL), 'tag', json_array(${tag}, NULL)), ${now}
        FROM tag_aliases WHERE alias = ${alias} AND tag_id = ${tagId}`,
    ),
    statement(db, sql`DELETE FROM tag_aliases WHERE alias = ${alias} AND tag_id = ${tagId} RETURNING alias`),
    statement(db, sql`DELETE FROM tags WHERE name = ${tag} AND ${isUnused(sql`tags.id`)}`),
  ])
  return removed.length > 0 ? success(null) : failure('not_found')
}

/**
 * Makes a word and its aliases an alias of a tag. Returns the name of the tag, which differs from `name` if `name` is
 * itself an alias. Fails if alias and tag are the same word.
 */
export async function addAlias(
  db: Db,
  { alias, name, reason, staffId, now }: AliasChange & { name: string },
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
  const someSketches = await db
    .select({ id: sketchTags.sketchId })
    .from(sketchTags)
    .where(eq(sketchTags.tagId, from))
    .orderBy(sketchTags.sketchId)
    .limit(MOVED_AT_ONCE)
  const sketchIds = sql`SELECT value FROM json_each(${JSON.stringify(someSketches.map(({ id }) => id))})`
  const someFollowers = sql`SELECT user_id FROM tag_follows WHERE tag_id = ${from} ORDER BY user_id LIMIT ${MOVED_AT_ONCE}`
  const [unindex, index] = reindexSketches(sketchIds)
  await db.batch([
    statement(
      db,
      sql`INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
        SELECT sketch_id, ${to}, artist_id, position FROM sketch_tags
        WHERE tag_id = ${from} AND sketch_id IN (${sketchIds}) ON CONFLICT DO NOTHING`,
    ),
    statement(db, sql`DELETE FROM sketch_tags WHERE tag_id = ${from} AND sketch_id IN (${sketchIds})`),
    statement(db, unindex),
    statement(db, index),
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
