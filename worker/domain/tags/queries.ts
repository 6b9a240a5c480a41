import { type SQL, sql } from 'drizzle-orm'

/** The id of the tag of this name or alias, as a subquery. */
export function tagIdOf(name: string): SQL {
  return sql`coalesce((SELECT tag_id FROM tag_aliases WHERE alias = ${name}), (SELECT id FROM tags WHERE name = ${name}))`
}

/** The name of the tag for a name or alias, as SQL. */
export function canonicalTag(word: SQL): SQL {
  return sql`coalesce((SELECT tags.name FROM tag_aliases JOIN tags ON tags.id = tag_aliases.tag_id WHERE alias = ${word}), ${word})`
}
