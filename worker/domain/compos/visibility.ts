import { lte, type SQL } from 'drizzle-orm'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { compos } from './schema.ts'

/** The condition that a compo has begun. Staff see it before. */
export const hasBegun = (viewer: Viewer | null, now: number): SQL | undefined =>
  isStaff(viewer) ? undefined : lte(compos.startsAt, now)
