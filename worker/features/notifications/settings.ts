import { and, desc, eq, sql } from 'drizzle-orm'
import {
  type MuteBody,
  type NotificationSettings,
  type OptionalCategory,
  optionalCategory,
} from '../../../contract/http/notifications.ts'
import { MUTED_LIST_MAX, MUTED_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { mayOpen } from '../../domain/compos/visibility.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { mutedThreads, notificationOptOuts } from '../../domain/notifications/schema.ts'
import { findVisibleSketch } from '../../domain/sketches/queries.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { type AccessFields, accessColumns, sketchAccess } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

/** Reads the categories that are on, and muted sketches, profiles, groups and compos, latest first. */
export async function readSettings(
  db: Db,
  member: Viewer,
  { linkKeys, now }: { linkKeys: readonly string[]; now: number },
): Promise<NotificationSettings> {
  const compoMayOpen = mayOpen(member, now) ?? sql`1`
  const [off, muted] = await db.batch([
    db
      .select({ category: notificationOptOuts.category })
      .from(notificationOptOuts)
      .where(eq(notificationOptOuts.userId, member.id)),
    db
      .select({
        type: mutedThreads.targetType,
        id: mutedThreads.targetId,
        name: sql<string | null>`CASE muted_threads.target_type
          WHEN 'profile' THEN (SELECT nickname FROM users WHERE id = muted_threads.target_id)
          WHEN 'group' THEN (SELECT title FROM groups WHERE id = muted_threads.target_id AND ${isGroupShown(member)})
          WHEN 'compo' THEN (SELECT title FROM compos WHERE id = muted_threads.target_id AND ${compoMayOpen})
          ELSE sketches.title END`.as('name'),
        slug: sql<string | null>`CASE muted_threads.target_type
          WHEN 'group' THEN (SELECT slug FROM groups WHERE id = muted_threads.target_id AND ${isGroupShown(member)})
          WHEN 'compo' THEN (SELECT key FROM compos WHERE id = muted_threads.target_id AND ${compoMayOpen}) END`.as(
          'slug',
        ),
        ...accessColumns({ viewer: member, linkKeys }),
      })
      .from(mutedThreads)
      .leftJoin(
        sketches,
        sql`${sketches.id} = iif(${mutedThreads.targetType} = 'sketch', ${mutedThreads.targetId}, NULL)`,
      )
      .where(eq(mutedThreads.userId, member.id))
      .orderBy(desc(mutedThreads.createdAt))
      .limit(MUTED_LIST_MAX),
  ])
  const optOuts = new Set(off.map(({ category }) => category))
  return {
    categories: Object.fromEntries(
      optionalCategory.options.map((category) => [category, !optOuts.has(category)]),
    ) as Record<OptionalCategory, boolean>,
    muted: muted
      .filter(({ type, slug }) => (type !== 'compo' && type !== 'group') || slug !== null)
      .map((row) => ({ type: row.type, id: row.id, name: nameOf(row, member), slug: row.slug })),
  }
}

type MutedType = NotificationSettings['muted'][number]['type']

type MutedRow = Pick<AccessFields, 'linked' | 'violation' | 'blocked'> &
  Record<'mature' | 'unlisted', boolean | null> & { type: MutedType; userId: number | null; name: string | null }

/** The name of a muted thread. Members who may not see the sketch get no title. */
function nameOf({ type, name, userId, mature, unlisted, ...access }: MutedRow, member: Viewer): string {
  if (type !== 'sketch') return name ?? ''
  const fields = { ...access, userId: userId ?? 0, mature: mature ?? false, unlisted: unlisted ?? false }
  return displayTitle(sketchAccess(member, fields).maySee ? name : null)
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

/**
 * Mutes or unmutes the comments of a sketch, a profile, a group or a compo. Only what the member may see can be muted.
 * Fails with `mute_limit` above those of a member.
 */
export async function setMuted(
  db: Db,
  member: Viewer,
  { thread, linkKeys, now }: { thread: MuteBody; linkKeys: readonly string[]; now: number },
): Promise<Result<void, 'not_found' | 'mute_limit'>> {
  const [type, id, table] = threadOf(thread)
  if (!thread.muted) {
    await db
      .delete(mutedThreads)
      .where(and(eq(mutedThreads.userId, member.id), eq(mutedThreads.targetType, type), eq(mutedThreads.targetId, id)))
    return DONE
  }
  if (type === 'sketch' && !(await findVisibleSketch(db, { viewer: member, linkKeys }, id))) return failure('not_found')
  const isOpen = type === 'compo' ? mayOpen(member, now) : type === 'group' ? isGroupShown(member) : undefined
  const isFull = sql`((SELECT count(*) FROM muted_threads WHERE user_id = ${member.id}) >= ${MUTED_PER_MEMBER_MAX}
    AND NOT EXISTS (SELECT 1 FROM muted_threads
      WHERE user_id = ${member.id} AND target_type = ${type} AND target_id = ${id}))`
  const [muted, [refusal]] = await db.batch([
    db
      .insert(mutedThreads)
      .select(
        sql`SELECT ${member.id}, ${type}, id, ${now} FROM ${sql.identifier(table)}
          WHERE ${and(sql`id = ${id}`, isOpen)} AND NOT ${isFull}`,
      )
      .onConflictDoUpdate({
        target: [mutedThreads.userId, mutedThreads.targetType, mutedThreads.targetId],
        set: { createdAt: now },
      })
      .returning({ id: mutedThreads.targetId }),
    statement<{ isFull: number }>(db, sql`SELECT ${isFull} AS "isFull"`),
  ])
  if (muted.length > 0) return DONE
  return failure(refusal?.isFull ? 'mute_limit' : 'not_found')
}

function threadOf(thread: MuteBody) {
  if ('sketch' in thread) return ['sketch', thread.sketch, 'sketches'] as const
  if ('group' in thread) return ['group', thread.group, 'groups'] as const
  if ('compo' in thread) return ['compo', thread.compo, 'compos'] as const
  return ['profile', thread.profile, 'users'] as const
}
