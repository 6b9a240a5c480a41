import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import { mergeParts, ROWS_TRIED } from '../../domain/sketch-lists/select-rows.ts'
import { thumbColumns } from '../../domain/sketches/list-items.ts'
import { sketches, sketchTags } from '../../domain/sketches/schema.ts'
import { listedFor, partsWithBlocked, seesOwnMature, unblockedId } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

const MORE_MAX = 6
const WIPS_MAX = 3
/** Two rows on a wide window. */
const SIMILAR_MAX = 16
const TAGS_COMPARED = 3
const NEWEST_PER_TAG = 8

/** Other sketches of the artist, newest first; none across a block. */
export function selectMoreByArtist(db: Db, viewer: Viewer | null, id: number) {
  const artist = unblockedId(viewer, sql`(SELECT user_id FROM sketches AS here WHERE here.id = ${id})`)
  const [listed] = partsWithBlocked(viewer)
  // Null unless the viewer is the artist, so that the index finds nothing.
  const ownId = sql`(SELECT user_id FROM sketches AS here WHERE here.id = ${id} AND here.user_id = ${viewer?.id})`
  const ownMature = seesOwnMature(viewer) ? [eq(sketches.matureBy, ownId)] : []
  return mergeParts([and(eq(sketches.userId, artist), listed), ...ownMature], (part) =>
    db
      .select(thumbColumns)
      .from(sketches)
      .innerJoin(users, eq(users.id, sketches.userId))
      .where(and(part, ne(sketches.id, id)))
      .$dynamic(),
  )
    .orderBy(sql`sketches.id DESC`)
    .limit(MORE_MAX)
}

/** Sketches that continue a sketch, newest first, among the newest of all. */
export function selectWips(db: Db, viewer: Viewer | null, id: number) {
  const newest = db
    .select({ id: sketches.id })
    .from(sketches)
    .where(eq(sketches.parentId, id))
    .orderBy(desc(sketches.id))
    .limit(ROWS_TRIED)
    .as('newest')
  return db
    .select(thumbColumns)
    .from(newest)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(eq(sketches.id, newest.id), listedFor(viewer), eq(users.id, sketches.userId)))
    .limit(WIPS_MAX)
}

/** The sketch that a sketch continues. Its own artist sees it also when it is unlisted or mature. */
export function selectParent(db: Db, viewer: Viewer | null, id: number) {
  const parent = sql`(SELECT parent_id FROM sketches AS here WHERE here.id = ${id})`
  return db
    .select(thumbColumns)
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(and(eq(sketches.id, parent), or(listedFor(viewer), viewer ? eq(sketches.userId, viewer.id) : undefined)))
}

/**
 * Sketches that share the most of a sketch's first three tags. Only the eight newest of each tag are compared, so that
 * popular tags cost no more. Sketches of blocked artists are left out without a replacement.
 */
export function selectSimilar(db: Db, viewer: Viewer | null, id: number) {
  const newestOf = (position: number) => {
    const tag = sql`(SELECT tag_id FROM sketch_tags WHERE sketch_id = ${id} AND position = ${position})`
    const parts = partsWithBlocked(viewer, sketchTags).map(
      (part) => sql`SELECT sketch_id FROM sketch_tags WHERE ${part} AND tag_id = ${tag} AND sketch_id <> ${id}`,
    )
    return sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)} ORDER BY sketch_id DESC LIMIT ${NEWEST_PER_TAG})`
  }
  const newest = sql.join(
    Array.from({ length: TAGS_COMPARED }, (_, position) => newestOf(position)),
    sql` UNION ALL `,
  )
  const sharing = sql`(SELECT sketch_id, count(*) AS shared_count FROM (${newest})
    GROUP BY sketch_id ORDER BY shared_count DESC, sketch_id DESC LIMIT ${SIMILAR_MAX}) AS sharing`
  return db
    .select(thumbColumns)
    .from(sharing)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(sql`sketches.id = sharing.sketch_id`, eq(users.id, sketches.userId), listedFor(viewer)))
    .orderBy(sql`sharing.shared_count DESC, sharing.sketch_id DESC`)
}
