import { and, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { queueMail } from '../../domain/mail/queue.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'

/** Patrons are reminded this long before their term ends. */
const REMINDED_BEFORE_MS = 14 * 86_400_000
const REMINDED_AT_ONCE = 100

/** Queues a mail to patrons whose term ends soon, once for each end. A longer term is reminded of again. */
export async function remindOfTerms(db: Db, now: number): Promise<void> {
  const { patronUntil, patronReminderFor, email } = users
  const ending = await db
    .select({ id: users.id, patronUntil })
    .from(users)
    .where(
      and(
        gt(patronUntil, now),
        lte(patronUntil, now + REMINDED_BEFORE_MS),
        or(isNull(patronReminderFor), ne(patronReminderFor, patronUntil)),
        isNotNull(email),
      ),
    )
    .limit(REMINDED_AT_ONCE)
  for (const { id, patronUntil: end } of ending) {
    if (end === null) continue
    const isDue = sql`users.id = ${id} AND patron_until = ${end} AND patron_reminder_for IS NOT ${end} AND email IS NOT NULL`
    const date = new Date(end).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    await db.batch([
      queueMail(db, { kind: 'patron_ending', facts: { date }, address: sql`users.email`, where: isDue, now }),
      db.update(users).set({ patronReminderFor: end }).where(eq(users.id, id)),
    ])
  }
}
