import { eq, sql } from 'drizzle-orm'
import type { SketchPage } from '../../../contract/http/sketch.ts'
import type { Db } from '../../lib/db.ts'
import { isStaff, type Viewer } from '../../lib/viewer.ts'
import { users } from '../users/schema.ts'
import { belongingsOf, selectBelongings } from './belongings.ts'
import { itemColumns, sketchItemOf } from './listing.ts'
import { sketches } from './schema.ts'
import { blockedWith, type Restriction, restrictionColumns, sketchAccess } from './visibility.ts'

/** The tags of a sketch in their order, JSON, as a column. */
export const tagsOf = sql<string>`(SELECT json_group_array(name) FROM (SELECT tags.name FROM sketch_tags JOIN tags ON tags.id = sketch_tags.tag_id WHERE sketch_tags.sketch_id = sketches.id ORDER BY sketch_tags.position))`

/** A sketch with all that its page shows, or only the notice when this viewer may not see it; null when there is none. */
export async function findSketchPage(db: Db, viewer: Viewer | null, id: number): Promise<SketchPage | null> {
  const page = db
    .select({
      ...itemColumns,
      violation: sketches.violation,
      blocked: blockedWith(viewer, sketches.userId),
      description: sketches.description,
      madeWithAi: sketches.madeWithAi,
      heartsReceived: users.heartsReceived,
      tags: tagsOf,
      userHeart: sql<number>`EXISTS (SELECT 1 FROM hearts WHERE hearts.sketch_id = sketches.id AND hearts.user_id = ${viewer?.id ?? 0})`,
    })
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(eq(sketches.id, id))
  const [[row], ...belongings] = await db.batch([page, ...selectBelongings(db, viewer, id)])
  if (!row) return null
  const { violation, blocked, description, madeWithAi, heartsReceived, tags, userHeart, ...itemRow } = row
  const access = sketchAccess(viewer, { ...itemRow, violation, blocked })
  if (!access.maySee) return { hidden: true, id, notice: access.notice }
  const own = viewer?.id === row.userId
  return {
    hidden: false,
    ...sketchItemOf(itemRow),
    notice: access.notice,
    description,
    tags: JSON.parse(tags),
    madeWithAi,
    heartsReceived,
    userHeart: userHeart === 1,
    userCanHeart: viewer !== null && !own && userHeart === 0,
    userCanDelete: own || isStaff(viewer),
    ...belongingsOf(viewer, row, belongings),
  }
}

/** Who made a sketch and where its files lie, those of earlier versions too, or null. */
export async function findSketchFiles(db: Db, id: number): Promise<{ userId: number; fileKeys: string[] } | null> {
  const row = await db
    .select({
      userId: sketches.userId,
      fileKey: sketches.fileKey,
      others: sql<string>`(SELECT json_group_array(file_key) FROM (
        SELECT file_key FROM sketch_versions WHERE sketch_id = sketches.id
        UNION ALL SELECT file_key FROM sketch_files WHERE sketch_id = sketches.id))`,
    })
    .from(sketches)
    .where(eq(sketches.id, id))
    .get()
  return row ? { userId: row.userId, fileKeys: [row.fileKey, ...JSON.parse(row.others)] } : null
}

/** What decides whether this viewer may act on a sketch, or null when there is none. */
export async function findRestriction(db: Db, viewer: Viewer | null, id: number): Promise<Restriction | null> {
  return (await db.select(restrictionColumns(viewer)).from(sketches).where(eq(sketches.id, id)).get()) ?? null
}

/** Removes a sketch with its hearts, comments and tags; the glops it earned go with it. The file is left to the caller. */
export async function removeSketch(db: Db, id: number): Promise<void> {
  await db.delete(sketches).where(eq(sketches.id, id))
}

const TAGS_SUGGESTED = 8
const TAGS_LOOKED_AT = 100

/**
 * Tags that begin as typed, most used first. Up to three letters there is an index in that order; of longer beginnings
 * the first hundred by name are looked at, so that no beginning reads more.
 */
export async function listTags(db: Db, beginning: string): Promise<string[]> {
  const letters = [...beginning].length
  if (letters === 0) return []
  const used = sql`sketches_count > 0`
  const rows =
    letters <= 3
      ? sql`SELECT name FROM tags WHERE ${sql.identifier(`start${letters}`)} = ${beginning} AND ${used}
          ORDER BY sketches_count DESC LIMIT ${TAGS_SUGGESTED}`
      : sql`SELECT name FROM (SELECT name, sketches_count FROM tags
            WHERE name >= ${beginning} AND name < ${`${beginning}\u{10ffff}`} ORDER BY name LIMIT ${TAGS_LOOKED_AT})
          WHERE ${used} ORDER BY sketches_count DESC, name LIMIT ${TAGS_SUGGESTED}`
  return (await db.all<{ name: string }>(rows)).map((row) => row.name)
}
