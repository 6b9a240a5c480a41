import { and, eq, isNull, sql } from 'drizzle-orm'
import { log } from '../../../durable-objects/realtime/log.ts'
import { removeEndedBannedLogins } from '../../domain/bans/banned-logins.ts'
import { mails } from '../../domain/mail/schema.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { type CallBudget, runSteps } from '../../domain/users/row-steps.ts'
import { type Db, statement } from '../../lib/database.ts'
import { beginDeletion, listDueAccounts, listMergedAccounts } from './begin.ts'
import { ERASE_STEPS } from './erase-steps.ts'
import { accountDeletions } from './schema.ts'

/**
 * Maximum number of calls of one run for all accounts, which leaves some for the jobs after it. The next run continues.
 */
const CALLS_PER_RUN = 500
const ACCOUNTS_AT_ONCE = 10
/** The name under which the position stores the last account of a run. */
const LAST_TRIED = 'delete accounts'

type Env = Cloudflare.Env

/**
 * Begins the deletions that are due, and continues unfinished ones. A failed deletion is logged, does not delay the
 * others, and continues with the next run.
 */
export async function deleteAccounts(db: Db, env: Env, now: number): Promise<void> {
  for (const userId of await listDueAccounts(db, now))
    await attempt(async () => {
      const begun = await beginDeletion(db, env.MAIL_SECRET, { userId, now })
      if (begun) await sendMails(db, env, begun.mails, () => now)
    })
  const budget = { left: CALLS_PER_RUN }
  for (const userId of await listUnfinished(db)) {
    if (budget.left <= 0) break
    await attempt(() => continueDeletion(db, env, { userId, now, budget }))
  }
  // Removes the address of the last mail once the mail was sent or given up.
  await db.delete(mails).where(and(eq(mails.kind, 'account_deleted'), isNull(mails.nextAttemptAt)))
  await removeEndedBannedLogins(db, now)
}

/** Lists accounts in turn: those after the last one that was tried first. */
async function listUnfinished(db: Db): Promise<number[]> {
  const lastTried = sql`coalesce((SELECT CAST(position AS INTEGER) FROM sweep_positions WHERE name = ${LAST_TRIED}), 0)`
  const rows = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(isNull(accountDeletions.finishedAt))
    .orderBy(sql`${accountDeletions.userId} <= ${lastTried}`, accountDeletions.userId)
    .limit(ACCOUNTS_AT_ONCE)
  return rows.map(({ userId }) => userId)
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log('error', 'delete account', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

type Run = { userId: number; now: number; budget: CallBudget }

async function continueDeletion(db: Db, env: Env, { userId, now, budget }: Run): Promise<void> {
  const [[deletion]] = await db.batch([
    db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId)),
    // Stored first, so that a failing account does not delay the others.
    statement<unknown>(
      db,
      sql`INSERT INTO sweep_positions (name, position) VALUES (${LAST_TRIED}, ${String(userId)})
        ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
    ),
  ])
  if (!deletion) return
  const { dueAt } = deletion
  const userIds = [userId, ...(await listMergedAccounts(db, userId))]
  const isFinished = await runSteps(ERASE_STEPS, deletion, {
    run: (step, position) => step.run({ db, env, userId, userIds, dueAt, now, position }),
    save: async (place) => {
      await db.update(accountDeletions).set(place).where(eq(accountDeletions.userId, userId))
    },
    budget,
  })
  if (isFinished)
    await db
      .update(accountDeletions)
      .set({ finishedAt: now, step: '', position: 0 })
      .where(eq(accountDeletions.userId, userId))
}
