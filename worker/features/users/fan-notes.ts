import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { FAN_NOTE_INTERVAL_HOURS } from '../../../contract/limits.ts'
import { fanNotes } from '../../domain/notifications/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'

const INTERVAL_MS = FAN_NOTE_INTERVAL_HOURS * 3_600_000
const NOTIFIED_AT_ONCE = 500
/** Maximum number of batches in one call. The scheduled job continues. */
const ROUNDS_MAX = 100
/** Maximum number of notes in a scheduled run, and of batches for each of them. */
const RESUMED = { notes: 3, rounds: 4 }

/**
 * Stores a note to all fans of a member. The same note again returns the first one. Fails with `note_limit` if the
 * member sent another within a day.
 */
export async function addFanNote(
  db: Db,
  { userId, message, now }: { userId: number; message: string; now: number },
): Promise<Result<{ id: number; fansNotified: number }, 'note_limit'>> {
  const [, [latest]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO fan_notes (user_id, message, fans_notified, notified_up_to, created_at)
        SELECT id, ${message}, note_fans_count, 0, ${now} FROM users WHERE id = ${userId}
        AND NOT EXISTS (SELECT 1 FROM fan_notes WHERE user_id = ${userId} AND created_at > ${now - INTERVAL_MS})`,
    ),
    db
      .select({ id: fanNotes.id, message: fanNotes.message, fansNotified: fanNotes.fansNotified })
      .from(fanNotes)
      .where(eq(fanNotes.userId, userId))
      .orderBy(desc(fanNotes.createdAt))
      .limit(1),
  ])
  return latest?.message === message ? success(latest) : failure('note_limit')
}

/** Notifies the fans who want notes. Continues after an interruption; nobody is notified twice. */
export async function notifyOfNote(db: Db, id: number, rounds = ROUNDS_MAX): Promise<void> {
  for (let round = 0; round < rounds; round++) if (!(await notifyNext(db, id))) return
}

/** Notifies the next batch of fans. Returns false if there are none left. */
async function notifyNext(db: Db, id: number): Promise<boolean> {
  const next = sql`SELECT fan_id FROM fan_notes JOIN fans ON fans.user_id = fan_notes.user_id
    WHERE fan_notes.id = ${id} AND fans.notify_notes = 1 AND fans.fan_id > fan_notes.notified_up_to
    ORDER BY fan_id LIMIT ${NOTIFIED_AT_ONCE}`
  const [, [updated]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, note_id, excerpt, occurred_at)
        SELECT next.fan_id, 'notes', fan_notes.user_id, fan_notes.user_id, fan_notes.id, message, created_at
        FROM (${next}) AS next JOIN fan_notes ON fan_notes.id = ${id} WHERE true ON CONFLICT DO NOTHING`,
    ),
    db
      .update(fanNotes)
      .set({ notifiedUpTo: sql`(SELECT iif(count(*) < ${NOTIFIED_AT_ONCE}, NULL, max(fan_id)) FROM (${next}))` })
      .where(and(eq(fanNotes.id, id), isNotNull(fanNotes.notifiedUpTo)))
      .returning({ notifiedUpTo: fanNotes.notifiedUpTo }),
  ])
  return (updated?.notifiedUpTo ?? null) !== null
}

/** Continues with notes of which not all fans were notified. */
export async function resumeNotes(db: Db): Promise<void> {
  const unfinished = await db
    .select({ id: fanNotes.id })
    .from(fanNotes)
    .where(isNotNull(fanNotes.notifiedUpTo))
    .limit(RESUMED.notes)
  for (const { id } of unfinished) await notifyOfNote(db, id, RESUMED.rounds)
}
