import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { COMPO_REMINDERS, type CompoReminder } from '../../../contract/http/notifications.ts'
import { VOTER_MIN_HOURS } from '../../../contract/limits.ts'
import { compoInvites, compos } from '../../domain/compos/schema.ts'
import type { MailKind } from '../../domain/mail/kinds.ts'
import { queueMail, wantsMail } from '../../domain/mail/queue.ts'
import { type Db, statement } from '../../lib/database.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const REMINDED_AT_ONCE = 500
/** The maximum of batches for a compo in a scheduled run. The next run goes on. */
const ROUNDS_MAX = 10

type Times = Pick<typeof compos.$inferSelect, 'endsAt' | 'votingEndsAt' | 'resultAt'>

/**
 * The latest reminder that is due: of the voting from its beginning, of its end on the last day (unless the whole
 * voting takes no longer), and of the result. Null if none is due.
 */
export function dueReminder({ endsAt, votingEndsAt, resultAt }: Times, now: number): CompoReminder | null {
  if (resultAt !== null) return 'result'
  if (now < endsAt || now >= votingEndsAt) return null
  return votingEndsAt - now <= DAY_MS && votingEndsAt - endsAt > DAY_MS ? 'ending' : 'voting'
}

/**
 * Resets the last reminder after staff moved the times, if later reminders become due again. Returns the columns to
 * change.
 */
export function reminderAfterMove({ reminder, ...times }: Times & { reminder: CompoReminder | null }, now: number) {
  const due = now < times.endsAt ? null : (dueReminder(times, now) ?? reminder)
  return rankOf(due) < rankOf(reminder) ? { reminder: due, remindedUpTo: null } : {}
}

/**
 * Reminds the members who take part in compos, with a notice, and by mail if they want one. Nobody gets the same
 * reminder twice, or one that a later one has replaced, however often this runs, unless the times of the compo were
 * moved meanwhile.
 */
export async function remindOfCompos(db: Db, now: number): Promise<void> {
  const waiting = await db
    .select()
    .from(compos)
    .where(and(sql`(reminder IS NOT 'result' OR reminded_up_to IS NOT NULL)`, lte(compos.endsAt, now)))
    .orderBy(compos.endsAt)
  for (const compo of waiting) {
    const due = dueReminder(compo, now)
    const isNew = due !== null && rankOf(due) > rankOf(compo.reminder)
    if (isNew) await beginReminder(db, compo.id, due)
    const reminder = isNew ? due : compo.reminder
    if (reminder && (isNew || compo.remindedUpTo !== null)) await remindAll(db, { ...compo, reminder, now })
  }
}

const rankOf = (reminder: CompoReminder | null): number => (reminder ? COMPO_REMINDERS.indexOf(reminder) : -1)

async function beginReminder(db: Db, id: number, reminder: CompoReminder): Promise<void> {
  const earlier = COMPO_REMINDERS.slice(0, rankOf(reminder))
  await db.batch([
    db
      .update(compos)
      .set({ reminder, remindedUpTo: 0 })
      .where(and(eq(compos.id, id), sql`(reminder IS NULL OR reminder IN ${earlier.length > 0 ? earlier : ['']})`)),
    // Invites have ended with the entries, and their notices led to a page that says nothing of them.
    statement(db, sql`DELETE FROM notifications WHERE compo_id = ${id} AND compo_notice = 'invite'`),
    db.delete(compoInvites).where(eq(compoInvites.compoId, id)),
  ])
}

type Reminder = {
  id: number
  key: string
  title: string
  votingEndsAt: number
  reminder: CompoReminder
  now: number
}

async function remindAll(db: Db, reminder: Reminder): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) if (!(await remindNext(db, reminder))) return
}

const MAIL_KINDS: Record<CompoReminder, MailKind> = {
  voting: 'compo_voting',
  ending: 'compo_ending',
  result: 'compo_result',
}

/** Reminds the next members in the order of their ids. Returns false if there are none left. */
async function remindNext(db: Db, compo: Reminder): Promise<boolean> {
  const { id, key, title, reminder, now } = compo
  const isCurrent = sql`compos.id = ${id} AND compos.reminder = ${reminder}`
  const firstOf = (table: 'compo_entries' | 'compo_ballots', member: 'artist_id' | 'voter_id') => {
    const column = sql`${sql.identifier(table)}.${sql.identifier(member)}`
    return sql`SELECT * FROM (SELECT DISTINCT ${column} AS user_id FROM compos JOIN ${sql.identifier(table)} ON compo_id = compos.id
      WHERE ${isCurrent} AND ${column} > compos.reminded_up_to ORDER BY 1 LIMIT ${REMINDED_AT_ONCE})`
  }
  const next = sql`${firstOf('compo_entries', 'artist_id')} UNION ${firstOf('compo_ballots', 'voter_id')}
    ORDER BY 1 LIMIT ${REMINDED_AT_ONCE}`
  const members = sql`users.id IN (SELECT user_id FROM (${next})) AND ${needsReminder(compo)}`
  const facts = { title, path: reminder === 'result' ? `/compo/${key}` : `/compo/${key}/vote` }
  const address = sql`users.email`
  const [, , [updated]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, compo_id, compo_notice, occurred_at)
        SELECT users.id, 'compos', users.id, users.id, ${id}, ${reminder}, ${now} FROM users WHERE ${members}
        ON CONFLICT (compo_id, user_id, compo_notice) WHERE compo_notice IS NOT NULL AND sketch_id IS NULL
        DO UPDATE SET occurred_at = excluded.occurred_at, read_at = NULL WHERE occurred_at < excluded.occurred_at`,
    ),
    queueMail(db, {
      kind: MAIL_KINDS[reminder],
      facts,
      address,
      where: sql`${members} AND ${wantsMail('compos')}`,
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

/**
 * The condition that a member can vote and has judged fewer sets than their ballot has; of the result everyone is notified.
 * Entries across a block are counted, although the member does not judge them.
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
