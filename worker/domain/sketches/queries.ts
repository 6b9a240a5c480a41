import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import type { Viewer } from '../users/viewer.ts'
import { sketches } from './schema.ts'
import { type AccessFields, accessColumns, sketchAccess } from './visibility.ts'

export const tagsColumn = sql<string>`(SELECT json_group_array(name) FROM (SELECT tags.name FROM sketch_tags JOIN tags ON tags.id = sketch_tags.tag_id WHERE sketch_tags.sketch_id = sketches.id ORDER BY sketch_tags.position))`

export async function findAccessFields(db: Db, viewer: Viewer | null, id: number): Promise<AccessFields | null> {
  return (await db.select(accessColumns(viewer)).from(sketches).where(eq(sketches.id, id)).get()) ?? null
}

export async function findVisibleSketch(db: Db, viewer: Viewer, id: number): Promise<AccessFields | null> {
  const sketch = await findAccessFields(db, viewer, id)
  return sketch && sketchAccess(viewer, sketch).maySee ? sketch : null
}

export async function checkOwnSketch(
  db: Db,
  member: Viewer,
  id: number,
): Promise<Result<void, 'not_found' | 'forbidden'>> {
  const sketch = await db.select({ userId: sketches.userId }).from(sketches).where(eq(sketches.id, id)).get()
  if (!sketch) return failure('not_found')
  return sketch.userId === member.id ? DONE : failure('forbidden')
}
