import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { SketchNotice } from '../../../contract/http/sketches.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { type StoredViolation, sketches } from './schema.ts'

export type AccessFields = {
  userId: number
  mature: boolean
  unlisted: boolean
  /** True if this browser opened the link of the unlisted sketch. */
  linked: boolean
  violation: StoredViolation | null
  /** True when either of artist and viewer blocked the other. */
  blocked: boolean
}

export type AccessViewer = Pick<Viewer, 'id' | 'flags' | 'showMature'>

/** A member, or null for a visitor, with the keys of the links to unlisted sketches that this browser opened. */
export type Reader = { viewer: Viewer | null; linkKeys?: readonly string[] }

/** The columns of `sketches`, or their copies in another table, that decide if a viewer sees a sketch in lists. */
type ListedColumns = Record<'listed' | 'listedForAll' | 'matureBy' | 'artistId', SQLiteColumn>

const ofSketches: ListedColumns = {
  listed: sketches.listed,
  listedForAll: sketches.listedForAll,
  matureBy: sketches.matureBy,
  artistId: sketches.userId,
}

/**
 * The condition of every list of sketches in parts: listed for this viewer, and not by a blocked artist [1 §5]; for
 * artists who switched mature sketches off, also their own. No sketch is in two parts. Each part is a range of an index
 * that starts with these columns; a single condition would not be.
 */
export function listedParts(viewer: Viewer | null, columns = ofSketches): (SQL | undefined)[] {
  return partsWithBlocked(viewer, columns).map((part) => and(part, notBlocked(viewer, columns.artistId)))
}

/** The same parts with blocked artists, for rows that are chosen before blocks are looked up. */
export function partsWithBlocked(viewer: Viewer | null, columns: Omit<ListedColumns, 'artistId'> = ofSketches): SQL[] {
  const shown = eq(viewer?.showMature ? columns.listed : columns.listedForAll, true)
  return seesOwnMature(viewer) ? [shown, eq(columns.matureBy, viewer.id)] : [shown]
}

/** The same as one condition, for sketches that another index finds. */
export function listedFor(viewer: Viewer | null, columns = ofSketches): SQL | undefined {
  return or(...listedParts(viewer, columns))
}

/** The same for a listed sketch that was read for all viewers, except that blocks are looked up apart. */
export function maySeeListed(viewer: AccessViewer | null, sketch: Pick<AccessFields, 'userId' | 'mature'>): boolean {
  return !sketch.mature || viewer?.showMature === true || viewer?.id === sketch.userId
}

/** True for artists whose own mature sketches are an exception in their lists. */
export function seesOwnMature(viewer: Viewer | null): viewer is Viewer {
  return viewer?.hasMature === true && !viewer.showMature
}

/** The condition that neither the viewer nor the member blocked the other; undefined for a visitor. */
export function notBlocked(viewer: Pick<Viewer, 'id'> | null, memberId: SQLiteColumn): SQL | undefined {
  return viewer ? sql`NOT ${blockExists(viewer, qualified(memberId))}` : undefined
}

/** The id of a member, or null across a block, so that an index finds no row of theirs. */
export function unblockedId(viewer: Viewer | null, memberId: number | SQL): SQL {
  return viewer ? sql`(SELECT ${memberId} WHERE NOT ${blockExists(viewer, sql`${memberId}`)})` : sql`${memberId}`
}

/** True if the viewer or the member blocked the other. Aliased, because D1 batches identify columns by name. */
export function blockedColumn(viewer: Viewer | null, memberId: SQLiteColumn): SQL.Aliased<boolean> {
  return (viewer ? blockExists(viewer, qualified(memberId)) : sql`0`).mapWith(Boolean).as('blocked')
}

/** Qualifies a column by its table, which drizzle omits for a single table: `blocks` has one of the same name. */
const qualified = (column: SQLiteColumn) => sql`${column.table}.${sql.identifier(column.name)}`

function blockExists({ id }: Pick<Viewer, 'id'>, other: SQL): SQL<boolean> {
  return sql`(EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = ${id} AND blocks.blocked_id = ${other})
    OR EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = ${other} AND blocks.blocked_id = ${id}))`
}

/** True if the reader has the link of the sketch with this key. */
export function linkedColumn(
  { linkKeys = [] }: Reader,
  linkKey: SQLiteColumn = sketches.linkKey,
): SQL.Aliased<boolean> {
  return inArray(linkKey, [...linkKeys])
    .mapWith(Boolean)
    .as('linked')
}

export function accessColumns(reader: Reader) {
  return {
    userId: sketches.userId,
    mature: sketches.mature,
    unlisted: sketches.unlisted,
    linked: linkedColumn(reader),
    violation: sketches.violation,
    blocked: blockedColumn(reader.viewer, sketches.userId),
  }
}

type Access =
  | { maySee: true; notice: SketchNotice | null }
  | { maySee: false; notice: SketchNotice | 'blocked' | 'missing' }

/**
 * Decides if a viewer may see a sketch, and with which notice [1 §8]. To others than its artist and staff, an unlisted
 * sketch is missing without its link, also if it would be hidden for another reason. So is one that staff deleted.
 */
export function sketchAccess(viewer: AccessViewer | null, sketch: AccessFields): Access {
  const isOwnerOrStaff = viewer?.id === sketch.userId || isStaff(viewer)
  if (sketch.violation === 'deleted') return { maySee: false, notice: 'missing' }
  if (sketch.violation === 'removed' && !isOwnerOrStaff) return { maySee: false, notice: 'missing' }
  if (sketch.unlisted && !sketch.linked && !isOwnerOrStaff) return { maySee: false, notice: 'missing' }
  if (sketch.blocked && !isOwnerOrStaff) return { maySee: false, notice: 'blocked' }
  if (sketch.violation) return { maySee: isOwnerOrStaff, notice: sketch.violation }
  if (sketch.mature && !isOwnerOrStaff && !viewer?.showMature) return { maySee: false, notice: 'mature' }
  // Staff with mature sketches switched off must confirm first.
  if (sketch.mature && !viewer?.showMature && viewer?.id !== sketch.userId) return { maySee: true, notice: 'mature' }
  return { maySee: true, notice: sketch.unlisted ? 'unlisted' : null }
}

/** The condition that a sketch exists for its artist and staff: its rows are not being deleted. */
export const isKept = sql`sketches.violation IS NOT 'deleted'`

/** Only listed sketches can be featured. */
export function mayBeFeatured(sketch: Pick<AccessFields, 'unlisted' | 'violation'>): boolean {
  return !sketch.unlisted && !sketch.violation
}

/** True if everyone with the link may see a sketch, so that shared caches may store its pictures. */
export function everyoneMaySee(sketch: Pick<AccessFields, 'violation' | 'mature'>): boolean {
  return !sketch.violation && !sketch.mature
}
