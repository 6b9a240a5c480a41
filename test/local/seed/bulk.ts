import type { Platform } from '../platform.ts'

const ROWS_AT_ONCE = 50_000
const ARTISTS = 1000

/**
 * Adds rows without files, for measuring queries on large tables: sketches of a thousand artists, one in fifty
 * unlisted, one in fifty mature. They never appear on a page that anyone looks at.
 */
export async function addBulk({ DB }: Platform, count: number, onProgress: (done: number) => void): Promise<void> {
  await DB.prepare(
    `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ARTISTS})
     SELECT 'bulk ' || i, 'bulk ' || i, '1990-01-01', 1700000000000 FROM n WHERE true ON CONFLICT DO NOTHING`,
  ).run()
  const first = await DB.prepare(`SELECT min(id) AS id FROM users WHERE nickname_key LIKE 'bulk %'`).first<number>('id')
  for (let done = 0; done < count; done += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, count - done)
    await DB.prepare(
      `INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, bytes,
         content_type, content_hash, thumbhash, colours, perceptual_hash, mature, unlisted, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       SELECT ${first} + i % ${ARTISTS}, 'Sketch ' || i, '', '', 1200, 900, 'bulk/' || hex(randomblob(16)),
         lower(hex(randomblob(20))), 1000, 'image/png', lower(hex(randomblob(32))), '', '[]', lower(hex(randomblob(8))),
         i % 50 = 7, i % 50 = 13, unixepoch() * 1000 + i
       FROM n`,
    ).run()
    onProgress(Math.min(count, done + ROWS_AT_ONCE))
  }
}
