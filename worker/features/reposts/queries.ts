import { desc, eq, lt, sql } from 'drizzle-orm'
import type { BlockedPictureList } from '../../../contract/http/reposts.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { blockedPictures } from '../../domain/reposts/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type StaffAct = { staffId: number; reason: string; now: number }

/**
 * Blocks the picture of a sketch; twice is a no-op. Fails with `too_plain` for a picture without a fingerprint.
 */
export async function blockPicture(
  db: Db,
  { sketchId, staffId, reason, now }: StaffAct & { sketchId: number },
): Promise<Result<void, 'not_found' | 'too_plain'>> {
  const sketch = await db
    .select({ userId: sketches.userId, fingerprint: sketches.fingerprint })
    .from(sketches)
    .where(eq(sketches.id, sketchId))
    .get()
  if (!sketch) return failure('not_found')
  const { userId, fingerprint } = sketch
  if (!fingerprint) return failure('too_plain')
  const isNew = sql`NOT EXISTS (SELECT 1 FROM blocked_pictures WHERE fingerprint = ${fingerprint})`
  await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, created_at)
        SELECT ${staffId}, 'picture_block', ${userId}, 'sketch', ${sketchId}, ${reason}, ${now} WHERE ${isNew}`,
    ),
    statement(
      db,
      sql`INSERT INTO blocked_pictures (fingerprint, sketch_id, title, thumbhash, width, height, reason, created_at)
        SELECT fingerprint, id, title, thumbhash, width, height, ${reason}, ${now} FROM sketches
        WHERE id = ${sketchId} AND fingerprint = ${fingerprint} ON CONFLICT DO NOTHING`,
    ),
  ])
  return DONE
}

/**
 * Lets a blocked picture be posted again. Fails with `forbidden` for a picture of the member of staff that a colleague
 * blocked.
 */
export async function unblockPicture(
  db: Db,
  { id, staffId, reason, now }: StaffAct & { id: number },
): Promise<Result<void, 'not_found' | 'forbidden'>> {
  const isBlockedByColleague = sql`EXISTS (SELECT 1 FROM blocked_pictures AS own JOIN audit_log ON target_type = 'sketch'
      AND target_id = own.sketch_id AND action = 'picture_block' AND audit_log.created_at = own.created_at
    WHERE own.id = ${id} AND audit_log.user_id = ${staffId} AND staff_id <> ${staffId})`
  // Only the log names the artist of a deleted sketch.
  const artist = sql`coalesce(sketches.user_id, (SELECT user_id FROM audit_log WHERE target_type = 'sketch'
    AND target_id = blocked.sketch_id AND action = 'picture_block' LIMIT 1))`
  const [[refusal], , removed] = await db.batch([
    statement<{ isRefused: number }>(db, sql`SELECT ${isBlockedByColleague} AS "isRefused"`),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'picture_unblock', ${artist}, 'sketch', blocked.sketch_id, ${reason},
          json_object('title', json_array(blocked.title, NULL)), ${now}
        FROM blocked_pictures AS blocked LEFT JOIN sketches ON sketches.id = blocked.sketch_id
        WHERE blocked.id = ${id} AND NOT ${isBlockedByColleague}`,
    ),
    db
      .delete(blockedPictures)
      .where(sql`${blockedPictures.id} = ${id} AND NOT ${isBlockedByColleague}`)
      .returning({ id: blockedPictures.id }),
  ])
  if (refusal?.isRefused) return failure('forbidden')
  return removed.length > 0 ? DONE : failure('not_found')
}

const LIST = 'blocked pictures'

/** Lists blocked pictures, latest first. @throws InvalidCursor. */
export async function listBlockedPictures(db: Db, cursor: string | undefined): Promise<BlockedPictureList> {
  const [last] = decodeCursor(LIST, 1, cursor) ?? []
  const rows = await db
    .select({
      id: blockedPictures.id,
      sketchId: blockedPictures.sketchId,
      title: blockedPictures.title,
      thumbhash: blockedPictures.thumbhash,
      width: blockedPictures.width,
      height: blockedPictures.height,
      reason: blockedPictures.reason,
      createdAt: blockedPictures.createdAt,
    })
    .from(blockedPictures)
    .where(last === undefined ? undefined : lt(blockedPictures.id, last))
    .orderBy(desc(blockedPictures.id))
    .limit(GALLERY_PAGE_SIZE)
  const end = rows.length < GALLERY_PAGE_SIZE ? undefined : rows.at(-1)
  return {
    items: rows.map(({ createdAt, ...row }) => ({ ...row, date: toWireTime(createdAt) })),
    cursor: end ? encodeCursor(LIST, [end.id]) : '',
    done: !end,
  }
}
