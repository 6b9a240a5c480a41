import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../lib/app-error.ts'
import type { Db } from '../../lib/database.ts'
import type { Viewer } from '../users/viewer.ts'
import { sketches } from './schema.ts'
import { type AccessFields, accessColumns, sketchAccess } from './visibility.ts'

/** The tags of a sketch in their order, JSON, as a column. */
export const tagsOf = sql<string>`(SELECT json_group_array(name) FROM (SELECT tags.name FROM sketch_tags JOIN tags ON tags.id = sketch_tags.tag_id WHERE sketch_tags.sketch_id = sketches.id ORDER BY sketch_tags.position))`

/** What decides whether this viewer may act on a sketch, or null when there is none. */
export async function findAccessFields(db: Db, viewer: Viewer | null, id: number): Promise<AccessFields | null> {
  return (await db.select(accessColumns(viewer)).from(sketches).where(eq(sketches.id, id)).get()) ?? null
}

/** A sketch that this viewer may see, to act on. @throws AppError `not_found`. */
export async function requireSketch(db: Db, viewer: Viewer, id: number): Promise<AccessFields> {
  const sketch = await findAccessFields(db, viewer, id)
  if (!sketch || !sketchAccess(viewer, sketch).maySee) throw new AppError('not_found')
  return sketch
}

/** Lets the artist of a sketch alone go on. @throws AppError `not_found`, `forbidden`. */
export async function requireOwnSketch(db: Db, member: Viewer, id: number): Promise<void> {
  const sketch = await db.select({ userId: sketches.userId }).from(sketches).where(eq(sketches.id, id)).get()
  if (!sketch) throw new AppError('not_found')
  if (sketch.userId !== member.id) throw new AppError('forbidden')
}
