import { eq, type SQL, sql } from 'drizzle-orm'
import type { CompoBody } from '../../../contract/http/compos.ts'
import { GROUP_COMPOS_MAX, GROUP_COMPOS_PER_MONTH_MAX } from '../../../contract/limits.ts'
import { auditChange } from '../../domain/audit-log/audit-log.ts'
import { compos } from '../../domain/compos/schema.ts'
import { findMembership, mayOpenEvents } from '../../domain/groups/membership.ts'
import { groups } from '../../domain/groups/schema.ts'
import { countText, mayActAsOwner, mayWriteText } from '../../domain/users/member-limits.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { reminderAfterMove } from './reminders.ts'
import { type CompoEdit, checkTimes, type Times, timesOf } from './times.ts'

type Fields = Omit<CompoBody, 'compoId'>
const MONTH_MS = 30 * 24 * 3_600_000

/** Constraints that a compo can break. Times that do not exist are null in the database. */
const RULES = {
  compo_times: 'bad_dates',
  'compos.starts_at': 'bad_dates',
  'compos.ends_at': 'bad_dates',
  'compos.voting_ends_at': 'bad_dates',
  'compos.key': 'compo_key_taken',
} as const
type RuleBroken = (typeof RULES)[keyof typeof RULES]

/** The condition that the thumbnail, if any, is listed for everyone. */
const hasThumbnail = ({ thumbnail }: Pick<Fields, 'thumbnail'>): SQL =>
  sql`(${thumbnail} IS NULL OR EXISTS (SELECT 1 FROM sketches WHERE id = ${thumbnail} AND listed_for_all))`

/** The condition that the group, if any, exists. */
const hasGroup = ({ group }: Fields): SQL =>
  sql`(${group} IS NULL OR EXISTS (SELECT 1 FROM groups WHERE slug = ${group}))`

/** Finds the field that `addCompo` or `editCompo` did not find. */
export async function findMissingField(db: Db, fields: Pick<Fields, 'thumbnail'>): Promise<'thumbnail' | 'group'> {
  const [row] = await statement<{ found: number }>(db, sql`SELECT ${hasThumbnail(fields)} AS found`)
  return row?.found ? 'group' : 'thumbnail'
}

const groupIdOf = ({ group }: Fields) => sql`(SELECT id FROM groups WHERE slug = ${group})`

/** True for staff, and for owners and moderators of the group that the compo belongs to. */
export async function mayEditCompo(db: Db, editor: Viewer, slug: string | null): Promise<boolean> {
  const membership = slug === null ? null : await findMembership(db, editor, slug)
  return mayOpenEvents(editor, membership?.role ?? null)
}

/**
 * Opens a compo. Fails with `not_found` if its thumbnail or group is missing or hidden, with `owner_act_limit` above
 * the acts of a day, and with `group_compo_limit` or `group_compo_month_limit` if the group has enough of them; see
 * also `checkTimes`.
 */
export async function addCompo(
  db: Db,
  fields: Fields,
  { editor, now }: CompoEdit,
): Promise<
  Result<
    void,
    | 'not_found'
    | 'owner_act_limit'
    | 'group_compo_limit'
    | 'group_compo_month_limit'
    | 'date_passed'
    | 'dates_are_final'
    | 'group_compo_times'
    | 'compo_ends_soon'
    | RuleBroken
  >
