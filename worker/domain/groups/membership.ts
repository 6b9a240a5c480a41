import { and, eq } from 'drizzle-orm'
import type { GroupRole } from '../../../contract/http/groups.ts'
import type { Db } from '../../lib/database.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { groupMembers, groups } from './schema.ts'

/** Finds a group with the role of a member, which is null for others; null for a missing group. */
export async function findMembership(db: Db, { slug, userId }: { slug: string; userId: number }) {
  const found = await db
    .select({ id: groups.id, role: groupMembers.role })
    .from(groups)
    .leftJoin(groupMembers, and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, userId)))
    .where(eq(groups.slug, slug))
    .get()
  return found ?? null
}

/** True for staff, and for owners and moderators of the group: they open its compos and challenges. */
export const mayOpenEvents = (viewer: Viewer, role: GroupRole | null): boolean =>
  isStaff(viewer) || role === 'owner' || role === 'moderator'
