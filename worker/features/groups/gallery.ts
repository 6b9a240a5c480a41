import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { GroupAddReply, GroupRole } from '../../../contract/http/groups.ts'
import {
  GROUP_SUGGEST_AGAIN_DAYS,
  GROUPS_PER_SKETCH_MAX,
  PENDING_GROUP_FEATURES_MAX,
} from '../../../contract/limits.ts'
import { addMonthlyStars } from '../../domain/groups/stars.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { addActivity } from './activity.ts'
import type { AsStaff } from './owner-acts.ts'

const DAY_MS = 86_400_000

const LIMITS = { group_limit: 'group_limit' } as const

type Entry = { slug: string; sketchId: number }

/** The group and the sketch of a call, and the facts that decide what the member may do with them. */
export type EntryFacts = {
  groupId: number
  role: GroupRole | null
  artistId: number
  /** The member sees the sketch in lists. */
  listed: boolean
  artistInGroup: boolean
  /** The artist removed the sketch from the gallery, so only they can add it again. */
  isTakenOut: boolean
  /** Another member removed the sketch from the gallery, so its artist can only suggest it. */
  isRemoved: boolean
  /** The sketch is in the gallery of the group or in its queue. */
  isEntry: boolean
  /** The sketch is in the queue of the group, because the member suggested it. */
  isOwnSuggestion: boolean
}

/** Finds the facts about a group and a sketch; null if one of them is missing. */
export async function findEntryFacts(db: Db, viewer: Viewer, { slug, sketchId }: Entry): Promise<EntryFacts | null> {
  const roleOf = (userId: SQL) =>
    sql`(SELECT role FROM group_members WHERE group_id = groups.id AND group_members.user_id = ${userId})`
  const found = await db
    .select({
      groupId: sql<number>`groups.id`.as('group_id'),
      role: sql<GroupRole | null>`${roleOf(sql`${viewer.id}`)}`.as('role'),
      artistId: sketches.userId,
      listed: sql`(${listedFor(viewer)})`.mapWith(Boolean).as('is_listed'),
      isEntry: sql`(EXISTS (SELECT 1 FROM group_sketches WHERE group_id = groups.id AND sketch_id = ${sketchId})
        OR EXISTS (SELECT 1 FROM group_feature_requests WHERE group_id = groups.id AND sketch_id = ${sketchId}
          AND state = 'pending'))`
        .mapWith(Boolean)
        .as('is_entry'),
      isOwnSuggestion: sql`EXISTS (SELECT 1 FROM group_feature_requests WHERE group_id = groups.id
        AND sketch_id = ${sketchId} AND group_feature_requests.user_id = ${viewer.id} AND state = 'pending')`
        .mapWith(Boolean)
        .as('is_own_suggestion'),
      artistInGroup: sql`${roleOf(sql`sketches.user_id`)} IS NOT NULL`.mapWith(Boolean).as('artist_in_group'),
      isTakenOut: sql`${isTakenOut(sql`groups.id`, sketchId)}`.mapWith(Boolean).as('is_taken_out'),
      isRemoved: sql`${isRemoved(sql`groups.id`, sketchId)}`.mapWith(Boolean).as('is_removed'),
    })
    .from(sql`groups`)
    .crossJoin(sketches)
    .where(and(sql`groups.slug = ${slug}`, isGroupShown(viewer), eq(sketches.id, sketchId)))
    .get()
  return found ?? null
}

const takenOut = (groupId: SQL | number, sketchId: number, byModerator: 0 | 1): SQL =>
  sql`EXISTS (SELECT 1 FROM group_sketches_taken_out AS taken
    WHERE taken.sketch_id = ${sketchId} AND taken.group_id = ${groupId} AND taken.by_moderator = ${byModerator})`

/** The condition that the artist of a sketch removed it from a group and has not added it again. */
const isTakenOut = (groupId: SQL | number, sketchId: number): SQL => takenOut(groupId, sketchId, 0)

/** The condition that another member than the artist removed a sketch from a group, and nobody has added it again. */
const isRemoved = (groupId: SQL | number, sketchId: number): SQL => takenOut(groupId, sketchId, 1)

/** Fails with `taken_out` if the artist removed the sketch from the group, unless the artist adds it. */
export function mayEnter(facts: EntryFacts, userId: number): Result<void, 'taken_out'> {
  return facts.isTakenOut && facts.artistId !== userId ? failure('taken_out') : DONE
}

const PLACES = JSON.stringify(Array.from({ length: GROUPS_PER_SKETCH_MAX }, (_, index) => index + 1))

/**
 * Makes the statements that add a sketch to a group. `source` selects `group_id` and `sketch_id`, or no row. An
 * eleventh group of the sketch breaks the constraint `group_limit`.
 */
