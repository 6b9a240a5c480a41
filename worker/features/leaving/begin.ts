import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import { rememberBannedLogins } from '../../domain/bans/banned-logins.ts'
import { type Login, loginHash } from '../../domain/logins/login-hash.ts'
import { type QueuedMails, queueMail } from '../../domain/mail/queue.ts'
import { endOwnStream } from '../../domain/streams/ending.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'

/** The values that remove the person from a row of `users`. Balances and counts stay, because they belong to the id. */
const NO_PERSON: SQLiteUpdateSetSource<typeof users> = {
  ...{
    nickname: DELETED_MEMBER,
    nicknameKey: sql`'deleted:' || id`,
    nicknameSkeleton: null,
    birthDate: '',
    about: '',
    aboutMentions: null,
    country: '',
    gender: '',
  },
  ...{
    website: '',
    slug: null,
    formerSlug: null,
    watermarkName: '',
    avatarKey: null,
    coverKey: null,
    email: null,
    pendingEmail: null,
  },
  ...{
    emailMessages: false,
    emailFans: false,
    emailExports: false,
    emailCompos: false,
    flags: '',
    patronUntil: null,
    patronReminderFor: null,
    patronSince: null,
  },
  ...{ theme: null, emoticonId: null, messagesFrom: 'nobody' },
  ...{ showMature: false, showChat: false, showBirthday: false, showDevice: false, viewsCount: 0, activeAt: 0 },
  ...{ showStreak: false, timeZone: null, timeZoneChangedAt: null },
  ...{ createdAt: 0, deletesAt: null },
}

/** The ids of accounts that were merged into these, directly or through other accounts. */
function mergedInto(userIds: readonly number[]): SQL {
  return sql`WITH RECURSIVE merged (id) AS (SELECT users.id FROM users
    WHERE merged_into_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))
    UNION SELECT users.id FROM users JOIN merged ON users.merged_into_id = merged.id) SELECT id FROM merged`
}

/** Lists accounts, and those that were merged into them. */
export async function withMergedAccounts(db: Db, userIds: readonly number[]): Promise<number[]> {
  const merged = await db.all<{ id: number }>(mergedInto(userIds))
  return [...userIds, ...merged.map(({ id }) => id)]
}

/**
 * The condition that a row of `users` is an account whose deletion is due. A merged account is emptied with the account
 * into which it was merged. A deletion waits for merges into its account, which would move rows to it afterwards.
 */
const isDueAt = (now: number) => sql`(users.deletes_at <= ${now} AND users.merged_into_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM merges JOIN users AS merged ON merged.id = merges.user_id
    WHERE merges.finished_at IS NULL AND merged.merged_into_id = users.id))`

type Due = { userId: number; now: number }

/**
 * Begins the deletion of an account that is due. One batch ends all ways to log in, frees its name, and removes the
 * person from its row. Returns the mail about it; null if the member kept the account. A second run at the same time
 * begins nothing.
 */
export async function beginDeletion(
  db: Db,
  secret: string,
  { userId, now }: Due,
): Promise<{ mails: QueuedMails } | null> {
  const logins = await db.all<Login>(sql`SELECT issuer, subject FROM identities WHERE user_id = ${userId}`)
  const hashes = await Promise.all(logins.map((login) => loginHash(secret, login)))
  const isDue = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND ${isDueAt(now)})`
  const run = (query: SQL) => statement<unknown>(db, sql`${query} AND ${isDue}`)
  const begun = statement<{ id: number }>(
    db,
    sql`INSERT INTO account_deletions (user_id, due_at, started_at) SELECT id, deletes_at, ${now} FROM users
      WHERE id = ${userId} AND ${isDueAt(now)}
      ON CONFLICT (user_id) DO UPDATE SET due_at = excluded.due_at, step = '', position = 0, finished_at = NULL
      RETURNING user_id AS id`,
  )
  const isTold = sql`users.id = ${userId} AND ${isDueAt(now)} AND users.email IS NOT NULL`
  const [started, mails] = await db.batch([
    begun,
    queueMail(db, { kind: 'account_deleted', address: sql`users.email`, where: isTold, now }),
    rememberBannedLogins(db, { hashes, userId, condition: isDue, now }),
    run(sql`DELETE FROM pending_sign_ups WHERE (issuer, subject) IN
      (SELECT issuer, subject FROM identities WHERE user_id = ${userId})`),
    run(sql`DELETE FROM identities WHERE user_id = ${userId}`),
    run(sql`DELETE FROM unlinked_logins WHERE user_id = ${userId}`),
    run(sql`DELETE FROM passkeys WHERE user_id = ${userId}`),
    run(sql`DELETE FROM backup_codes WHERE user_id = ${userId}`),
    run(sql`DELETE FROM mail_keys WHERE user_id = ${userId}`),
    // Mails to others that name the member.
    run(sql`DELETE FROM mails WHERE facts ->> 'nickname' = (SELECT nickname FROM users WHERE id = ${userId})`),
    run(sql`UPDATE group_requests SET nickname = ${DELETED_MEMBER} WHERE user_id = ${userId}`),
    run(sql`UPDATE group_feature_requests SET nickname = ${DELETED_MEMBER} WHERE user_id = ${userId}`),
    run(sql`DELETE FROM sessions WHERE user_id = ${userId}`),
    run(
      sql`UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL WHERE impersonated_id = ${userId}`,
    ),
    run(sql`UPDATE totals SET count = count - 1 WHERE name = 'members'`),
    endOwnStream(db, { userId, condition: isDue, now }),
    db
      .update(users)
      .set({ ...NO_PERSON, deletedAt: now })
      .where(sql`id IN (${mergedInto([userId])}) AND ${isDue}`),
    db
      .update(users)
      .set({ ...NO_PERSON, deletedAt: now })
      .where(sql`id = ${userId} AND ${isDueAt(now)}`),
  ])
  return started.length > 0 ? { mails } : null
}

/** Maximum number of accounts whose deletion one run begins. */
const BEGUN_AT_ONCE = 20

export async function listDueAccounts(db: Db, now: number): Promise<number[]> {
  const due = await db.select({ id: users.id }).from(users).where(isDueAt(now)).limit(BEGUN_AT_ONCE)
  return due.map(({ id }) => id)
}
