import { eq, type SQL, sql } from 'drizzle-orm'
import type { CommentType } from '../../../contract/http/comments.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, blockedColumn, sketchAccess } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember, type Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** A sketch or profile that can have comments. */
export type Target = { type: CommentType; id: number }

function selectSketch(db: Db, viewer: Viewer | null, id: number) {
  return db
    .select({ ...accessColumns(viewer), total: sketches.commentsCount })
    .from(sketches)
    .where(eq(sketches.id, id))
}

type TargetRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSketch>['get']>>>

function selectProfile(db: Db, viewer: Viewer | null, id: number) {
  return db
    .select({
      userId: users.id,
      // Profiles are only hidden by blocks.
      mature: sql`0`.mapWith(Boolean).as('mature'),
      unlisted: sql`0`.mapWith(Boolean).as('unlisted'),
      violation: sql<TargetRow['violation']>`NULL`.as('violation'),
      blocked: blockedColumn(viewer, users.id),
      total: users.commentsCount,
    })
    .from(users)
    .where(isMember(id))
}

const targets = {
  sketch: { select: selectSketch, owner: (id: SQL) => sql<number>`(SELECT user_id FROM sketches WHERE id = ${id})` },
  profile: { select: selectProfile, owner: (id: SQL) => sql<number>`(SELECT id FROM users WHERE id = ${id})` },
} satisfies Record<CommentType, { select: unknown; owner: (id: SQL) => SQL<number> }>

/** Selects the access fields of a target and the number of its comments. */
export function selectTarget(db: Db, viewer: Viewer | null, { type, id }: Target) {
  return targets[type].select(db, viewer, id)
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
