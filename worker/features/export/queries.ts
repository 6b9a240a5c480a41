import { and, asc, between, eq, sql } from 'drizzle-orm'
import type { ExportReply } from '../../../contract/http/export.ts'
import { exportPartPath } from '../../../contract/http/export.ts'
import { EXPORT_DOWNLOADS_PER_PART } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import type { Db } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { forEach } from '../../lib/for-each.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import type { Part } from './parts.ts'
import { accountExports, exportedFiles } from './schema.ts'
import { placeholderOf, type ZipFile } from './zip-layout.ts'

export type Export = typeof accountExports.$inferSelect

/** The share of the work that lists rows, before files are read. */
const LISTING_PERCENT = 10

/** Begins an export, unless the member has one that is being made or can still be downloaded. Returns their export. */
export async function requestExport(db: Db, userId: number, now: number): Promise<Export | null> {
  const [, , [current]] = await db.batch([
    db
      .update(accountExports)
      .set({ state: 'expired', endsAt: now })
      .where(
        and(
          eq(accountExports.userId, userId),
          // Lets SQLite use the index on members. Another index would read the exports of all members.
          sql`state <> 'expired'`,
          sql`(state = 'failed' OR (state = 'ready' AND ends_at <= ${now}))`,
        ),
      ),
    db.insert(accountExports).values({ userId, state: 'making', createdAt: now }).onConflictDoNothing(),
    currentExport(db, userId),
  ])
  return current ?? null
}

export async function findExport(db: Db, userId: number): Promise<Export | null> {
  const [current] = await currentExport(db, userId)
  return current ?? null
}

const currentExport = (db: Db, userId: number) =>
  db
    .select()
    .from(accountExports)
    .where(and(eq(accountExports.userId, userId), sql`state <> 'expired'`))
    .limit(1)

/** An export as its member sees it. `stepsDone` is the share of kinds of things that are listed, from 0 to 1. */
export function exportReplyOf(row: Export | null, { stepsDone, now }: { stepsDone: number; now: number }): ExportReply {
  const none = { percent: 0, until: null, parts: [] }
  if (!row || row.state === 'expired' || (row.endsAt !== null && row.endsAt <= now)) return { state: 'none', ...none }
  const { state, id, endsAt } = row
  if (state === 'failed') return { state, ...none }
  if (state === 'making') {
    const read = row.bytes === 0 ? 0 : row.bytesRead / row.bytes
    const percent = stepsDone * LISTING_PERCENT + read * (99 - LISTING_PERCENT)
    return { state, ...none, percent: Math.floor(percent) }
  }
  const parts = (row.parts ?? []).map(({ bytes, files }, index) => ({
    url: exportPartPath(id, index + 1),
    bytes,
    files,
  }))
  return { state, percent: 100, until: endsAt === null ? null : toWireTime(endsAt), parts }
}

type PartId = { userId: number; exportId: number; part: number; now: number }

/** A part whose download has begun. */
type BegunPart = { exportId: number; range: Part; partsCount: number; createdAt: number }

/**
 * Counts a download of a part of a member's own export before anything else is read for it. Fails with `not_found` if
 * there is no such part, or if it has expired, and with `export_download_limit` above the downloads of the export.
 */
export async function beginDownload(
  db: Db,
  { userId, exportId, part, now }: PartId,
): Promise<Result<BegunPart, 'not_found' | 'export_download_limit'>> {
  const isDownloadable = and(
    eq(accountExports.id, exportId),
    eq(accountExports.userId, userId),
    sql`state = 'ready' AND ends_at > ${now} AND json_array_length(parts) >= ${part}`,
  )
  const [counted, [found]] = await db.batch([
    db
      .update(accountExports)
      .set({ downloadsCount: sql`downloads_count + 1` })
      .where(and(isDownloadable, sql`downloads_count < ${EXPORT_DOWNLOADS_PER_PART} * json_array_length(parts)`))
      .returning({ id: accountExports.id }),
    db
      .select({ parts: accountExports.parts, createdAt: accountExports.createdAt })
      .from(accountExports)
      .where(isDownloadable),
  ])
  const range = found?.parts?.[part - 1]
  if (!found?.parts || !range) return failure('not_found')
  if (counted.length === 0) return failure('export_download_limit')
  return success({ exportId, range, partsCount: found.parts.length, createdAt: found.createdAt })
}

/**
 * Lists the files of a part. A file whose sketch, upload or stream was deleted meanwhile is replaced by a text that says
 * so.
 */
export async function listFiles(
  db: Db,
  { exportId, range }: Pick<BegunPart, 'exportId' | 'range'>,
): Promise<ZipFile[]> {
  const files = await db
    .select({
      name: exportedFiles.name,
      fileKey: exportedFiles.fileKey,
      bytes: exportedFiles.bytes,
      crc32: exportedFiles.crc32,
      modifiedAt: exportedFiles.modifiedAt,
      exists: sql`(missing = 0 AND ${hasOwner})`.mapWith(Boolean),
    })
    .from(exportedFiles)
    .where(and(eq(exportedFiles.exportId, exportId), between(exportedFiles.id, range.firstId, range.lastId)))
    .orderBy(asc(exportedFiles.id))
  return files.map(({ exists, crc32, fileKey, ...file }) =>
    exists && crc32 !== null ? { ...file, crc32, source: { fileKey } } : placeholderOf(file),
  )
}

/** The condition that the row of a file still exists. Rows are deleted before their files. */
const hasOwner = sql`CASE source WHEN 'data' THEN 1
  WHEN 'recording' THEN EXISTS (SELECT 1 FROM streams
    WHERE id = CAST(substr(exported_files.file_key, length('streams/') + 1) AS INTEGER) AND replay <> 'none')
  ELSE EXISTS (SELECT 1 FROM sketches WHERE file_key = exported_files.file_key)
    OR EXISTS (SELECT 1 FROM sketch_versions WHERE file_key = exported_files.file_key)
    OR EXISTS (SELECT 1 FROM sketch_files WHERE file_key = exported_files.file_key)
    OR EXISTS (SELECT 1 FROM pending_uploads WHERE file_key = exported_files.file_key) END`

/** Marks a file of an export that R2 does not have, so that the next download says so. */
export async function markMissing(db: Db, exportId: number, fileKey: string): Promise<void> {
  await db
    .update(exportedFiles)
    .set({ missing: true })
    .where(and(eq(exportedFiles.exportId, exportId), eq(exportedFiles.fileKey, fileKey)))
}

const EXPIRED_AT_ONCE = 20
/** Parts of deletions in one run, for all exports. */
const PARTS_MAX = 200

/**
 * Deletes the rows of expired exports, and before them the rows of their files, which can be many. The next run continues
 * after a maximum of parts.
 */
export async function deleteExpired(db: Db, now: number, partsMax = PARTS_MAX): Promise<void> {
  const expired = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(sql`ends_at <= ${now}`)
    .limit(EXPIRED_AT_ONCE)
  let partsLeft = partsMax
  await forEach(expired, async ({ id }) => {
    if (partsLeft === 0) return
    partsLeft -= await deleteInParts(db, exportedFiles, eq(exportedFiles.exportId, id), partsLeft)
    // Some of its files may be left.
    if (partsLeft === 0) return
    await db.delete(accountExports).where(eq(accountExports.id, id))
  })
}
