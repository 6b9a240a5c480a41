import { type SQL, sql } from 'drizzle-orm'
import { isGroupAdmin, isStaff, type Viewer } from '../users/viewer.ts'

/** True for viewers who see hidden groups: gloperators, admins and group admins. */
export const seesHiddenGroups = (viewer: Viewer | null): boolean => isStaff(viewer) || isGroupAdmin(viewer)

/**
 * The condition that a viewer sees a row of `groups`: the group is not hidden or closed, or the viewer sees such
 * groups.
 */
export const isGroupShown = (viewer: Viewer | null): SQL =>
  seesHiddenGroups(viewer) ? sql`1` : sql`groups.hidden_at IS NULL`

/** Selects the id of the group with this slug; null if it is missing or hidden from the viewer. */
export const shownGroupId = (viewer: Viewer | null, slug: string): SQL =>
  sql`(SELECT groups.id FROM groups WHERE slug = ${slug} AND ${isGroupShown(viewer)})`
