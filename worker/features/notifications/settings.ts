import { and, desc, eq, sql } from 'drizzle-orm'
import {
  type MuteBody,
  type NotificationSettings,
  type OptionalCategory,
  optionalCategory,
} from '../../../contract/http/notifications.ts'
import { MUTED_LIST_MAX } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { mutedThreads, notificationOptOuts } from '../../domain/notifications/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { notBlocked } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

/** Reads the categories that are on, and muted sketches, profiles, groups and compos, latest first. */
export async function readSettings(db: Db, member: Viewer): Promise<NotificationSettings> {
  const [off, muted] = await db.batch([
    db
      .select({ category: notificationOptOuts.category })
      .from(notificationOptOuts)
      .where(eq(notificationOptOuts.userId, member.id)),
    db
      .select({
        type: mutedThreads.targetType,
        id: mutedThreads.targetId,
        // Members who may not see the sketch get no title.
        name: sql<string | null>`CASE muted_threads.target_type
          WHEN 'profile' THEN (SELECT nickname FROM users WHERE id = muted_threads.target_id)
          WHEN 'group' THEN (SELECT title FROM groups WHERE id = muted_threads.target_id)
          WHEN 'compo' THEN (SELECT title FROM compos WHERE id = muted_threads.target_id)
          ELSE (SELECT title FROM sketches WHERE id = muted_threads.target_id AND (user_id = ${member.id}
            OR (violation IS NULL AND mature <= ${Number(member.showMature)} AND ${notBlocked(member, sketches.userId)}))) END`.as(
          'name',
        ),
        slug: sql<string | null>`CASE muted_threads.target_type
          WHEN 'group' THEN (SELECT slug FROM groups WHERE id = muted_threads.target_id)
          WHEN 'compo' THEN (SELECT key FROM compos WHERE id = muted_threads.target_id) END`.as('slug'),
      })
      .from(mutedThreads)
      .where(eq(mutedThreads.userId, member.id))
      .orderBy(desc(mutedThreads.createdAt))
      .limit(MUTED_LIST_MAX),
  ])
  const optOuts = new Set(off.map(({ category }) => category))
  return {
    categories: Object.fromEntries(
      optionalCategory.options.map((category) => [category, !optOuts.has(category)]),
    ) as Record<OptionalCategory, boolean>,
    muted: muted.map(({ type, id, name, slug }) => ({
      type,
      id,
      name: type === 'sketch' ? displayTitle(name) : (name ?? ''),
      slug,
    })),
  }
}

/** Switches a category on or off. Existing notifications stay. */
export async function setCategoryEnabled(
  db: Db,
  member: Viewer,
  { category, on }: { category: OptionalCategory; on: boolean },
): Promise<void> {
  if (on)
    await db
      .delete(notificationOptOuts)
      .where(and(eq(notificationOptOuts.userId, member.id), eq(notificationOptOuts.category, category)))
  else await db.insert(notificationOptOuts).values({ userId: member.id, category }).onConflictDoNothing()
}

/** Mutes or unmutes the comments of a sketch, a profile, a group or a compo. */
export async function setMuted(
  db: Db,
  member: Viewer,
  { thread, now }: { thread: MuteBody; now: number },
): Promise<Result<void, 'not_found'>> {
  const [type, id, table] = threadOf(thread)
  if (!thread.muted) {
    await db
      .delete(mutedThreads)
      .where(and(eq(mutedThreads.userId, member.id), eq(mutedThreads.targetType, type), eq(mutedThreads.targetId, id)))
    return DONE
  }
  const muted = await db
    .insert(mutedThreads)
    .select(sql`SELECT ${member.id}, ${type}, id, ${now} FROM ${sql.identifier(table)} WHERE id = ${id}`)
    .onConflictDoUpdate({
      target: [mutedThreads.userId, mutedThreads.targetType, mutedThreads.targetId],
      set: { createdAt: now },
    })
    .returning({ id: mutedThreads.targetId })
  return muted.length > 0 ? DONE : failure('not_found')
}

function threadOf(thread: MuteBody) {
  if ('sketch' in thread) return ['sketch', thread.sketch, 'sketches'] as const
  if ('group' in thread) return ['group', thread.group, 'groups'] as const
  if ('compo' in thread) return ['compo', thread.compo, 'compos'] as const
  return ['profile', thread.profile, 'users'] as const
}
