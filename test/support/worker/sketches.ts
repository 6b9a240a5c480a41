import { env } from 'cloudflare:workers'
import { sketches } from '../../../worker/features/sketches/schema.ts'
import { openDb } from '../../../worker/lib/db.ts'
import { randomToken } from '../../../worker/lib/random.ts'
import type { Person } from './people.ts'

/** Makes a sketch's row, without a file; what needs its pictures uploads one through the site. */
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
    ...fields,
  }
  return (await openDb(env.DB).insert(sketches).values(row).returning({ id: sketches.id }).get()).id
}
