import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { BACKUP_CODE_ATTEMPTS_PER_HOUR, BACKUP_CODES } from '../../../contract/limits.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { type QueuedMails, queueMail, toConfirmedAddress } from '../../domain/mail/queue.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { insertSession, type NewSession, type OpenedSession, removeSessionsAboveLimit, sessionRow } from './queries.ts'
import { backupCodeAttempts, backupCodes } from './schema.ts'

const HOUR_MS = 3_600_000
/** Digits and letters without i, l, o and u, which are easily misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_LENGTH = 16

export type BackupCode = {
  /** The code as members read it, in groups of four characters. */
  text: string
  hash: string
}

/** Makes ten codes of 80 random bits each. */
export function makeBackupCodes(): Promise<BackupCode[]> {
  return Promise.all(
    Array.from({ length: BACKUP_CODES }, async () => {
      const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH))
      const code = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
      return { text: (code.match(/.{4}/g) ?? []).join('-'), hash: await sha256Hex(code) }
    }),
  )
}

type NewCodes = { userId: number; codes: readonly BackupCode[]; where: SQL }

/**
 * Makes the statement that adds a member's first codes, for the batch that adds a passkey. It adds none if the member
 * has codes, used or not.
 */
export function addFirstBackupCodes(db: Db, { userId, codes, where }: NewCodes) {
  return insertCodes(db, {
    userId,
    codes,
    where: sql`${where} AND NOT EXISTS (SELECT 1 FROM backup_codes WHERE user_id = ${userId})`,
  })
}

function insertCodes(db: Db, { userId, codes, where }: NewCodes) {
  const hashes = JSON.stringify(codes.map(({ hash }) => hash))
  return statement<{ codeHash: string }>(
    db,
    sql`INSERT INTO backup_codes (user_id, code_hash)
      SELECT ${userId}, value FROM json_each(${hashes}) WHERE ${where} RETURNING code_hash`,
  )
}

/** Replaces a member's codes. Returns the new codes and the mails about them. */
export async function renewBackupCodes(
  db: Db,
  { userId, now }: { userId: number; now: number },
): Promise<{ codes: string[]; mails: QueuedMails }> {
  const codes = await makeBackupCodes()
  const [, , mails] = await db.batch([
    db.delete(backupCodes).where(eq(backupCodes.userId, userId)),
    insertCodes(db, { userId, codes, where: sql`true` }),
    queueMail(db, {
      kind: 'sign_in_added',
      facts: { way: 'A set of backup codes' },
      address: sql`users.email`,
      where: sql`users.id = ${userId} AND users.email IS NOT NULL`,
      now,
    }),
  ])
  return { codes: codes.map(({ text }) => text), mails }
}

/** Selects the codes of a member, each with the time at which it was used. */
export function listBackupCodes(db: Db, userId: number) {
  return db.select({ usedAt: backupCodes.usedAt }).from(backupCodes).where(eq(backupCodes.userId, userId))
}

type CodeUse = NewSession & { nickname: string; code: string }

/**
 * Opens a session with a code, which works once. Returns the session and the mails about it. Fails with
 * `bad_backup_code` for wrong codes and for unknown nicknames, and with `backup_code_limit` after many attempts in an
 * hour for the nickname of a member. A correct code is accepted even above that limit; otherwise strangers could lock
 * the member out.
 */
export async function acceptBackupCode(
  db: Db,
  { nickname, code, ...session }: CodeUse,
): Promise<Result<OpenedSession & { mails: QueuedMails }, 'bad_backup_code' | 'backup_code_limit'>> {
  const { now } = session
  const [nicknameHash, codeHash] = await Promise.all([sha256Hex(nicknameKey(nickname)), sha256Hex(code)])
  const [, attempts, codes] = await db.batch([
    // Attempts above the limit are not stored, because the limit holds without them, nor are those for names that no
    // member has, because the number of such names has no limit.
    statement(
      db,
      sql`INSERT INTO backup_code_attempts (nickname_hash, created_at) SELECT ${nicknameHash}, ${now}
        WHERE EXISTS (SELECT 1 FROM users WHERE nickname_key = ${nicknameKey(nickname)})
          AND (SELECT count(*) FROM (SELECT 1 FROM backup_code_attempts WHERE nickname_hash = ${nicknameHash}
          AND created_at > ${now - HOUR_MS} LIMIT ${BACKUP_CODE_ATTEMPTS_PER_HOUR + 1})) <= ${BACKUP_CODE_ATTEMPTS_PER_HOUR}`,
    ),
    db
      .select({ count: sql<number>`count(*)` })
      .from(backupCodeAttempts)
      .where(and(eq(backupCodeAttempts.nicknameHash, nicknameHash), gt(backupCodeAttempts.createdAt, now - HOUR_MS))),
    db
      .select({ userId: backupCodes.userId, hash: backupCodes.codeHash })
      .from(users)
      .innerJoin(backupCodes, eq(backupCodes.userId, users.id))
      .where(and(eq(users.nicknameKey, nicknameKey(nickname)), isNull(users.mergedIntoId), isNull(backupCodes.usedAt))),
  ])
  const match = codes.filter(({ hash }) => isEqual(hash, codeHash))[0]
  const isLimited = (attempts[0]?.count ?? 0) > BACKUP_CODE_ATTEMPTS_PER_HOUR
  if (!match) return failure(isLimited ? 'backup_code_limit' : 'bad_backup_code')
  const token = randomToken()
  const row = await sessionRow(token, session)
  const isOpened = sql`EXISTS (SELECT 1 FROM sessions WHERE token_hash = ${row.tokenHash})`
  const isMatch = sql`user_id = ${match.userId} AND code_hash = ${match.hash} AND used_at IS NULL`
  const [[opened], , mails, ended] = await db.batch([
    insertSession(db, row, sql`SELECT user_id FROM backup_codes WHERE ${isMatch}`),
    db
      .update(backupCodes)
      .set({ usedAt: now })
      .where(and(eq(backupCodes.userId, match.userId), eq(backupCodes.codeHash, match.hash), isOpened)),
    queueMail(db, {
      kind: 'backup_code_used',
      ...toConfirmedAddress(match.userId, isOpened),
      now,
    }),
    removeSessionsAboveLimit(db, row),
  ])
  return opened ? success({ ...opened, token, ended, mails }) : failure('bad_backup_code')
}

/** Compares two hashes in constant time. */
function isEqual(left: string, right: string): boolean {
  const encoder = new TextEncoder()
  const [first, second] = [encoder.encode(left), encoder.encode(right)]
  return first.length === second.length && crypto.subtle.timingSafeEqual(first, second)
}

/** Removes attempts that are too old to count towards the limit. */
export async function removeOldBackupCodeAttempts(db: Db, now: number): Promise<void> {
  await deleteInParts(db, backupCodeAttempts, lt(backupCodeAttempts.createdAt, now - HOUR_MS))
}
