import { env } from 'cloudflare:workers'
import { addPerson } from './people.ts'
import { addSketch } from './sketches.ts'

/** A fingerprint that is similar to no other. */
const randomFingerprint = () => crypto.randomUUID().replaceAll('-', '').slice(0, 30)

/** Inserts a sketch of another member that is called a study of this one. */
export async function addRepostOf(originalId: number): Promise<number> {
  const sketchId = await addSketch(await addPerson(), { fingerprint: randomFingerprint() })
  await env.DB.prepare(`INSERT INTO reposts (sketch_id, original_id, answer) VALUES (?, ?, 'study')`)
    .bind(sketchId, originalId)
    .run()
  return sketchId
}

/** Inserts a blocked picture whose sketch is deleted. */
export async function addBlockedPicture(): Promise<number> {
  const id = await env.DB.prepare(
    `INSERT INTO blocked_pictures (fingerprint, sketch_id, title, thumbhash, width, height, reason, created_at)
      VALUES (?, 1, 'Low tide', '', 1200, 900, 'Stolen.', ?) RETURNING id`,
  )
    .bind(randomFingerprint(), Date.now())
    .first<number>('id')
  return id ?? 0
}