export function insertGroupSketch(db: Db, source: SQL, { kind, userId, now }: Parameters<typeof addActivity>[1]) {
  const entry = sql`SELECT source.* FROM (${source}) AS source WHERE NOT EXISTS (SELECT 1 FROM group_sketches
    WHERE group_sketches.group_id = source.group_id AND group_sketches.sketch_id = source.sketch_id)`
  const place = sql`coalesce((SELECT min(value) FROM json_each(${PLACES}) WHERE value NOT IN
    (SELECT slot FROM group_sketches WHERE group_sketches.sketch_id = sketches.id)), ${GROUPS_PER_SKETCH_MAX + 1})`
  return [
    addActivity(db, { kind, userId, now, of: 'sketch' }, entry),
    statement(
      db,
      sql`DELETE FROM group_sketches_taken_out WHERE (sketch_id, group_id) IN (SELECT sketch_id, group_id FROM (${source}))`,
    ),
    statement(
      db,
      sql`UPDATE groups SET latest_activity_at = ${now}, listed_count = listed_count + sketches.listed,
          listed_for_all_count = listed_for_all_count + sketches.listed_for_all
        FROM (${entry}) AS entry JOIN sketches ON sketches.id = entry.sketch_id WHERE groups.id = entry.group_id`,
    ),
    statement(
      db,
      sql`INSERT INTO group_sketches (group_id, sketch_id, slot, artist_id, added_at, listed, listed_for_all)
        SELECT entry.group_id, sketches.id, ${place}, sketches.user_id, ${now}, sketches.listed, sketches.listed_for_all
        FROM (${entry}) AS entry JOIN sketches ON sketches.id = entry.sketch_id`,
    ),
  ]
}

type By = { userId: number; now: number }

/**
 * Adds a sketch of a member of the group to its gallery. Adding it again changes nothing. Only moderators add one that
 * another member than the artist removed.
 */
export async function addToGroup(
  db: Db,
  { groupId, sketchId, isModerator }: { groupId: number; sketchId: number; isModerator: boolean },
  by: By,
): Promise<Result<GroupAddReply, 'group_limit' | 'not_found'>> {
  const source = sql`SELECT group_members.group_id, sketches.id AS sketch_id FROM sketches
    JOIN group_members ON group_members.user_id = sketches.user_id AND group_members.group_id = ${groupId}
    WHERE sketches.id = ${sketchId} AND (sketches.user_id = ${by.userId} OR NOT ${isTakenOut(groupId, sketchId)})
      AND (${isModerator ? 1 : 0} OR NOT ${isRemoved(groupId, sketchId)})`
  const added = await tryWrite(batchEach(db, insertGroupSketch(db, source, { kind: 'sketch_added', ...by })), LIMITS)
  if (!added.ok) return added
  return (await isInGroup(db, { groupId, sketchId })) ? success({ state: 'added' }) : failure('not_found')
}

async function isInGroup(db: Db, { groupId, sketchId }: { groupId: number; sketchId: number }): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM group_sketches WHERE group_id = ${groupId} AND sketch_id = ${sketchId}`)
  return rows.length > 0
}

/** Adds a sketch to the queue of a group, once. Fails with `group_feature_rejected` if it was rejected recently. */
export async function suggestToGroup(
  db: Db,
  { groupId, sketchId, message }: { groupId: number; sketchId: number; message: string },
  { userId, now }: By,
): Promise<Result<GroupAddReply, 'group_limit' | 'group_feature_limit' | 'group_feature_rejected'>> {
  const isPending = sql`group_id = ${groupId} AND sketch_id = ${sketchId} AND state = 'pending'`
  const isRejected = sql`EXISTS (SELECT 1 FROM group_feature_requests WHERE group_id = ${groupId} AND sketch_id = ${sketchId}
    AND state = 'rejected' AND decision IS NOT NULL AND created_at > ${now - GROUP_SUGGEST_AGAIN_DAYS * DAY_MS})`
  const isEntered = sql`SELECT 1 FROM group_sketches WHERE group_id = ${groupId} AND sketch_id = ${sketchId}`
  const placesTaken = sql`(SELECT count(*) FROM group_sketches WHERE group_sketches.sketch_id = ${sketchId})`
  const [, , [facts]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO group_feature_requests (group_id, group_slug, group_title, sketch_id, user_id, nickname, message, created_at)
        SELECT groups.id, slug, title, ${sketchId}, ${userId}, (SELECT nickname FROM users WHERE users.id = ${userId}),
          ${message}, ${now}
        FROM groups WHERE groups.id = ${groupId} AND NOT EXISTS (${isEntered}) AND ${placesTaken} < ${GROUPS_PER_SKETCH_MAX}
          AND NOT ${isRejected}
          AND (SELECT count(*) FROM group_feature_requests WHERE user_id = ${userId} AND state = 'pending') < ${PENDING_GROUP_FEATURES_MAX}
        ON CONFLICT DO NOTHING`,
    ),
    addActivity(
      db,
      { kind: 'sketch_suggested', userId, now, of: 'sketch' },
      sql`SELECT group_id, sketch_id FROM group_feature_requests
        WHERE ${isPending} AND user_id = ${userId} AND created_at = ${now}`,
    ),
    statement<{ entered: number; pending: number; taken: number; rejected: number }>(
      db,
      sql`SELECT EXISTS (${isEntered}) AS entered, ${placesTaken} AS taken, ${isRejected} AS rejected,
        EXISTS (SELECT 1 FROM group_feature_requests WHERE ${isPending}) AS pending`,
    ),
  ])
  if (facts?.entered) return success({ state: 'added' })
  if (facts?.pending) return success({ state: 'queued' })
  if (facts?.rejected) return failure('group_feature_rejected')
  return failure((facts?.taken ?? 0) >= GROUPS_PER_SKETCH_MAX ? 'group_limit' : 'group_feature_limit')
}