> {
  const { key, title, description, thumbnail, entriesPerMember, reason } = fields
  const mayAct = mayActAsOwner(editor, now)
  const isGroupFull = sql`(SELECT count(*) FROM compos WHERE group_id = ${groupIdOf(fields)} AND result_at IS NULL) >= ${GROUP_COMPOS_MAX}`
  const isMonthFull = isStaff(editor)
    ? sql`0`
    : sql`(SELECT count(*) FROM compos WHERE group_id = ${groupIdOf(fields)} AND created_at > ${now - MONTH_MS}) >= ${GROUP_COMPOS_PER_MONTH_MAX}`
  const times = timesOf(fields)
  const checked = checkTimes({ editor, now }, times)
  if (!checked.ok) return checked
  const added = await tryWrite(
    db.batch([
      statement<{ id: number }>(
        db,
        sql`INSERT INTO compos (key, title, description, cover_sketch_id, group_id, user_id, created_at, starts_at,
            ends_at, voting_ends_at, entries_per_member)
          SELECT ${key}, ${title}, ${description}, ${thumbnail}, ${groupIdOf(fields)}, ${editor.id}, ${now}, ${times[0]},
            ${times[1]}, ${times[2]}, ${entriesPerMember} WHERE ${hasThumbnail(fields)} AND ${hasGroup(fields)} AND ${mayAct}
            AND NOT ${isGroupFull} AND NOT ${isMonthFull} RETURNING id`,
      ),
      statement(
        db,
        sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
          SELECT ${editor.id}, 'compo_add', NULL, 'compo', id, ${reason}, json_object('title', json_array(NULL, title)), ${now}
          FROM compos WHERE key = ${key} AND changes() > 0`,
      ),
      statement<{ mayAct: number; isGroupFull: number; isMonthFull: number }>(
        db,
        sql`SELECT ${mayAct} AS mayAct, ${isGroupFull} AS isGroupFull, ${isMonthFull} AS isMonthFull`,
      ),
    ]),
    RULES,
  )
  if (!added.ok) return added
  const [compo, , [limit]] = added.value
  if (compo.length > 0) return DONE
  if (!limit?.mayAct) return failure('owner_act_limit')
  if (limit.isGroupFull) return failure('group_compo_limit')
  return failure(limit.isMonthFull ? 'group_compo_month_limit' : 'not_found')
}

type Edited = { group: string | null; userId: number; times: Times }

/** Finds the group of a compo, the member who opened it, and its times. */
export async function findEdited(db: Db, compoId: number): Promise<Result<Edited, 'not_found'>> {
  const row = await db
    .select({
      group: sql<string | null>`${groups.slug}`,
      userId: sql<number>`${compos.userId}`.as('opener_id'),
      startsAt: compos.startsAt,
      endsAt: compos.endsAt,
      votingEndsAt: compos.votingEndsAt,
    })
    .from(compos)
    .leftJoin(groups, eq(groups.id, compos.groupId))
    .where(eq(compos.id, compoId))
    .get()
  if (!row) return failure('not_found')
  const { startsAt, endsAt, votingEndsAt, ...edited } = row
  return success({ ...edited, times: [startsAt, endsAt, votingEndsAt] })
}

type Compo = typeof compos.$inferSelect

/** The condition that these columns of a compo have these values. */
function hasValues<Name extends keyof Compo>(compoId: number, values: Pick<Compo, Name>, names: readonly Name[]): SQL {
  const each = names.map((name) => sql`${compos[name]} IS ${values[name]}`)
  return sql.join([sql`${compos.id} = ${compoId}`, ...each], sql` AND `)
}

/**
 * Edits a compo until its result is published. Its key and its group stay. Saving the same again changes nothing. Fails
 * with `owner_act_limit` and `text_limit` above the acts and the text of a day, and with `changed_meanwhile` if another
 * edit came between the checks of this one and its write; see also `checkTimes`.
 */
export async function editCompo(
  db: Db,
  { compoId, ...fields }: Fields & { compoId: number },
  { editor, now }: CompoEdit,
): Promise<
  Result<
    void,
    | 'not_found'
    | 'compo_closed'
    | 'changed_meanwhile'
    | 'owner_act_limit'
    | 'text_limit'
    | 'date_passed'
    | 'dates_are_final'
    | 'group_compo_times'
    | 'compo_ends_soon'
    | RuleBroken
  >
> {
  const [[before], [limit]] = await db.batch([
    db.select().from(compos).where(eq(compos.id, compoId)),
    statement<{ mayAct: number }>(db, sql`SELECT ${mayActAsOwner(editor, now)} AS mayAct`),
  ])
  if (!before) return failure('not_found')
  if (!limit?.mayAct) return failure('owner_act_limit')
  const times = timesOf(fields)
  // Times that do not exist break a rule of the table.
  const [startsAt, endsAt, votingEndsAt] = times
  const values = {
    title: fields.title,
    description: fields.description,
    coverSketchId: fields.thumbnail,
    ...{ startsAt, endsAt, votingEndsAt },
    entriesPerMember: fields.entriesPerMember,
  }
  const checked = checkTimes({ editor, now }, times, [before.startsAt, before.endsAt, before.votingEndsAt])
  if (!checked.ok) return checked
  const changes = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const old = before[name as keyof typeof values]
      return old === value ? [] : [[name, [old, value] as const]]
    }),
  )
  if (Object.keys(changes).length === 0) return before.resultAt === null ? DONE : failure('compo_closed')
  const moved = reminderAfterMove({ ...before, endsAt: values.endsAt, votingEndsAt: values.votingEndsAt }, now)
  const target = { userId: null, targetType: 'compo', targetId: compoId, reason: fields.reason }
  const mayAct = mayActAsOwner(editor, now)
  // The log keeps the texts before and after.
  const [logged, written] = [JSON.stringify(changes), { authorId: editor.id, now }]
  const mayWrite = isStaff(editor) ? sql`1` : mayWriteText(logged, written)
  // The times were checked against these values, and the log keeps them.
  const names = Object.keys(values) as (keyof typeof values)[]
  const isUnchanged = hasValues(compoId, before, [...names, 'reminder', 'resultAt'])
  const isOpen = sql`${isUnchanged} AND result_at IS NULL AND ${hasThumbnail(fields)} AND ${mayAct} AND ${mayWrite}`
  const edited = await tryWrite(
    db.batch([
      db
        .update(compos)
        .set({ ...values, ...moved })
        .where(isOpen)
        .returning({ id: compos.id }),
      auditChange(db, { staffId: editor.id, action: 'compo_edit', ...target, changes }, now),
      // Staff have limits of their own.
      countText(db, isStaff(editor) ? '' : logged, written),
      statement<{ mayAct: number; mayWrite: number; isSaved: number; isUnchanged: number }>(
        db,
        sql`SELECT ${mayAct} AS mayAct, ${mayWrite} AS mayWrite,
          EXISTS (SELECT 1 FROM compos WHERE ${hasValues(compoId, values, names)}) AS isSaved,
          EXISTS (SELECT 1 FROM compos WHERE ${isUnchanged}) AS isUnchanged`,
      ),
    ]),
    RULES,
  )
  if (!edited.ok) return edited
  const [changed, , , [rest]] = edited.value
  if (changed.length > 0 || rest?.isSaved) return DONE
  if (!rest?.isUnchanged) return failure('changed_meanwhile')
  if (!rest.mayAct) return failure('owner_act_limit')
  if (!rest.mayWrite) return failure('text_limit')
  return failure(before.resultAt === null ? 'not_found' : 'compo_closed')
}
