import { isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { compos } from './schema.ts'

/** The condition that lists show a compo: it has begun. Staff see it before. */
export const isListed = (viewer: Viewer | null, now: number): SQL | undefined =>
  isStaff(viewer) ? undefined : lte(compos.startsAt, now)

/** The condition that a compo has a page: it has begun, or belongs to a group, whose compos are announced. */
export const mayOpen = (viewer: Viewer | null, now: number): SQL | undefined =>
  isStaff(viewer) ? undefined : or(lte(compos.startsAt, now), isNotNull(compos.groupId))

/** The condition that a compo has no entries, votes or comments, so that it can be deleted. */
export const isCompoEmpty = (compoId: SQL): SQL =>
  sql`(NOT EXISTS (SELECT 1 FROM compo_entries WHERE compo_entries.compo_id = ${compoId})
    AND NOT EXISTS (SELECT 1 FROM compo_ballots WHERE compo_ballots.compo_id = ${compoId})
    AND NOT EXISTS (SELECT 1 FROM comments WHERE target_type = 'compo' AND target_id = ${compoId}))`
