import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { SketchNotice } from '../../../contract/http/sketches.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { sketches } from './schema.ts'

/** What decides who may see a sketch. */
export type AccessFields = {
  userId: number
  mature: boolean
  unlisted: boolean
  violation: 'copyright' | 'inappropriate' | 'notsketch' | null
  /** Whether its artist and the viewer have blocked each other, either way. */
  blocked: boolean
}

/** What decides what a member may see. */
export type AccessViewer = Pick<Viewer, 'id' | 'flags' | 'showMature'>

/** The condition that every list of sketches starts with: what this viewer is shown without asking [1 §5]. */
export function listedFor(viewer: Viewer | null): SQL | undefined {
  return and(
    viewer?.showMature ? eq(sketches.listed, true) : eq(sketches.listedForAll, true),
    notBlocked(viewer, sketches.userId),
  )
}

/** The condition that what a member made is not hidden by a block, either way; nothing is hidden from visitors. */
export function notBlocked(viewer: Viewer | null, memberId: SQLiteColumn): SQL | undefined {
  return viewer ? sql`NOT ${blockExists(viewer, memberId)}` : undefined
}

/** Whether a block stands between the viewer and a member, as a column; named, for a batch goes by the names of columns. */
export function blockedWith(viewer: Viewer | null, memberId: SQLiteColumn): SQL.Aliased<boolean> {
  return (viewer ? blockExists(viewer, memberId) : sql`0`).mapWith(Boolean).as('blocked')
}

function blockExists({ id }: Viewer, memberId: SQLiteColumn): SQL<boolean> {
  // With its table, which drizzle leaves out of a query on one table: `blocks` has a column of the same name.
  const other = sql`${memberId.table}.${sql.identifier(memberId.name)}`
  return sql`(EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = ${id} AND blocks.blocked_id = ${other})
    OR EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = ${other} AND blocks.blocked_id = ${id}))`
}

/** The columns that `sketchAccess` decides by. */
export function accessColumns(viewer: Viewer | null) {
  return {
    userId: sketches.userId,
    mature: sketches.mature,
    unlisted: sketches.unlisted,
    violation: sketches.violation,
    blocked: blockedWith(viewer, sketches.userId),
  }
}

type Access = { maySee: true; notice: SketchNotice | null } | { maySee: false; notice: SketchNotice | 'blocked' }

/** Whether a viewer who has the link may see the sketch, and what is said about it [1 §8]. */
export function sketchAccess(viewer: AccessViewer | null, sketch: AccessFields): Access {
  const own = viewer?.id === sketch.userId || isStaff(viewer)
  if (sketch.blocked && !own) return { maySee: false, notice: 'blocked' }
  if (sketch.violation) return { maySee: own, notice: sketch.violation }
  if (sketch.mature && !own && !viewer?.showMature) return { maySee: false, notice: 'mature' }
  // Staff who did not choose to see mature sketches are asked before they are shown one.
  if (sketch.mature && !viewer?.showMature && viewer?.id !== sketch.userId) return { maySee: true, notice: 'mature' }
  return { maySee: true, notice: sketch.unlisted ? 'unlisted' : null }
}

/** Whether a sketch is for everyone to come upon, so that it may be put forward. */
export function mayBeFeatured(sketch: Pick<AccessFields, 'unlisted' | 'violation'>): boolean {
  return !sketch.unlisted && !sketch.violation
}

/** Whether everyone who has the link may see it, so that its pictures may be kept in shared caches. */
export function isForAll(sketch: Pick<AccessFields, 'violation' | 'mature'>): boolean {
  return !sketch.violation && !sketch.mature
}
