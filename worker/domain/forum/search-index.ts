import { type SQL, sql } from 'drizzle-orm'

/** The statements that renew the search index of posts, for the batch after a change; `ids` selects their ids. */
export function reindexPosts(ids: SQL): readonly [SQL, SQL] {
  return [
    sql`DELETE FROM forum_search WHERE rowid IN (${ids})`,
    sql`INSERT INTO forum_search (rowid, title, text, facets)
      SELECT post_id, title, text, facets FROM forum_documents WHERE post_id IN (${ids})`,
  ]
}
