import { and, eq } from 'drizzle-orm'
import type { GroupRole } from '../../../contract/http/groups.ts'
import type { Db } from '../../lib/database.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { groupMembers, groups } from './schema.ts'
import { isGroupShown } from './visibility.ts'

/** Finds a group with the viewer's role; null for a missing group. The role is null for viewers who are not members. */
export async function findMembership(db: Db, viewer: Viewer, slug: string) {
  const found = await db
    .select({ id: groups.id, role: groupMembers.role })
    .from(groups)
    .leftJoin(groupMembers, and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, viewer.id)))
    .where(and(eq(groups.slug, slug), isGroupShown(viewer)))
    .get()
  return found ?? null
}

/** True for members who may open compos and challenges of the group: its owner and moderators, and staff. */
export const mayOpenEvents = (viewer: Viewer, role: GroupRole | null): boolean =>
  isStaff(viewer) || role === 'owner' || role === 'moderator'
