import { and, count, desc, eq, ne, sql } from 'drizzle-orm'
import { type SketchStats, sketchStats } from '../../../contract/http/sketch-files.ts'
import type { SketchThumb } from '../../../contract/http/sketch-page.ts'
import type { SketchHasCoOps, SketchHearts, SketchInfo } from '../../../contract/http/sketches.ts'
import { HEARTS_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { hearts } from '../../domain/ledger/schema.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { mergeParts, ROWS_TRIED } from '../../domain/sketch-lists/select-rows.ts'
import { sketchThumbOf, thumbColumns } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import {
  type AccessFields,
  accessColumns,
  blockedColumn,
  notBlocked,
  partsWithBlocked,
  type Reader,
  sketchAccess,
} from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import { sketchVersions } from '../../domain/versions/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { parseStrings } from '../../lib/json.ts'

const selectAccess = (db: Db, reader: Reader, id: number) =>
  db.select(accessColumns(reader)).from(sketches).where(eq(sketches.id, id))

const maySee = ({ viewer }: Reader, [access]: AccessFields[]) =>
  access !== undefined && sketchAccess(viewer, access).maySee

/** Finds what a preview of a sketch shows; null for a hidden sketch. */
export async function findThumb(db: Db, reader: Reader, id: number): Promise<SketchThumb | null> {
  const row = await db
    .select({ thumb: thumbColumns, access: accessColumns(reader) })
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(eq(sketches.id, id))
    .get()
  return row && maySee(reader, [row.access]) ? sketchThumbOf(row.thumb) : null
}

/** Finds the statistics of a sketch's file; null without a file that this viewer may see. */
export async function findStats(
  db: Db,
  reader: Reader,
  { id, ofOwnPrivate }: { id: number; ofOwnPrivate: boolean },
): Promise<SketchStats | null> {
  const [access, [file]] = await db.batch([
    selectAccess(db, reader, id),
    db
      .select({ stats: sketchFiles.stats, private: sketchFiles.private })
      .from(sketchFiles)
      .where(and(eq(sketchFiles.sketchId, id), eq(sketchFiles.kind, 'sketchFile'))),
  ])
  if (!file?.stats || !maySee(reader, access)) return null
  const mayReadFile = !file.private || (ofOwnPrivate && access[0]?.userId === reader.viewer?.id)
  return mayReadFile ? sketchStats.parse(JSON.parse(file.stats)) : null
}

/** Finds sizes, colours and counts of a sketch's files; null for a hidden sketch. */
export async function findInfo(db: Db, reader: Reader, id: number): Promise<SketchInfo | null> {
  // Aliased: a batch merges columns of the same name.
  const bytesOf = (kind: 'video' | 'sketchFile') =>
    sql<number | null>`(SELECT bytes FROM sketch_files WHERE sketch_id = sketches.id AND kind = ${kind}
      AND (private = 0 OR sketches.user_id = ${reader.viewer?.id ?? 0}))`.as(kind)
  const [access, [info], [versions]] = await db.batch([
    selectAccess(db, reader, id),
    db
      .select({
        width: sketches.width,
        height: sketches.height,
        bytes: sketches.bytes,
        contentType: sketches.contentType,
        colours: sketches.colours,
        fileBytes: bytesOf('sketchFile'),
        videoBytes: bytesOf('video'),
      })
      .from(sketches)
      .where(eq(sketches.id, id)),
    db.select({ count: count() }).from(sketchVersions).where(eq(sketchVersions.sketchId, id)),
  ])
  if (!info || !maySee(reader, access)) return null
  return { ...info, colours: parseStrings(info.colours), versions: versions?.count ?? 0 }
}

/**
 * Lists the members who gave a heart, latest first; null for a hidden sketch. Blocked members are left out after a page
 * was read, so that many of them cost no more. @throws InvalidCursor.
 */
export async function listHearts(
  db: Db,
  reader: Reader,
  { id, cursor }: { id: number; cursor: string | undefined },
): Promise<SketchHearts | null> {
  const name = `sketch hearts ${id}`
  const last = decodeCursor(name, 2, cursor)
  const before = last && sql`(${hearts.createdAt}, ${hearts.userId}) < (${last[0]}, ${last[1]})`
  const [access, rows] = await db.batch([
    selectAccess(db, reader, id),
    db
      .select({
        userId: users.id,
        nickname: users.nickname,
        avatarKey: users.avatarKey,
        at: hearts.createdAt,
        blocked: blockedColumn(reader.viewer, users.id),
      })
      .from(hearts)
      .innerJoin(users, eq(users.id, hearts.userId))
      .where(and(eq(hearts.sketchId, id), before || undefined))
      .orderBy(desc(hearts.createdAt), desc(hearts.userId))
      .limit(HEARTS_PAGE_SIZE),
  ])
  if (!maySee(reader, access)) return null
  const end = rows.at(-1)
  const done = rows.length < HEARTS_PAGE_SIZE || !end
  return {
    items: rows
      .filter(({ blocked }) => !blocked)
      .map(({ avatarKey, at, blocked: _, ...person }) => ({
        ...person,
        avatar: avatarKey && imageBase(avatarKey),
        date: toWireTime(at),
      })),
    cursor: done ? '' : encodeCursor(name, [end.at, end.userId]),
    done,
  }
}

/**
 * Finds the co-op of a sketch. `hasCoOps` is true if one of the continuations that are tried there is shown. Null for a
 * hidden sketch.
 */
export async function findCoOps(db: Db, reader: Reader, id: number): Promise<SketchHasCoOps | null> {
  const tried = mergeParts(partsWithBlocked(reader.viewer), (part) =>
    db
      .select({ id: sketches.id })
      .from(sketches)
      .where(and(eq(sketches.coopId, id), ne(sketches.id, id), part))
      .$dynamic(),
  )
    .limit(ROWS_TRIED)
    .as('tried')
  const [access, [sketch], continuations] = await db.batch([
    selectAccess(db, reader, id),
    db.select({ coOp: sketches.coopId }).from(sketches).where(eq(sketches.id, id)),
    db
      .select({ id: sketches.id })
      .from(tried)
      .crossJoin(sketches)
      .where(and(eq(sketches.id, tried.id), notBlocked(reader.viewer, sketches.userId)))
      .limit(1),
  ])
  return sketch && maySee(reader, access) ? { ...sketch, hasCoOps: continuations.length > 0 } : null
}
