import { and, eq, ne, sql } from 'drizzle-orm'
import type { CoOpTree, CreateImageBody } from '../../../contract/http/co-ops.ts'
import { CO_OP_JOINING_COUNTED, COOP_TREE_MAX, SKETCHES_PER_CO_OP_EDIT } from '../../../contract/limits.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { mergeParts, ROWS_TRIED } from '../../domain/sketch-lists/select-rows.ts'
import { sketchThumbOf, thumbColumns } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked, partsWithBlocked } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { batchEach, type Db } from '../../lib/database.ts'
import { DONE, type Result, tryWrite } from '../../lib/result.ts'
import { coOps, libraryImages } from './schema.ts'

type NewImage = CreateImageBody & { artistId: number }
type NewCoOp = CreateImageBody & { description: string; userId: number; joining: Joining; now: number }

/** The title, or the sketch's own title if it is empty. */
const entryTitle = (title: string, sketchId: number) =>
  title === '' ? sql<string>`(SELECT sketches.title FROM sketches WHERE sketches.id = ${sketchId})` : title

/** Adds a sketch to the image library, or renames it there, with an entry in the audit log. */
export async function addLibraryImage(
  db: Db,
  image: NewImage,
  { staff, now }: { staff: Viewer; now: number },
): Promise<void> {
  const { sketchId, path, artistId } = image
  const title = entryTitle(image.title, sketchId)
  const changes = { path: [null, path], title: [null, image.title] } as const
  const target = { userId: artistId, targetType: 'sketch', targetId: sketchId, changes }
  await db.batch([
    db
      .insert(libraryImages)
      .values({ sketchId, path, title, createdBy: staff.id, createdAt: now })
      .onConflictDoUpdate({ target: [libraryImages.sketchId, libraryImages.path], set: { title } }),
    auditEntry(db, { staffId: staff.id, action: 'createImage', ...target }, now),
  ])
}

/** The ids of a sketch and of its continuations that are in no co-op. */
const continuationsOf = (sketchId: number) => sql`(WITH RECURSIVE continuations(id) AS (SELECT ${sketchId}
  UNION SELECT later.id FROM continuations
    JOIN sketches AS later ON later.parent_id = continuations.id WHERE later.coop_id IS NULL)
  SELECT id FROM continuations)`

/** The number of sketches that join a co-op with its start; null if the sketch is in a co-op already. */
export type Joining = number | null

/** The number of sketches of `continuationsOf`, up to a maximum. */
const countUpTo = (sketchId: number, most: number) =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM ${continuationsOf(sketchId)} LIMIT ${most}))`

/** Counts the sketches that join a co-op, up to `CO_OP_JOINING_COUNTED`. Reads all of them, so count an edit first. */
export async function countJoining(db: Db, sketchId: number): Promise<Joining> {
  const row = await db.get<{ n: number }>(
    sql`SELECT ${countUpTo(sketchId, CO_OP_JOINING_COUNTED)} AS n FROM sketches WHERE id = ${sketchId} AND coop_id IS NULL`,
  )
  return row?.n ?? null
}

/** Returns the edits that the start of a co-op counts beyond the first one. */
export const furtherEdits = (joining: Joining): number => Math.floor((joining ?? 0) / SKETCHES_PER_CO_OP_EDIT)

/**
 * Starts a co-op with a sketch of the member and all its continuations, or renames it. Fails with `in_another_co_op` also
 * if the sketch has more continuations by now than were counted as edits.
 */
export async function addCoOp(
  db: Db,
  { sketchId, path, description, userId, joining, now, ...named }: NewCoOp,
): Promise<Result<void, 'in_another_co_op'>> {
  const title = entryTitle(named.title, sketchId)
  const upsert = db
    .insert(coOps)
    .values({ sketchId, path, title, description, createdBy: userId, createdAt: now })
    .onConflictDoUpdate({ target: coOps.sketchId, set: { path, title, description } })
  const statements = joining === null ? [upsert] : [updateJoining(db, sketchId, joining), upsert]
  const made = await tryWrite(batchEach(db, statements), { in_another_co_op: 'in_another_co_op' })
  return made.ok ? DONE : made
}

function updateJoining(db: Db, sketchId: number, joining: number) {
  const isJoining = sql`coop_id IS NULL AND id IN ${continuationsOf(sketchId)}`
  const most = (furtherEdits(joining) + 1) * SKETCHES_PER_CO_OP_EDIT
  const isCounted = joining < CO_OP_JOINING_COUNTED ? sql`${countUpTo(sketchId, most)} < ${most}` : sql`true`
  return db.update(sketches).set({ coopId: sketchId }).where(sql`${isCounted} AND ${isJoining}`)
}

/** Finds a co-op with its oldest visible continuations; null unless the sketch began it. */
export async function findCoOpTree(db: Db, viewer: Viewer | null, id: number): Promise<CoOpTree | null> {
  const oldest = mergeParts(partsWithBlocked(viewer), (part) =>
    db
      .select({ id: sketches.id })
      .from(sketches)
      .where(and(eq(sketches.coopId, id), ne(sketches.id, id), part))
      .$dynamic(),
  )
    .orderBy(sql`id`)
    .limit(COOP_TREE_MAX + ROWS_TRIED)
    .as('oldest')
  const [[coOp], roots, continuations] = await db.batch([
    db.select({ title: coOps.title, description: coOps.description }).from(coOps).where(eq(coOps.sketchId, id)),
    db
      .select({ ...thumbColumns, parentId: sketches.parentId })
      .from(sketches)
      .innerJoin(users, eq(users.id, sketches.userId))
      .where(and(eq(sketches.id, id), eq(sketches.coopId, id), listedFor(viewer))),
    db
      .select({ ...thumbColumns, parentId: sketches.parentId })
      .from(oldest)
      .crossJoin(sketches)
      .crossJoin(users)
      .where(and(eq(sketches.id, oldest.id), notBlocked(viewer, sketches.userId), eq(users.id, sketches.userId)))
      .limit(COOP_TREE_MAX + 1),
  ])
  const [first] = roots
  if (!first) return null
  const shown = continuations.slice(0, COOP_TREE_MAX)
  const shownIds = new Set([first, ...shown].map((node) => node.id))
  const nodeOf = ({ parentId, ...row }: typeof first) => ({
    ...sketchThumbOf(row),
    // The viewer may not know of other parents.
    parentId: parentId !== null && shownIds.has(parentId) ? parentId : null,
  })
  const root = nodeOf(first)
  return {
    id,
    title: coOp?.title || root.title,
    description: coOp?.description ?? '',
    root,
    nodes: shown.map(nodeOf),
    more: continuations.length > COOP_TREE_MAX,
  }
}