/** Withdraws a member's own suggestion, unless it was decided meanwhile. No row remains. */
export async function withdrawSuggestion(db: Db, { groupId, sketchId }: Entered, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM group_feature_requests
    WHERE group_id = ${groupId} AND sketch_id = ${sketchId} AND user_id = ${userId} AND state = 'pending'`)
}

type Entered = { groupId: number; sketchId: number }

/**
 * Removes a sketch from a group and from its queue, without a remaining row of an undecided suggestion. With `asStaff`
 * the removal is recorded in the audit log.
 */
export async function removeFromGroup(
  db: Db,
  { groupId, sketchId, asStaff }: Entered & { asStaff: AsStaff },
  { userId, now }: By,
): Promise<void> {
  const entry = sql`FROM group_sketches WHERE group_id = ${groupId} AND sketch_id = ${sketchId}`
  await batchEach(db, [
    addActivity(db, { kind: 'sketch_removed', userId, now, of: 'sketch' }, sql`SELECT group_id, sketch_id ${entry}`),
    statement(
      db,
      sql`UPDATE groups SET listed_count = listed_count - entry.listed,
          listed_for_all_count = listed_for_all_count - entry.listed_for_all
        FROM (SELECT group_id, listed, listed_for_all ${entry}) AS entry WHERE groups.id = entry.group_id`,
    ),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${userId}, 'group_sketch_remove', sketches.user_id, 'sketch', sketches.id, ${asStaff?.reason ?? ''},
          json_object('group', json_array(groups.slug, NULL)), ${now}
        FROM sketches JOIN groups ON groups.id = ${groupId}
        WHERE sketches.id = ${sketchId} AND ${asStaff ? 1 : 0} AND (EXISTS (SELECT 1 ${entry})
          OR EXISTS (SELECT 1 FROM group_feature_requests AS request WHERE request.group_id = ${groupId}
            AND request.sketch_id = ${sketchId} AND request.state = 'pending'))`,
    ),
    statement(
      db,
      sql`INSERT INTO group_sketches_taken_out (sketch_id, group_id, by_moderator)
        SELECT sketch_id, group_id, artist_id <> ${userId} ${entry} ON CONFLICT DO NOTHING`,
    ),
    statement(db, sql`DELETE ${entry}`),
    statement(
      db,
      sql`DELETE FROM group_feature_requests
        WHERE group_id = ${groupId} AND sketch_id = ${sketchId} AND state = 'pending'`,
    ),
  ])
}

const STAR_REFUSALS = {
  own_sketch: 'own_feature',
  already_featured: 'already_featured',
  group_stars_not_overspent: 'no_group_stars',
} as const

/** Features a sketch of the gallery with a star of the group. This cannot be undone. */
export async function featureInGroup(
  db: Db,
  { groupId, sketchId }: Entered,
  { userId, now }: By,
): Promise<Result<void, (typeof STAR_REFUSALS)[keyof typeof STAR_REFUSALS] | 'not_found'>> {
  const entry = sql`SELECT group_id, sketch_id FROM group_sketches
    WHERE group_id = ${groupId} AND sketch_id = ${sketchId} AND listed = 1`
  const featured = await tryWrite(
    batchEach(db, [
      ...addMonthlyStars(sql`${groupId}`, now).map((query) => statement(db, query)),
      statement(
        db,
        sql`UPDATE groups SET stars_balance = stars_balance - 1, latest_activity_at = ${now}
          WHERE id = (SELECT group_id FROM (${entry}))`,
      ),
      statement(
        db,
        sql`INSERT INTO group_ledger (group_id, unit, amount, reason, sketch_id, created_at)
          SELECT group_id, 'star', -1, 'feature_given', sketch_id, ${now} FROM (${entry})`,
      ),
      addActivity(db, { kind: 'sketch_featured', userId, now, of: 'sketch' }, entry),
      statement<{ sketch_id: number }>(
        db,
        sql`INSERT INTO features (sketch_id, user_id, paid_with_star, created_at)
          SELECT sketch_id, ${userId}, 0, ${now} FROM (${entry}) RETURNING sketch_id`,
      ),
    ]),
    STAR_REFUSALS,
  )
  if (!featured.ok) return featured
  return (featured.value.at(-1)?.length ?? 0) > 0 ? DONE : failure('not_found')
}
