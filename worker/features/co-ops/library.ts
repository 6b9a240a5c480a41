import { desc, eq, lt, sql } from 'drizzle-orm'
import type { LibraryImageList, RemoveImageBody } from '../../../contract/http/co-ops.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { libraryImages } from './schema.ts'

const LIST = 'library images'

/** Lists the images of the library, the latest first. @throws InvalidCursor. */
export async function listLibraryImages(db: Db, cursor?: string): Promise<LibraryImageList> {
  const [last] = decodeCursor(LIST, 1, cursor) ?? []
  const rows = await db
    .select({
      id: sql<number>`${libraryImages.id}`.as('image_id'),
      title: sql<string>`${libraryImages.title}`.as('image_title'),
      path: libraryImages.path,
      at: sql<number>`${libraryImages.createdAt}`.as('image_at'),
      sketchId: libraryImages.sketchId,
      sketchTitle: sketches.title,
      makerId: libraryImages.createdBy,
      maker: users.nickname,
    })
    .from(libraryImages)
    .innerJoin(sketches, eq(sketches.id, libraryImages.sketchId))
    .innerJoin(users, eq(users.id, libraryImages.createdBy))
    .where(last === undefined ? undefined : lt(libraryImages.id, last))
    .orderBy(desc(libraryImages.id))
    .limit(GALLERY_PAGE_SIZE)
  const end = rows.length < GALLERY_PAGE_SIZE ? undefined : rows.at(-1)
  return {
    items: rows.map(({ id, title, path, at, ...row }) => ({
      ...{ id, title: displayTitle(title), path },
      sketch: { id: row.sketchId, title: displayTitle(row.sketchTitle) },
      madeBy: { id: row.makerId, nickname: row.maker },
      date: toWireTime(at),
    })),
    cursor: end ? encodeCursor(LIST, [end.id]) : '',
    done: !end,
  }
}

/** Removes an image from the library, with an entry in the audit log. The sketch is kept. */
export async function removeLibraryImage(
  db: Db,
  { id, reason, staffId, now }: RemoveImageBody & { staffId: number; now: number },
): Promise<Result<void, 'not_found'>> {
  const [, removed] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'removeImage', sketches.user_id, 'sketch', sketches.id, ${reason},
          json_object('path', json_array(path, NULL), 'title', json_array(library_images.title, NULL)), ${now}
        FROM library_images JOIN sketches ON sketches.id = sketch_id WHERE library_images.id = ${id}`,
    ),
    statement<{ id: number }>(db, sql`DELETE FROM library_images WHERE id = ${id} RETURNING id`),
  ])
  return removed.length > 0 ? DONE : failure('not_found')
}
