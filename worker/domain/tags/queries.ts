import { type SQL, sql } from 'drizzle-orm'

/** The id of the tag of this name or alias, as a subquery. */
export function tagIdOf(name: string): SQL {
  return sql`coalesce((SELECT tag_id FROM tag_aliases WHERE alias = ${name}), (SELECT id FROM tags WHERE name = ${name}))`
}

/** The name of the tag for a name or alias, as SQL. */
export function canonicalTag(word: SQL): SQL {
  return sql`coalesce((SELECT tags.name FROM tag_aliases JOIN tags ON tags.id = tag_aliases.tag_id WHERE alias = ${word}), ${word})`
}

/**
 * The condition that the tag with this id has no sketch, follower or alias. A trigger deletes such a tag with its last
 * sketch.
 */
export function isUnused(tagId: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM sketch_tags WHERE sketch_tags.tag_id = ${tagId})
    AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE tag_follows.tag_id = ${tagId})
    AND NOT EXISTS (SELECT 1 FROM tag_aliases WHERE tag_aliases.tag_id = ${tagId})`
}
