import { randomUUID } from 'node:crypto'
import { nicknameKey, normalizeTag } from '../../contract/text.ts'
import { derivedKey, originalKey } from '../../worker/lib/files.ts'
import { randomToken } from '../../worker/lib/random.ts'
import { skeletonOf } from '../../worker/lib/skeleton.ts'
import type { Platform } from '../platform.ts'
import type { Community, PlannedMember } from './community.ts'
import type { SeedPicture } from './picture-worker.ts'

const ROWS_PER_STATEMENT = 500

/** Inserts rows with a statement that reads them from JSON: `json_each(?1)` is the list, `value ->> 'x'` a field. */
async function insert(db: D1Database, sql: string, rows: readonly unknown[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    await db
      .prepare(sql)
      .bind(JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT)))
      .run()
  }
}

/** Adds members who can sign in at the local provider; returns their ids in order. */
export async function writeMembers(
  { DB }: Platform,
  issuer: string,
  members: readonly PlannedMember[],
): Promise<number[]> {
  const rows = members.map((member) => ({
    ...member,
    key: nicknameKey(member.nickname),
    skeleton: skeletonOf(member.nickname),
  }))
  await insert(
    DB,
    `INSERT INTO users (nickname, nickname_key, nickname_skeleton, birth_date, about, country, website, cover_key, flags, created_at)
     SELECT value ->> 'nickname', value ->> 'key', value ->> 'skeleton', value ->> 'birthDate', value ->> 'about', value ->> 'country',
       value ->> 'website', value ->> 'coverKey', value ->> 'flags', value ->> 'joined'
     FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
    rows,
  )
  await insert(
    DB,
    `INSERT INTO identities (issuer, subject, user_id, created_at)
     SELECT value ->> 'issuer', 'seed-' || users.id, users.id, users.created_at
     FROM json_each(?1) JOIN users ON users.nickname_key = value ->> 'key' WHERE true ON CONFLICT DO NOTHING`,
    rows.map(({ key }) => ({ issuer, key })),
  )
  const { results } = await DB.prepare(
    `SELECT users.id FROM json_each(?1) AS wanted JOIN users ON users.nickname_key = wanted.value ORDER BY wanted.key`,
  )
    .bind(JSON.stringify(rows.map((row) => row.key)))
    .all<{ id: number }>()
  return results.map((row) => row.id)
}

export type SketchRow = { userId: number; at: number; unlisted: boolean; mature: boolean; picture: SeedPicture }

/** Stores the file, then the sketch. Returns the existing id if this member has the picture already. */
export async function writeSketch(
  { DB, FILES }: Platform,
  { userId, at, unlisted, mature, picture }: SketchRow,
): Promise<number> {
  const fileKey = originalKey(randomUUID())
  await FILES.put(fileKey, picture.bytes, { httpMetadata: { contentType: picture.contentType } })
  for (const { width, format, bytes } of picture.made) {
    await FILES.put(derivedKey(fileKey, { width, format }), bytes, { httpMetadata: { contentType: `image/${format}` } })
  }
  const tags = JSON.stringify(picture.tags.map(normalizeTag).filter(Boolean))
  const [, , , , , found] = await DB.batch<{ id: number }>([
    DB.prepare(
      `INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, bytes, content_type,
         content_hash, thumbhash, colours, perceptual_hash, fingerprint, mature, unlisted, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).bind(
      userId,
      picture.title,
      picture.description,
      picture.altText,
      picture.width,
      picture.height,
      fileKey,
      randomToken(),
      picture.bytes.length,
      picture.contentType,
      picture.contentHash,
      picture.thumbhash,
      picture.colours,
      picture.perceptualHash,
      picture.fingerprint,
      Number(mature),
      Number(unlisted),
      at,
    ),
    DB.prepare(`INSERT INTO tags (name) SELECT value FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`).bind(tags),
    DB.prepare(
      `INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
       SELECT sketches.id, tags.id, sketches.user_id, chosen.key FROM json_each(?1) AS chosen
       JOIN tags ON tags.name = chosen.value JOIN sketches ON sketches.file_key = ?2 WHERE true ON CONFLICT DO NOTHING`,
    ).bind(tags, fileKey),
    DB.prepare('DELETE FROM sketch_search WHERE rowid IN (SELECT id FROM sketches WHERE file_key = ?)').bind(fileKey),
    DB.prepare(
      `INSERT INTO sketch_search (rowid, title, description, tags, facets)
       SELECT sketch_id, title, description, tags, facets FROM sketch_documents
       WHERE sketch_id IN (SELECT id FROM sketches WHERE file_key = ?)`,
    ).bind(fileKey),
    DB.prepare('SELECT id FROM sketches WHERE user_id = ? AND content_hash = ?').bind(userId, picture.contentHash),
  ])
  const id = found?.results[0]?.id
  if (id === undefined) throw new Error(`"${picture.title}" was not written`)
  return id
}

