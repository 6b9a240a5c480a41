import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { log } from '../../../durable-objects/realtime/log.ts'
import { removeEndedBannedLogins } from '../../domain/bans/banned-logins.ts'
import { mails } from '../../domain/mail/schema.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { type CallBudget, type Place, runSteps } from '../../domain/users/row-steps.ts'
import { type Db, statement } from '../../lib/database.ts'
import { beginDeletion, listDueAccounts, withMergedAccounts } from './begin.ts'
import { ERASE_STEPS, FORGET_STEPS } from './erase-steps.ts'
import { accountDeletions } from './schema.ts'

/**
 * Maximum numbers of calls of one run for all accounts: for their files and rows, and for objects. Neither waits for
 * the other. They leave some calls for the jobs after it. The next run continues.
 */
const ERASE_CALLS_PER_RUN = 400
const FORGET_CALLS_PER_RUN = 400
const ACCOUNTS_AT_ONCE = 10
/** Each account makes an object read its lines once more. */
const FORGOTTEN_AT_ONCE = 20
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
  await eraseAccounts(db, env, now)
  await forgetAccounts(db, env, now)
  // Removes the address of the last mail once the mail was sent or given up.
  await db.delete(mails).where(and(eq(mails.kind, 'account_deleted'), isNull(mails.nextAttemptAt)))
  await removeEndedBannedLogins(db, now)
}

/**
 * Deletes files and rows of accounts. Each account gets an equal share of the calls, and what others leave of theirs.
 */
async function eraseAccounts(db: Db, env: Env, now: number): Promise<void> {
  const accounts = await listInTurn(db)
  let left = ERASE_CALLS_PER_RUN
  for (const [index, userId] of accounts.entries()) {
    if (left <= 0) return
    const share = Math.ceil(left / (accounts.length - index))
    const budget = { left: share }
    await attempt(() => eraseAccount(db, env, { userId, now, budget }))
    left -= share - budget.left
  }
}

/**
 * Removes accounts from objects. Accounts at the same place go on together, the furthest first: later ones wait for
 * the next round through all objects, and then share it, so that their number does not slow them.
 */
async function forgetAccounts(db: Db, env: Env, now: number): Promise<void> {
  const budget = { left: FORGET_CALLS_PER_RUN }
  for (const group of await listByPlace(db)) {
    if (budget.left <= 0) return
    await attempt(() => forgetGroup(db, env, { ...group, now, budget }))
  }
}

const stepIndex = sql.join(
  [
    sql`CASE step`,
    ...FORGET_STEPS.map(({ name }, index) => sql`WHEN ${name} THEN ${sql.raw(String(index))}`),
    sql`END`,
  ],
  sql` `,
)
const isBeingForgotten = inArray(
  accountDeletions.step,
  FORGET_STEPS.map(({ name }) => name),
)

/** Lists accounts in turn: those after the last one that was tried first. */
async function listInTurn(db: Db): Promise<number[]> {
  const lastTried = sql`coalesce((SELECT CAST(position AS INTEGER) FROM sweep_positions WHERE name = ${LAST_TRIED}), 0)`
  const rows = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(and(isNull(accountDeletions.finishedAt), not(isBeingForgotten)))
    .orderBy(sql`${accountDeletions.userId} <= ${lastTried}`, accountDeletions.userId)
    .limit(ACCOUNTS_AT_ONCE)
  return rows.map(({ userId }) => userId)
}

type Group = Place & { accounts: number[] }

/** Lists accounts whose files and rows are deleted, in groups at the same place, the furthest first. */
async function listByPlace(db: Db): Promise<Group[]> {
  const rows = await db
    .select()
    .from(accountDeletions)
    .where(and(isNull(accountDeletions.finishedAt), isBeingForgotten))
    .orderBy(sql`${stepIndex} DESC`, sql`position DESC`, accountDeletions.userId)
    .limit(FORGOTTEN_AT_ONCE)
  const groups = Map.groupBy(rows, ({ step, position }) => `${step} ${position}`)
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ step, position }) => ({ step, position, accounts: group.map(({ userId }) => userId) })),
  )
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log('error', 'delete account', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

type Run = { now: number; budget: CallBudget }

async function eraseAccount(db: Db, env: Env, { userId, now, budget }: Run & { userId: number }): Promise<void> {
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
  const userIds = await withMergedAccounts(db, [userId])
  const save = savePlaces(db, [userId])
  const isErased = await runSteps(ERASE_STEPS, deletion, {
    run: (step, position) => step.run({ db, env, userId, userIds, dueAt, now, position }),
    save,
    budget,
  })
  if (isErased) await save({ step: FORGET_STEPS[0].name, position: 0 })
}

async function forgetGroup(db: Db, env: Env, { accounts, now, budget, ...place }: Run & Group): Promise<void> {
  const userIds = await withMergedAccounts(db, accounts)
  const save = savePlaces(db, accounts)
  const isFinished = await runSteps(FORGET_STEPS, place, {
    run: (step, position) => step.run({ db, env, userIds, position }),
    save,
    budget,
  })
  if (isFinished) await save({ step: '', position: 0, finishedAt: now })
}

type Progress = Place & { finishedAt?: number }

const savePlaces = (db: Db, accounts: readonly number[]) => async (progress: Progress) => {
  await db.update(accountDeletions).set(progress).where(isOneOf(accounts))
}

const isOneOf = (accounts: readonly number[]): SQL =>
  sql`user_id IN (SELECT value FROM json_each(${JSON.stringify(accounts)}))`
