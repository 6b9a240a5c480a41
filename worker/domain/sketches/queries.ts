import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { DONE, failure, type Result, success } from '../../lib/result.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { sketches } from './schema.ts'
import { type AccessFields, accessColumns, type Reader, sketchAccess } from './visibility.ts'

/** The tags of a sketch as a JSON array of names, in the artist's order. */
export const tagsColumn = sql<string>`(SELECT json_group_array(name) FROM (SELECT tags.name FROM sketch_tags JOIN tags ON tags.id = sketch_tags.tag_id WHERE sketch_tags.sketch_id = sketches.id ORDER BY sketch_tags.position))`

export const selectAccessFields = (db: Db, reader: Reader, id: number) =>
  db.select(accessColumns(reader)).from(sketches).where(eq(sketches.id, id))

export async function findAccessFields(db: Db, reader: Reader, id: number): Promise<AccessFields | null> {
  return (await selectAccessFields(db, reader, id).get()) ?? null
}

/** Finds the access fields of a sketch; null if the reader may not see it. */
export async function findVisibleSketch(db: Db, reader: Reader, id: number): Promise<AccessFields | null> {
  const sketch = await findAccessFields(db, reader, id)
  return sketch && sketchAccess(reader.viewer, sketch).maySee ? sketch : null
}

/** Finds a sketch that belongs to the reader. */
export async function checkOwnSketch(
  db: Db,
  reader: Reader,
  id: number,
): Promise<Result<AccessFields, 'not_found' | 'forbidden'>> {
  const sketch = await findVisibleSketch(db, reader, id)
  if (!sketch) return failure('not_found')
  return sketch.userId === reader.viewer?.id ? success(sketch) : failure('forbidden')
}

/** The refusal of a change to a sketch of another member. A sketch that the reader may not see counts as missing. */
export async function refusalFor(db: Db, reader: Reader, id: number): Promise<'not_found' | 'forbidden'> {
  return refusalOf(reader.viewer, await findAccessFields(db, reader, id))
}

/** Checks that a member is the artist of a sketch, or staff [1 §6]. */
export function checkArtistOrStaff(member: Viewer, sketch: AccessFields): Result<void, 'forbidden' | 'not_found'> {
  return sketch.userId === member.id || isStaff(member) ? DONE : failure(refusalOf(member, sketch))
}

const refusalOf = (viewer: Viewer | null, sketch: AccessFields | null) =>
  sketch && sketchAccess(viewer, sketch).maySee ? 'forbidden' : 'not_found'
