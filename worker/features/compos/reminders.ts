import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { COMPO_REMINDERS, type CompoReminder } from '../../../contract/http/notifications.ts'
import { VOTER_MIN_HOURS } from '../../../contract/limits.ts'
import { compoInvites, compos } from '../../domain/compos/schema.ts'
import type { MailKind } from '../../domain/mail/kinds.ts'
import { mayGetMail, queueMail, wantsMail } from '../../domain/mail/queue.ts'
import { type Db, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const REMINDED_AT_ONCE = 500
/** Maximum number of batches for a compo in a scheduled run. The next run continues. */
const ROUNDS_MAX = 10

type Compo = typeof compos.$inferSelect
type Times = Pick<Compo, 'groupId' | 'startsAt' | 'endsAt' | 'votingEndsAt' | 'resultAt'>

/**
 * The latest reminder that is due: a compo of a group has begun, the voting has begun, it ends within a day (unless the
 * whole voting takes no longer), or the result is published. Null if none is due.
 */
export function dueReminder(
  { groupId, startsAt, endsAt, votingEndsAt, resultAt }: Times,
  now: number,
): CompoReminder | null {
  if (resultAt !== null) return 'result'
  if (now < endsAt) return groupId !== null && now >= startsAt ? 'begun' : null
  if (now >= votingEndsAt) return null
  return votingEndsAt - now <= DAY_MS && votingEndsAt - endsAt > DAY_MS ? 'ending' : 'voting'
}

/**
 * Resets the last reminder after the times were moved, if later reminders become due again. Returns the columns to
 * change. The beginning of a group's compo is never announced again: its owner could notify all members again and
 * again.
 */
export function reminderAfterMove({ reminder, ...times }: Times & { reminder: CompoReminder | null }, now: number) {
  const first = times.groupId === null ? null : 'begun'
  const due = now < times.endsAt ? first : (dueReminder(times, now) ?? reminder)
  return rankOf(due) < rankOf(reminder) ? { reminder: due, remindedUpTo: null } : {}
}

/**
 * Reminds the members who take part in compos, and the members of a group of a compo that has begun there, with a
 * notice, and by mail if they want one. Nobody gets the same reminder twice, or one that a later one has replaced,
 * however often this runs, unless the times of the compo were moved meanwhile, and then once a day at most.
 */
export async function remindOfCompos(db: Db, now: number): Promise<void> {
  const waiting = await db
    .select()
    .from(compos)
    .where(and(sql`(reminder IS NOT 'result' OR reminded_up_to IS NOT NULL)`, lte(compos.startsAt, now)))
    .orderBy(compos.startsAt)
  await forEach(waiting, async (compo) => {
    const due = dueReminder(compo, now)
    const isNew = due !== null && rankOf(due) > rankOf(compo.reminder)
    if (isNew) await beginReminder(db, compo.id, due)
    const reminder = isNew ? due : compo.reminder
    if (reminder && (isNew || compo.remindedUpTo !== null)) await remindAll(db, { ...compo, reminder, now })
  })
}

const rankOf = (reminder: CompoReminder | null): number => (reminder ? COMPO_REMINDERS.indexOf(reminder) : -1)

async function beginReminder(db: Db, id: number, reminder: CompoReminder): Promise<void> {
  const earlier = COMPO_REMINDERS.slice(0, rankOf(reminder))
  await db.batch([
    db
      .update(compos)
      .set({ reminder, remindedUpTo: 0 })
      .where(and(eq(compos.id, id), sql`(reminder IS NULL OR reminder IN ${earlier.length > 0 ? earlier : ['']})`)),
    ...(reminder === 'begun' ? [] : endInvites(db, id)),
  ])
}

/** Deletes the invites of a compo that takes no more entries, and their notices. */
const endInvites = (db: Db, id: number) => [
  statement(db, sql`DELETE FROM notifications WHERE compo_id = ${id} AND compo_notice = 'invite'`),
  db.delete(compoInvites).where(eq(compoInvites.compoId, id)),
]

type Reminder = Pick<Compo, 'id' | 'key' | 'title' | 'groupId' | 'userId' | 'votingEndsAt'> & {
  reminder: CompoReminder
  now: number
}

async function remindAll(db: Db, reminder: Reminder): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) if (!(await remindNext(db, reminder))) return
}

const MAIL_KINDS: Record<CompoReminder, MailKind> = {
  begun: 'compo_begun',
  voting: 'compo_voting',
  ending: 'compo_ending',
  result: 'compo_result',
}

