import { and, eq, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { log } from '../../../durable-objects/realtime/log.ts'
import type { Db } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { sendMail } from '../../lib/mail.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { composeMail } from './compose.ts'
import { KIND_RULES, MAIL_PURPOSES, OPTIONAL_KINDS, STORE_KINDS } from './kinds.ts'
import { type QueuedMails, wantsMail } from './queue.ts'
import { isAccountMail, isOptionalMail, isUrgentMail, mailKeys, mails } from './schema.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Pauses after each failed attempt. The scheduled job that repeats them runs every 15 minutes. */
const RETRY_DELAYS_MS = [10, 30, 60, 180, 720].map((minutes) => minutes * MINUTE_MS)
const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1
/** Mails of one scheduled run. */
const SENT_AT_ONCE = 100
/** Sent mails are stored for this time, because limits count them. */
const SENT_RETENTION_MS = DAY_MS
const FAILED_RETENTION_MS = 30 * DAY_MS

/** Failures that would repeat at every attempt. */
const FINAL_FAILURES = new Set([
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
])

type Claimed = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/** Sends queued mails, one after the other. Those that fail are repeated by the scheduled job. */
export async function sendMails(
  db: Db,
  env: Cloudflare.Env,
  queued: QueuedMails,
  now: () => number = Date.now,
): Promise<void> {
  for (const { id } of queued) await attemptMail(db, env, { id, now: now() })
}

/**
 * Sends the mails whose next attempt is due, up to a maximum: urgent ones first, then those about the account, then
 * those that members can switch off.
 */
export async function sendDueMails(db: Db, env: Cloudflare.Env, now: number): Promise<void> {
  const isDue = lte(mails.nextAttemptAt, now)
  const select = (where: SQL | undefined) =>
    db.select({ id: mails.id }).from(mails).where(where).orderBy(mails.nextAttemptAt).limit(SENT_AT_ONCE)
  const [urgent, others, optional] = await db.batch([
    select(and(isDue, isUrgentMail)),
    select(and(isDue, isAccountMail)),
    select(and(isDue, isOptionalMail)),
  ])
  const due = new Set([...urgent, ...others, ...optional].map(({ id }) => id))
  for (const id of [...due].slice(0, SENT_AT_ONCE)) await attemptMail(db, env, { id, now })
}

/** Tries to send a mail, unless another attempt has begun. An attempt that is cut off is repeated after its pause. */
async function attemptMail(db: Db, env: Cloudflare.Env, { id, now }: { id: number; now: number }): Promise<void> {
  const mail = await claimMail(db, id, now)
  if (!mail) return
  if (mail.isUnwanted) return finishMail(db, id, { sent: true })
  const isTooLate = now - mail.createdAt > KIND_RULES[mail.kind].usefulMs
  if (isTooLate && OPTIONAL_KINDS.includes(mail.kind) && !mail.failure) return finishMail(db, id, { sent: true })
  if (isTooLate || mail.attempts > ATTEMPTS_MAX)
    return finishMail(db, id, { failedAt: now, failure: mail.failure ?? 'E_EXPIRED' })
  const key = await addKey(db, mail, now)
  const sent = await sendMail(env, await composeMail(env, { ...mail, key }))
  if (sent.ok) return finishMail(db, id, { sent: true })
  const isFinal = mail.attempts >= ATTEMPTS_MAX || FINAL_FAILURES.has(sent.code)
  log('error', 'mail', { kind: mail.kind, reason: sent.code, attempts: mail.attempts, final: isFinal })
  await finishMail(db, id, { failedAt: isFinal ? now : null, failure: sent.code })
}

/** Begins an attempt: counts it and schedules the next one. Returns null if the mail is not due. */
async function claimMail(db: Db, id: number, now: number) {
  const pauses = RETRY_DELAYS_MS.map((delay, attempts) => sql`WHEN ${attempts} THEN ${delay}`)
  const pause = sql`CASE attempts ${sql.join(pauses, sql` `)} ELSE ${RETRY_DELAYS_MS.at(-1)} END`
  const recipient = sql`FROM users WHERE users.id = mails.user_id`
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`attempts + 1`, nextAttemptAt: sql`${now} + ${pause}` })
    .where(and(eq(mails.id, id), lte(mails.nextAttemptAt, now)))
    .returning({
      kind: mails.kind,
      facts: mails.facts,
      userId: mails.userId,
      address: mails.address,
      attempts: mails.attempts,
      failure: mails.failure,
      createdAt: mails.createdAt,
      nickname: sql<string>`(SELECT nickname ${recipient})`,
      isUnwanted: sql`(SELECT ${isUnwanted()} ${recipient})`.mapWith(Boolean),
    })
  return mail ?? null
}

/**
 * The condition that the recipient has switched such mails off since the mail was queued, or changed their address,
 * which somebody else may read. Warnings about the account still go to the former address, because an intruder may have
 * replaced it.
 */
function isUnwanted() {
  const kindsOf = (purpose: (typeof MAIL_PURPOSES)[number]) =>
    Object.entries(KIND_RULES)
      .filter(([, rules]) => rules.purpose === purpose)
      .map(([kind]) => kind)
  const conditions = MAIL_PURPOSES.map(
    (purpose) =>
      sql`(mails.kind IN ${kindsOf(purpose)} AND NOT (${wantsMail(purpose)} AND users.email = mails.address))`,
  )
  const isForFormerAddress = sql`(mails.kind IN ${STORE_KINDS} AND users.email IS NOT mails.address)`
  return sql`(${sql.join([...conditions, isForFormerAddress], sql` OR `)})`
}

/** Makes the key of the mail's link, if it has one. */
async function addKey(db: Db, { kind, userId, address }: Claimed, now: number): Promise<string> {
  const rules = KIND_RULES[kind].key
  if (!rules) return ''
  const key = randomToken()
  const { purpose, lifetimeMs } = rules
  await db
    .insert(mailKeys)
    .values({ keyHash: await sha256Hex(key), userId, purpose, address, expiresAt: now + lifetimeMs })
  return key
}

type Outcome = { sent: true } | { failedAt: number | null; failure: string }

async function finishMail(db: Db, id: number, outcome: Outcome): Promise<void> {
  const columns =
    'sent' in outcome
      ? { nextAttemptAt: null, failure: null }
      : { ...outcome, ...(outcome.failedAt !== null && { nextAttemptAt: null }) }
  await db.update(mails).set(columns).where(eq(mails.id, id))
}

/** Removes sent mails after a day, dead letters after a month, and expired keys. */
export async function removeOldMails(db: Db, now: number): Promise<void> {
  const isSent = and(sql`next_attempt_at IS NULL AND failed_at IS NULL`, lt(mails.createdAt, now - SENT_RETENTION_MS))
  await deleteInParts(db, mails, or(isSent, lt(mails.failedAt, now - FAILED_RETENTION_MS)))
  await deleteInParts(db, mailKeys, lt(mailKeys.expiresAt, now))
}
