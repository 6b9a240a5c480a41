import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { EXPORT_HOURS, EXPORT_PART_MAX_BYTES, EXPORT_PART_MAX_FILES } from '../../../contract/limits.ts'
import { type QueuedMails, queueMail, wantsMail } from '../../domain/mail/queue.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { randomToken } from '../../lib/random.ts'
import { EMPTY_PLAN, type Part, planParts } from './parts.ts'
import { accountExports, exportedFiles } from './schema.ts'
import { type Advance, isClaimed, LAST_STEP, type Run, STEPS, type Step } from './steps.ts'

const HOUR_MS = 3_600_000
/** Another run may begin this long after the last step of a run that did not end. */
const CLAIM_MS = 60_000
/** Number of consecutive runs without a finished step after which an export is given up. */
const ATTEMPTS_MAX = 10
const EXPORTS_AT_ONCE = 5
/** Number of files that are placed in zips at a time. */
const FILES_PER_PAGE = 5000

/** Limits of one run: time, calls to D1 and R2, and bytes, because checksums take processor time. */
export type RunLimits = { ms: number; calls: number; bytes: number }

/** For runs after a reply, which the platform stops after 30 seconds. */
export const AFTER_REPLY: RunLimits = { ms: 15_000, calls: 600, bytes: 1_000_000_000 }
/** Shared by all exports of a scheduled run. */
const SCHEDULED: RunLimits = { ms: 120_000, calls: 300, bytes: 2_000_000_000 }

/** Continues the exports that were continued longest ago. */
export async function resumeExports(
  db: Db,
  env: Cloudflare.Env,
  { now, limits = SCHEDULED }: { now: number; limits?: RunLimits },
): Promise<void> {
  const unfinished = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(and(sql`${accountExports.state} = 'making'`, lte(accountExports.claimedUntil, now)))
    .orderBy(accountExports.claimedUntil)
    .limit(EXPORTS_AT_ONCE)
  const left = { ...limits }
  for (const { id } of unfinished) {
    const started = Date.now()
    const used = await continueExport(db, env, { id, now, limits: left })
    left.calls -= used.calls
    left.bytes -= used.bytes
    left.ms -= Date.now() - started
  }
}

type Used = { calls: number; bytes: number }

/**
 * Continues an export until it is ready or a limit is reached. Does nothing while another run works on it. If a run is
 * cut off, the unfinished part of its step is lost, and another run continues once the claim has ended.
 */
export async function continueExport(
  db: Db,
  env: Cloudflare.Env,
  { id, now, limits }: { id: number; now: number; limits: RunLimits },
): Promise<Used> {
  const used = { calls: 1, bytes: 0 }
  if (limits.calls <= 0 || limits.bytes <= 0 || limits.ms <= 0) return used
  const started = Date.now()
  const claimed = await claim(db, id, now)
  if (!claimed) return used
  const run: Run = { db, files: env.FILES, exportId: id, ...claimed, now }
  let [index, position] = [claimed.index, claimed.position]
  while (used.calls < limits.calls && used.bytes < limits.bytes && Date.now() - started < limits.ms) {
    const step = STEPS[index]
    if (!step) {
      await sendMails(db, env, await finish(run))
      return used
    }
    const advance = await step.advance(run, position)
    used.calls += advance.calls
    used.bytes += advance.bytesRead ?? 0
    if (advance.next === null) index++
    position = advance.next
    const isStored = await storeProgress(run, advance, { step: STEPS[index], position })
    if (!isStored) return used
  }
  // Stores the time of the run, by which the schedule orders the exports.
  await db.update(accountExports).set({ claimedUntil: now }).where(isClaimed(run))
  return used
}

async function claim(db: Db, id: number, now: number) {
  const token = randomToken()
  const [row] = await db
    .update(accountExports)
    .set({ run: token, claimedUntil: now + CLAIM_MS, attempts: sql`attempts + 1` })
    .where(and(eq(accountExports.id, id), sql`state = 'making'`, lte(accountExports.claimedUntil, now)))
    .returning({
      userId: accountExports.userId,
      step: accountExports.step,
      position: accountExports.position,
      attempts: accountExports.attempts,
    })
  if (!row) return null
  if (row.attempts > ATTEMPTS_MAX) {
    const failed = { state: 'failed', endsAt: now + EXPORT_HOURS * HOUR_MS } as const
    await db.update(accountExports).set(failed).where(eq(accountExports.run, token))
    return null
  }
  const index = row.step === LAST_STEP ? STEPS.length : Math.max(0, indexOf(row.step))
  return { userId: row.userId, token, index, position: JSON.parse(row.position) as unknown }
}

const indexOf = (name: string) => STEPS.findIndex((step) => step.name === name)

/** Stores what a step did together with the next position. Returns false if the run has lost its claim. */
async function storeProgress(
  run: Run,
  { statements, bytesListed = 0, bytesRead = 0 }: Advance,
  { step, position }: { step: Step | undefined; position: unknown },
): Promise<boolean> {
  const progress = statement<{ id: number }>(
    run.db,
    sql`UPDATE account_exports SET step = ${step?.name ?? LAST_STEP}, position = ${JSON.stringify(position)}, attempts = 0,
        bytes = bytes + ${bytesListed}, bytes_read = bytes_read + ${bytesRead}, claimed_until = ${Date.now() + CLAIM_MS}
      WHERE ${isClaimed(run)} RETURNING id`,
  )
  const results = await batchEach(run.db, [...statements, progress])
  return (results.at(-1)?.length ?? 0) > 0
}

/** Divides the files into zips, and queues the mail about that if the member wants it. */
async function finish(run: Run): Promise<QueuedMails> {
  const { db, now } = run
  const parts = await planAllParts(run)
  const recipient = sql`users.id = ${run.userId} AND ${wantsMail('exports')}
    AND EXISTS (SELECT 1 FROM account_exports WHERE ${isClaimed(run)})`
  const [mails] = await db.batch([
    queueMail(db, { kind: 'export_ready', address: sql`users.email`, where: recipient, now }),
    db
      .update(accountExports)
      .set({ state: 'ready', parts, endsAt: Date.now() + EXPORT_HOURS * HOUR_MS })
      .where(isClaimed(run)),
  ])
  return mails
}

/** Divides the files into zips. The files are read in pages, because recordings of a week can have 400,000. */
async function planAllParts({ db, exportId }: Run): Promise<Part[]> {
  const limits = { bytesMax: EXPORT_PART_MAX_BYTES, filesMax: EXPORT_PART_MAX_FILES }
  let [plan, lastId] = [EMPTY_PLAN, 0]
  for (;;) {
    const files = await db
      .select({
        id: exportedFiles.id,
        name: exportedFiles.name,
        bytes: exportedFiles.bytes,
        source: exportedFiles.source,
      })
      .from(exportedFiles)
      .where(and(eq(exportedFiles.exportId, exportId), gt(exportedFiles.id, lastId)))
      .orderBy(asc(exportedFiles.id))
      .limit(FILES_PER_PAGE)
    plan = planParts(files, limits, plan)
    lastId = files.at(-1)?.id ?? lastId
    if (files.length < FILES_PER_PAGE) return plan.parts
  }
}
