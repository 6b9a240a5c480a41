import { type SQL, sql } from 'drizzle-orm'
import { isGroupAdmin, isStaff, type Viewer } from '../users/viewer.ts'

/** True for gloperators, admins and group admins: hidden groups are missing for everyone else. */
export const seesHiddenGroups = (viewer: Viewer | null): boolean => isStaff(viewer) || isGroupAdmin(viewer)

/** The condition that a viewer sees a row of `groups`: staff did not hide the group, and its owner did not close it. */
export const isGroupShown = (viewer: Viewer | null): SQL =>
  seesHiddenGroups(viewer) ? sql`1` : sql`groups.hidden_at IS NULL`

/** The id of the group with this address as SQL; null if it is missing or hidden from the viewer. */
export const shownGroupId = (viewer: Viewer | null, slug: string): SQL =>
  sql`(SELECT groups.id FROM groups WHERE slug = ${slug} AND ${isGroupShown(viewer)})`
