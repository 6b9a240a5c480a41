import { type SQL, sql } from 'drizzle-orm'

/**
 * The statements that renew the search index of sketches once after all changes of their tags in a batch; `ids` selects
 * the ids. A trigger would renew it for each tag.
 */
export function reindexSketches(ids: SQL): readonly [SQL, SQL] {
  return [
    sql`DELETE FROM sketch_search WHERE rowid IN (${ids})`,
    sql`INSERT INTO sketch_search (rowid, title, description, tags, facets)
      SELECT sketch_id, title, description, tags, facets FROM sketch_documents WHERE sketch_id IN (${ids})`,
  ]
}
