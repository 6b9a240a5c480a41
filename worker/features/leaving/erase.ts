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

/** Calls of one run for all accounts, so that the jobs after it can make theirs. The next run goes on. */
const CALLS_PER_RUN = 500
const ACCOUNTS_AT_ONCE = 10
/** Name of the position at which the last account of a run is noted. */
const LAST_TRIED = 'delete accounts'

type Env = Cloudflare.Env

/**
 * Begins the deletions that are due, and goes on with those that are not finished. One that fails is logged, delays no
 * other, and goes on with the next run.
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
  // The address of the last mail, once it was sent or given up.
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
    // Noted first, so that an account that fails delays no other.
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
