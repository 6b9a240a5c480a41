import { and, eq, isNull } from 'drizzle-orm'
import { log } from '../../../durable-objects/realtime/log.ts'
import { removeEndedBannedLogins } from '../../domain/bans/banned-logins.ts'
import { mails } from '../../domain/mail/schema.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { runSteps } from '../../domain/users/row-steps.ts'
import type { Db } from '../../lib/database.ts'
import { beginDeletion, listDueAccounts, listMergedAccounts } from './begin.ts'
import { ERASE_STEPS } from './erase-steps.ts'
import { accountDeletions } from './schema.ts'

/** Batches of one run for one account, and accounts of one run. The next run goes on. */
const BATCHES_PER_RUN = 300
const ACCOUNTS_AT_ONCE = 10

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
  const unfinished = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(isNull(accountDeletions.finishedAt))
    .limit(ACCOUNTS_AT_ONCE)
  for (const { userId } of unfinished) await attempt(() => continueDeletion(db, env, { userId, now }))
  // The address of the last mail, once it was sent or given up.
  await db.delete(mails).where(and(eq(mails.kind, 'account_deleted'), isNull(mails.nextAttemptAt)))
  await removeEndedBannedLogins(db, now)
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log('error', 'delete account', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

async function continueDeletion(db: Db, env: Env, { userId, now }: { userId: number; now: number }): Promise<void> {
  const deletion = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId)).get()
  if (!deletion) return
  const { dueAt } = deletion
  const userIds = [userId, ...(await listMergedAccounts(db, userId))]
  const isFinished = await runSteps(ERASE_STEPS, deletion, {
    run: (step, position) => step.run({ db, env, userId, userIds, dueAt, now, position }),
    save: async (place) => {
      await db.update(accountDeletions).set(place).where(eq(accountDeletions.userId, userId))
    },
    batchesMax: BATCHES_PER_RUN,
  })
  if (isFinished)
    await db
      .update(accountDeletions)
      .set({ finishedAt: now, step: '', position: 0 })
      .where(eq(accountDeletions.userId, userId))
}
