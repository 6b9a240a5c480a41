import { and, eq, ne, sql } from 'drizzle-orm'
import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, type Reader } from '../../domain/sketches/visibility.ts'
import { countAttachedBytes, fitsStorage } from '../../domain/uploads/storage.ts'
import { type Db, statement } from '../../lib/database.ts'
import { randomToken } from '../../lib/random.ts'
import { failure, type Result, success } from '../../lib/result.ts'

export type FileKind = (typeof sketchFiles.$inferSelect)['kind']

type NewFile = {
  fileKey: string
  sketchId: number
  kind: FileKind
  private: boolean
  bytes: number
  contentType: string
  stats: SketchStats | null
}

/**
 * Stores a file of a member's own sketch. Returns the key of the replaced file. A private file stays private. Fails if
 * the file does not fit into the member's storage.
 */
export async function storeFile(
  db: Db,
  { userId, now, ...file }: NewFile & { userId: number; now: number },
): Promise<Result<{ unusedFiles: string[] }, 'not_found' | 'storage_limit'>> {
  const { fileKey, sketchId, kind } = file
  const stats = file.stats && JSON.stringify(file.stats)
  const isOwn = sql`id = ${sketchId} AND user_id = ${userId} AND violation IS NOT 'removed'`
  const fits = fitsStorage({ userId, bytes: file.bytes, replaced: { sketchId, kind } })
  const [unused, , , stored, own] = await db.batch([
    db
      .select({ fileKey: sketchFiles.fileKey })
      .from(sketchFiles)
      .where(and(eq(sketchFiles.sketchId, sketchId), eq(sketchFiles.kind, kind), ne(sketchFiles.fileKey, fileKey))),
    statement(
      db,
      sql`INSERT INTO sketch_files (file_key, sketch_id, kind, address, private, bytes, content_type, stats, created_at)
        SELECT ${fileKey}, id, ${kind}, ${randomToken()}, ${Number(file.private)}, ${file.bytes}, ${file.contentType},
          ${stats}, ${now} FROM sketches WHERE ${isOwn} AND ${fits}
        ON CONFLICT (sketch_id, kind) DO UPDATE SET file_key = excluded.file_key, address = excluded.address,
          private = max(private, excluded.private), bytes = excluded.bytes, content_type = excluded.content_type,
          stats = excluded.stats, created_at = excluded.created_at`,
    ),
    countAttachedBytes(db, sketchId),
    db.select({ fileKey: sketchFiles.fileKey }).from(sketchFiles).where(eq(sketchFiles.fileKey, fileKey)),
    db.select({ id: sketches.id }).from(sketches).where(isOwn),
  ])
  if (stored.length > 0) return success({ unusedFiles: unused.map((row) => row.fileKey) })
  return failure(own.length > 0 ? 'storage_limit' : 'not_found')
}

/** Finds a file by its address, or by its sketch and kind, with the access fields of its sketch. */
export async function findFile(
  db: Db,
  reader: Reader,
  file: { address: string } | { sketchId: number; kind: FileKind },
) {
  const row = await db
    .select({
      ...accessColumns(reader),
      title: sketches.title,
      kind: sketchFiles.kind,
      fileKey: sketchFiles.fileKey,
      address: sketchFiles.address,
      private: sketchFiles.private,
      bytes: sketchFiles.bytes,
      contentType: sketchFiles.contentType,
    })
    .from(sketchFiles)
    .innerJoin(sketches, eq(sketches.id, sketchFiles.sketchId))
    .where(
      'address' in file
        ? eq(sketchFiles.address, file.address)
        : and(eq(sketchFiles.sketchId, file.sketchId), eq(sketchFiles.kind, file.kind)),
    )
    .get()
  return row ?? null
}
