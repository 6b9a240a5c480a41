import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { CommentType } from '../../../contract/http/comments.ts'
import { compos } from '../../domain/compos/schema.ts'
import { mayOpen } from '../../domain/compos/visibility.ts'
import { groups } from '../../domain/groups/schema.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, blockedColumn, type Reader, sketchAccess } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import { isGroupAdmin, isMember, type Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** A sketch, a profile, or a group or compo with its discussion. */
export type Target = { type: CommentType; id: number }

/** On sketches and profiles, only the owner of the page and staff moderate comments. */
const NOBODY = sql`0`.mapWith(Boolean)

function selectSketch(db: Db, reader: Reader, id: number) {
  return db
    .select({ ...accessColumns(reader), total: sketches.commentsCount, isModerator: NOBODY.as('is_moderator') })
    .from(sketches)
    .where(eq(sketches.id, id))
}

type TargetRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSketch>['get']>>>

function selectProfile(db: Db, { viewer }: Reader, id: number) {
  return db
    .select({
      userId: users.id,
      // Profiles are only hidden by blocks.
      mature: sql`0`.mapWith(Boolean).as('mature'),
      unlisted: sql`0`.mapWith(Boolean).as('unlisted'),
      linked: sql`0`.mapWith(Boolean).as('linked'),
      violation: sql<TargetRow['violation']>`NULL`.as('violation'),
      blocked: blockedColumn(viewer, users.id),
      total: users.commentsCount,
      isModerator: NOBODY.as('is_moderator'),
    })
    .from(users)
    .where(isMember(id))
}

/** Access fields of a discussion. It is hidden only together with its page. */
const everyoneSees = () => {
  const no = (name: string) => sql`0`.mapWith(Boolean).as(name)
  return {
    mature: no('mature'),
    unlisted: no('unlisted'),
    linked: no('linked'),
    violation: sql<TargetRow['violation']>`NULL`.as('violation'),
    blocked: no('blocked'),
  }
}

const groupOwner = (id: SQL) => sql<number>`(SELECT owner_id FROM group_owners WHERE group_id = ${id})`

function selectGroup(db: Db, { viewer }: Reader, id: number) {
  return db
    .select({
      userId: groupOwner(sql`${groups.id}`).as('owner_id'),
      ...everyoneSees(),
      total: groups.commentsCount,
      isModerator: moderates(viewer, sql`${groups.id}`).mapWith(Boolean).as('is_moderator'),
    })
    .from(groups)
    .where(and(eq(groups.id, id), isGroupShown(viewer)))
}

function selectCompo(db: Db, { viewer }: Reader, id: number) {
  return db
    .select({
      userId: compos.userId,
      ...everyoneSees(),
      total: compos.commentsCount,
      isModerator: moderates(viewer, sql`${compos.groupId}`).mapWith(Boolean).as('is_moderator'),
    })
    .from(compos)
    .where(and(eq(compos.id, id), mayOpen(viewer, Date.now())))
}

/**
 * The condition that the viewer may delete comments in discussions of a group and its compos: as its owner or a
 * moderator, or as a group admin. False without a group.
 */
function moderates(viewer: Viewer | null, groupId: SQL): SQL {
  if (!viewer) return sql`0`
  if (isGroupAdmin(viewer)) return sql`(${groupId}) IS NOT NULL`
  return sql`EXISTS (SELECT 1 FROM group_members WHERE group_id = ${groupId} AND user_id = ${viewer.id} AND role <> 'member')`
}

const targets = {
  sketch: { select: selectSketch, owner: (id: SQL) => sql<number>`(SELECT user_id FROM sketches WHERE id = ${id})` },
  profile: { select: selectProfile, owner: (id: SQL) => sql<number>`(SELECT id FROM users WHERE id = ${id})` },
  group: { select: selectGroup, owner: groupOwner },
  compo: { select: selectCompo, owner: (id: SQL) => sql<number>`(SELECT user_id FROM compos WHERE id = ${id})` },
} satisfies Record<CommentType, { select: unknown; owner: (id: SQL) => SQL<number> }>

/** Selects the access fields of a target and the number of its comments. */
export function selectTarget(db: Db, reader: Reader, { type, id }: Target) {
  return targets[type].select(db, reader, id)
}

export function maySeeTarget(viewer: Viewer | null, target: TargetRow | undefined): target is TargetRow {
  return target !== undefined && sketchAccess(viewer, target).maySee
}

/** The owner's id as SQL; null for a missing target. */
export function ownerOf({ type, id }: Target): SQL<number> {
  return targets[type].owner(sql`${id}`)
}

/** Like `ownerOf`, for type and id in columns. */
export function ownerOfRow(type: SQL, id: SQL): SQL<number> {
  const cases = Object.entries(targets).map(([name, { owner }]) => sql`WHEN ${name} THEN ${owner(id)}`)
  return sql<number>`CASE ${type} ${sql.join(cases, sql` `)} END`
}

/** True if a viewer moderates the discussion, for type and id in columns. */
export function isModeratedBy(viewer: Viewer | null, type: SQL, id: SQL): SQL<boolean> {
  return sql<boolean>`coalesce(CASE ${type} WHEN 'group' THEN ${moderates(viewer, id)}
    WHEN 'compo' THEN ${moderates(viewer, sql`(SELECT group_id FROM compos WHERE compos.id = ${id})`)} END, 0)`
}
