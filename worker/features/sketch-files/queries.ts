import { and, eq } from 'drizzle-orm'
import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { randomToken } from '../../lib/random.ts'

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
 * Puts a file beside a member's own sketch, in the place of the one of its kind that was there, which is answered; what
 * was private stays so. Null when this member has no such sketch.
 */
export async function keepFile(
  db: Db,
  userId: number,
  file: NewFile,
  now: number,
): Promise<{ filesLeft: string[] } | null> {
  const statement = (sql: string, ...values: unknown[]) => db.$client.prepare(sql).bind(...values)
  const [left, , kept] = await db.$client.batch<{ file_key: string }>([
    statement(
      'SELECT file_key FROM sketch_files WHERE sketch_id = ?1 AND kind = ?2 AND file_key <> ?3',
      file.sketchId,
      file.kind,
      file.fileKey,
    ),
    statement(
      `INSERT INTO sketch_files (file_key, sketch_id, kind, address, private, bytes, content_type, stats, created_at)
       SELECT ?3, id, ?2, ?5, ?6, ?7, ?8, ?9, ?10 FROM sketches WHERE id = ?1 AND user_id = ?4
       ON CONFLICT (sketch_id, kind) DO UPDATE SET file_key = excluded.file_key, address = excluded.address,
         private = max(private, excluded.private), bytes = excluded.bytes, content_type = excluded.content_type,
         stats = excluded.stats, created_at = excluded.created_at`,
      file.sketchId,
      file.kind,
      file.fileKey,
      userId,
      randomToken(),
      Number(file.private),
      file.bytes,
      file.contentType,
      file.stats && JSON.stringify(file.stats),
      now,
    ),
    statement('SELECT file_key FROM sketch_files WHERE file_key = ?1', file.fileKey),
  ])
  if (kept?.results.length === 0) return null
  return { filesLeft: (left?.results ?? []).map((row) => row.file_key) }
}

/** What decides whether a file is given out, and what it is; by its address, or as what belongs to a sketch. */
export async function findFile(
  db: Db,
  viewer: Viewer | null,
  which: { address: string } | { sketchId: number; kind: FileKind },
) {
  const row = await db
    .select({
      ...accessColumns(viewer),
      title: sketches.title,
      kind: sketchFiles.kind,
      fileKey: sketchFiles.fileKey,
      address: sketchFiles.address,
      private: sketchFiles.private,
      contentType: sketchFiles.contentType,
    })
    .from(sketchFiles)
    .innerJoin(sketches, eq(sketches.id, sketchFiles.sketchId))
    .where(
      'address' in which
        ? eq(sketchFiles.address, which.address)
        : and(eq(sketchFiles.sketchId, which.sketchId), eq(sketchFiles.kind, which.kind)),
    )
    .get()
  return row ?? null
}
