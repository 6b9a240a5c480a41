import { isNotNull, lte, or, type SQL } from 'drizzle-orm'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { compos } from './schema.ts'

/** The condition that lists show a compo: it has begun. Staff see it before. */
export const isListed = (viewer: Viewer | null, now: number): SQL | undefined =>
  isStaff(viewer) ? undefined : lte(compos.startsAt, now)

/** The condition that a compo has a page: it has begun, or belongs to a group, whose compos are announced. */
export const mayOpen = (viewer: Viewer | null, now: number): SQL | undefined =>
  isStaff(viewer) ? undefined : or(lte(compos.startsAt, now), isNotNull(compos.groupId))
