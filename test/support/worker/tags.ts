import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { reindexSketches } from '../../../worker/domain/search/reindex-sketches.ts'
import { batchEach, openDb, statement } from '../../../worker/lib/database.ts'
import type { Person } from './people.ts'

export async function addTag(sketchId: number, artist: Person, name: string): Promise<void> {
  const db = openDb(env.DB)
  const statements = [
    sql`INSERT INTO tags (name) VALUES (${name}) ON CONFLICT DO NOTHING`,
    sql`INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
      SELECT ${sketchId}, id, ${artist.id}, 0 FROM tags WHERE name = ${name}`,
    ...reindexSketches(sql`${sketchId}`),
  ]
  await batchEach(
    db,
    statements.map((query) => statement(db, query)),
  )
}
