import { env } from 'cloudflare:workers'
import { sketches } from '../../../worker/domain/sketches/schema.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { randomToken } from '../../../worker/lib/random.ts'
import type { Person } from './people.ts'

/** Inserts a sketch without a file; tests of pictures upload one instead. */
export async function addSketch(artist: Person, fields: Partial<typeof sketches.$inferInsert> = {}): Promise<number> {
  const row = {
    userId: artist.id,
    title: 'Low tide',
    description: '',
    altText: '',
    width: 1200,
    height: 900,
    fileKey: `originals/${crypto.randomUUID()}`,
    imageKey: randomToken(),
    bytes: 1000,
    contentType: 'image/png',
    contentHash: randomToken(),
    thumbhash: '',
    colours: '[]',
    perceptualHash: '0000000000000000',
    createdAt: Date.now(),
    linkKey: fields.unlisted ? randomToken() : null,
    ...fields,
  }
  return (await openDb(env.DB).insert(sketches).values(row).returning({ id: sketches.id }).get()).id
}

/** Returns the ids, newest first. */
export async function addSketches(
  artist: Person,
  count: number,
  fields: { mature?: boolean; unlisted?: boolean; colours?: string; perceptualHash?: string } = {},
): Promise<number[]> {
  const { results } = await env.DB.prepare(
    `INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, bytes,
        content_type, content_hash, thumbhash, colours, perceptual_hash, mature, unlisted, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
      SELECT ?1, 'Sketch ' || i, '', '', 1200, 900, 'originals/' || hex(randomblob(16)), lower(hex(randomblob(20))), 1000,
        'image/png', hex(randomblob(32)), '', ?6, ?7, ?3, ?4, ?5 FROM n
      RETURNING id`,
  )
    .bind(
      artist.id,
      count,
      Number(fields.mature ?? false),
      Number(fields.unlisted ?? false),
      Date.now(),
      fields.colours ?? '[]',
      fields.perceptualHash ?? '0000000000000000',
    )
    .all<{ id: number }>()
  return results.map(({ id }) => id).sort((a, b) => b - a)
}

export async function addCoOp(artist: Person, fields: Partial<typeof sketches.$inferInsert> = {}): Promise<number> {
  const id = await addSketch(artist, fields)
  await env.DB.prepare('UPDATE sketches SET coop_id = id WHERE id = ?').bind(id).run()
  return id
}

/** The key of an unlisted sketch's link. */
export async function linkKeyOf(sketchId: number): Promise<string> {
  const row = await env.DB.prepare('SELECT link_key AS linkKey FROM sketches WHERE id = ?').bind(sketchId).first()
  return String(row?.linkKey)
}

/** Headers of a browser that opened the link of an unlisted sketch: a member's, or a visitor's. */
export async function withLink(sketchId: number, as: Person | null = null): Promise<{ headers: { cookie: string } }> {
  const links = `links=${await linkKeyOf(sketchId)}`
  return { headers: { cookie: as ? `${as.cookie}; ${links}` : links } }
}