/** Writes hearts, comments and fans. Members receive the hearts that they give as the opening entry of their ledger. */
export async function writeActivity(
  { DB }: Platform,
  community: Community,
  members: number[],
  sketches: number[],
): Promise<void> {
  const hearts = community.hearts.map(({ from, to, at }) => ({ user: members[from], sketch: sketches[to], at }))
  const given = Map.groupBy(hearts, (heart) => heart.user)
  await insert(
    DB,
    `INSERT INTO ledger (user_id, unit, amount, reason, created_at)
     SELECT value ->> 'user', 'heart', value ->> 'amount', 'opening', value ->> 'at' FROM json_each(?1)`,
    [...given].map(([user, list]) => ({ user, amount: list.length + 2, at: list[0]?.at })),
  )
  await insert(
    DB,
    `INSERT INTO hearts (user_id, sketch_id, created_at)
     SELECT value ->> 'user', value ->> 'sketch', value ->> 'at' FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
    hearts,
  )
  const counters = new Map<number, number>()
  const comments = community.comments.map(({ sketch, author, text, at }) => {
    const number = (counters.get(sketch) ?? 0) + 1
    counters.set(sketch, number)
    return { sketch: sketches[sketch], number, user: members[author], text, key: randomUUID(), at }
  })
  await insert(
    DB,
    `INSERT INTO comments (target_type, target_id, number, user_id, text, idempotency_key, created_at)
     SELECT 'sketch', value ->> 'sketch', value ->> 'number', value ->> 'user', value ->> 'text', value ->> 'key', value ->> 'at'
     FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
    comments,
  )
  await insert(
    DB,
    `INSERT INTO fans (user_id, fan_id, created_at)
     SELECT value ->> 'to', value ->> 'from', value ->> 'at' FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
    community.fans.map(({ from, to, at }) => ({ from: members[from], to: members[to], at })),
  )
}

/** Sets the most hearted sketch as avatar. */
export async function chooseAvatars({ DB }: Platform): Promise<void> {
  await DB.prepare(
    `UPDATE users SET avatar_key = (SELECT image_key FROM sketches WHERE user_id = users.id AND listed_for_all = 1
       ORDER BY hearts_count DESC, id LIMIT 1) WHERE avatar_key IS NULL`,
  ).run()
}

/** Number of sketches for each featured one. */
const FEATURED_ONE_IN = 8

/** Features the most hearted sketches as the first member, a few hours after they were posted. */
export async function featureBest({ DB }: Platform, [admin = 0]: readonly number[]): Promise<void> {
  await DB.prepare(
    `UPDATE sketches SET featured_by = ?1, featured_at = created_at + (id % 7 + 1) * 3600000 WHERE id IN (
       SELECT id FROM sketches WHERE listed_for_all = 1 AND user_id <> ?1 ORDER BY hearts_count DESC, id
       LIMIT (SELECT count(*) / ${FEATURED_ONE_IN} FROM sketches))`,
  )
    .bind(admin)
    .run()
}
