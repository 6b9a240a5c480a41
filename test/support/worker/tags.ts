import { env } from 'cloudflare:workers'
import type { Person } from './people.ts'

export async function addTag(sketchId: number, artist: Person, name: string): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('INSERT INTO tags (name) VALUES (?) ON CONFLICT DO NOTHING').bind(name),
    env.DB.prepare(
      'INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position) SELECT ?, id, ?, 0 FROM tags WHERE name = ?',
    ).bind(sketchId, artist.id, name),
  ])
}
