import { eq, type SQL, sql } from 'drizzle-orm'
import type { CommentType } from '../../../contract/http/comments.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, blockedColumn, sketchAccess } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** What is commented on. */
export type Target = { type: CommentType; id: number }

/** What decides who may see a target and its comments, and how many there are. */
function sketchOf(db: Db, viewer: Viewer | null, id: number) {
  return db
    .select({ ...accessColumns(viewer), total: sketches.commentsCount })
    .from(sketches)
    .where(eq(sketches.id, id))
}

type TargetRow = NonNullable<Awaited<ReturnType<ReturnType<typeof sketchOf>['get']>>>

function profileOf(db: Db, viewer: Viewer | null, id: number) {
  return db
    .select({
      userId: users.id,
      // Blocks are all that hides a profile.
      mature: sql`0`.mapWith(Boolean).as('mature'),
      unlisted: sql`0`.mapWith(Boolean).as('unlisted'),
      violation: sql<TargetRow['violation']>`NULL`.as('violation'),
      blocked: blockedColumn(viewer, users.id),
      total: users.commentsCount,
    })
    .from(users)
    .where(eq(users.id, id))
}

/** Everything that can be commented on: how it is read, and whose page it is. */
const targets = {
  sketch: { read: sketchOf, owner: (id: SQL) => sql<number>`(SELECT user_id FROM sketches WHERE id = ${id})` },
  profile: { read: profileOf, owner: (id: SQL) => sql<number>`(SELECT id FROM users WHERE id = ${id})` },
} satisfies Record<CommentType, { read: unknown; owner: (id: SQL) => SQL<number> }>

/** Reads what decides about a target, for a batch. */
export function targetOf(db: Db, viewer: Viewer | null, { type, id }: Target) {
  return targets[type].read(db, viewer, id)
}

/** Whether the viewer may see a target, and so what is said on it. */
export function maySeeTarget(viewer: Viewer | null, target: TargetRow | undefined): target is TargetRow {
  return target !== undefined && sketchAccess(viewer, target).maySee
}

/** Whose page a target is, in a statement; null when it is not there. */
export function ownerOf({ type, id }: Target): SQL<number> {
  return targets[type].owner(sql`${id}`)
}

/** The same for the target that a row names. */
export function ownerOfRow(type: SQL, id: SQL): SQL<number> {
  const cases = Object.entries(targets).map(([name, { owner }]) => sql`WHEN ${name} THEN ${owner(id)}`)
  return sql<number>`CASE ${type} ${sql.join(cases, sql` `)} END`
}