/** Reminds the next members in the order of their ids. Returns false if there are none left. */
async function remindNext(db: Db, compo: Reminder): Promise<boolean> {
  const { id, key, title, groupId, userId: opener, reminder, now } = compo
  const isCurrent = sql`compos.id = ${id} AND compos.reminder = ${reminder}`
  const isBegin = reminder === 'begun'
  const next = nextMembers(isCurrent, isBegin)
  const members = sql`users.id IN (SELECT user_id FROM (${next})) AND ${isBegin ? isNotifiedOfBegin(compo) : needsReminder(compo)}`
  const kind = MAIL_KINDS[reminder]
  const facts = { title, path: isBegin || reminder === 'result' ? `/compo/${key}` : `/compo/${key}/vote` }
  // The member who opened the compo is the actor, so that blocks apply. Lists show no actor.
  const actor = isBegin ? sql`${opener}` : sql`users.id`
  const address = sql`users.email`
  const [, , [updated]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, group_id, compo_id, compo_notice, occurred_at)
        SELECT users.id, 'compos', ${actor}, ${actor}, ${isBegin ? groupId : null}, ${id}, ${reminder}, ${now}
        FROM users WHERE ${members}
        ON CONFLICT (compo_id, user_id, compo_notice) WHERE compo_notice IS NOT NULL AND sketch_id IS NULL
        DO UPDATE SET occurred_at = excluded.occurred_at, read_at = NULL WHERE occurred_at <= ${now - DAY_MS}`,
    ),
    queueMail(db, {
      kind,
      facts,
      address,
      where: sql`${members} AND ${wantsMail('compos')} AND ${mayGetMail({ kind, facts, now })}`,
      now,
    }),
    db
      .update(compos)
      .set({ remindedUpTo: sql`(SELECT iif(count(*) < ${REMINDED_AT_ONCE}, NULL, max(user_id)) FROM (${next}))` })
      .where(and(isCurrent, sql`reminded_up_to IS NOT NULL`))
      .returning({ remindedUpTo: compos.remindedUpTo }),
  ])
  return (updated?.remindedUpTo ?? null) !== null
}

/** Selects the members of the next batch: of the group when the compo begins, otherwise artists and voters. */
function nextMembers(isCurrent: SQL, isBegin: boolean): SQL {
  const firstOf = (table: SQL, member: SQL) => sql`SELECT * FROM (SELECT DISTINCT ${member} AS user_id FROM compos
    JOIN ${table} WHERE ${isCurrent} AND ${member} > compos.reminded_up_to ORDER BY 1 LIMIT ${REMINDED_AT_ONCE})`
  if (isBegin)
    return firstOf(sql`group_members ON group_members.group_id = compos.group_id`, sql`group_members.user_id`)
  return sql`${firstOf(sql`compo_entries ON compo_id = compos.id`, sql`compo_entries.artist_id`)}
    UNION ${firstOf(sql`compo_ballots ON compo_id = compos.id`, sql`compo_ballots.voter_id`)}
    ORDER BY 1 LIMIT ${REMINDED_AT_ONCE}`
}

/**
 * The condition that a member is notified of a group's compo: the group is not hidden, and the member neither opened
 * the compo, nor muted the group, nor is separated from the opener by a block.
 */
function isNotifiedOfBegin({ groupId, userId: opener }: Reminder): SQL {
  return sql`users.id <> ${opener}
    AND EXISTS (SELECT 1 FROM groups WHERE groups.id = ${groupId} AND hidden_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM muted_threads WHERE user_id = users.id AND target_type = 'group' AND target_id = ${groupId})
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE (user_id = users.id AND blocked_id = ${opener})
      OR (user_id = ${opener} AND blocked_id = users.id))`
}

/**
 * The condition that a member can vote and has unjudged sets; always true for the result, of which everyone is
 * notified. Entries behind a block count, although the member does not judge them.
 */
function needsReminder({ id, votingEndsAt, reminder, now }: Reminder): SQL {
  if (reminder === 'result') return sql`true`
  const votesFrom = (reminder === 'ending' ? now : votingEndsAt) - VOTER_MIN_HOURS * HOUR_MS
  const listed = (all: string, forAll: string) => sql`iif(users.show_mature, ${sql.raw(all)}, ${sql.raw(forAll)})`
  return sql`users.created_at <= ${votesFrom}
    AND (SELECT ${listed('listed_count', 'listed_for_all_count')} FROM compos WHERE compos.id = ${id}) - (
      SELECT count(*) FROM compo_entries WHERE compo_id = ${id} AND artist_id = users.id
        AND ${listed('listed', 'listed_for_all')}) >= 2
    AND NOT EXISTS (SELECT 1 FROM compo_ballots WHERE compo_id = ${id} AND voter_id = users.id AND total <= (
      SELECT count(*) FROM compo_sets WHERE compo_sets.ballot_id = compo_ballots.ballot_id AND answered_at IS NOT NULL))`
}
