import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { PASSKEY_TRANSPORTS } from '../../../contract/http/passkeys.ts'
import { BACKUP_CODES, PASSKEYS_MAX } from '../../../contract/limits.ts'
import { type QueuedMails, queueMail, toConfirmedAddress } from '../../domain/mail/queue.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { randomToken } from '../../lib/random.ts'
import { DONE, failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { addFirstBackupCodes, makeBackupCodes } from './backup-codes.ts'
import type { NewCredential, PasskeyUse } from './passkey-verification.ts'
import { insertSession, type NewSession, type OpenedSession, removeSessionsAboveLimit, sessionRow } from './queries.ts'
import { passkeys } from './schema.ts'

/** Lists a member's passkeys, oldest first. */
export function listPasskeys(db: Db, userId: number) {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
}

type NewPasskey = {
  userId: number
  credential: NewCredential
  /** Transports that the browser named. May contain names that the site does not know. */
  transports: readonly string[]
  device: string
  now: number
}

/**
 * Adds a passkey, named after the device. Adds backup codes if the member has none. Returns the mails about both. Fails
 * with `login_taken` if the passkey exists already, and with `passkey_limit` also if the account was merged or deleted
 * meanwhile.
 */
export async function addPasskey(
  db: Db,
  { userId, credential, transports, device, now }: NewPasskey,
): Promise<Result<{ mails: QueuedMails; codes: string[] }, 'login_taken' | 'passkey_limit'>> {
  const { credentialId, publicKey, counter, isSynced } = credential
  const known = JSON.stringify(PASSKEY_TRANSPORTS.filter((transport) => transports.includes(transport)))
  const isAdded = sql`EXISTS (SELECT 1 FROM passkeys WHERE credential_id = ${credentialId} AND user_id = ${userId})`
  const codes = await makeBackupCodes()
  const hasNewCodes = sql`EXISTS (SELECT 1 FROM backup_codes WHERE user_id = ${userId} AND code_hash = ${codes[0]?.hash})`
  const passkey = `A passkey (${device})`
  const withCodes = `${passkey}, with ${BACKUP_CODES} backup codes,`
  const facts = sql`json_object('way', iif(${hasNewCodes}, ${withCodes}, ${passkey}))`
  const added = await tryWrite(
    db.batch([
      statement<{ id: number }>(
        db,
        sql`INSERT INTO passkeys
            (user_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
          SELECT ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${known}, ${Number(isSynced)}, ${device}, ${now}
          FROM users WHERE ${isMember(userId)} AND (SELECT count(*) FROM passkeys WHERE user_id = ${userId}) < ${PASSKEYS_MAX} RETURNING id`,
      ),
      addFirstBackupCodes(db, { userId, codes, where: isAdded }),
      queueMail(db, { kind: 'sign_in_added', facts, ...toConfirmedAddress(userId, isAdded), now }),
    ]),
    { 'passkeys.credential_id': 'login_taken' },
  )
  if (!added.ok) return added
  const [rows, stored, mails] = added.value
  if (rows.length === 0) return failure('passkey_limit')
  return success({ mails, codes: stored.length > 0 ? codes.map(({ text }) => text) : [] })
}

export async function renamePasskey(
  db: Db,
  { id, userId, name }: { id: number; userId: number; name: string },
): Promise<Result<void, 'not_found'>> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  return renamed.length > 0 ? DONE : failure('not_found')
}

/** Removes a passkey and returns the mails about it. Fails with `last_login` if it is the member's only login. */
export async function removePasskey(
  db: Db,
  { id, userId, now }: { id: number; userId: number; now: number },
): Promise<Result<QueuedMails, 'not_found' | 'last_login'>> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
  const hasOther = sql`(EXISTS (SELECT 1 FROM identities WHERE user_id = ${userId})
    OR EXISTS (SELECT 1 FROM passkeys AS other WHERE other.user_id = ${userId} AND other.id <> ${id}))`
  const isRemoved = sql`${hasOther} AND EXISTS (SELECT 1 FROM passkeys WHERE id = ${id} AND user_id = ${userId})`
  const facts = { way: 'A passkey' }
  const [mails, removed, left] = await db.batch([
    queueMail(db, { kind: 'sign_in_removed', facts, ...toConfirmedAddress(userId, isRemoved), now }),
    db.delete(passkeys).where(and(isOwn, hasOther)).returning({ id: passkeys.id }),
    db.select({ id: passkeys.id }).from(passkeys).where(isOwn),
  ])
  if (left.length > 0) return failure('last_login')
  return removed.length > 0 ? success(mails) : failure('not_found')
}

/** Finds a passkey by its credential id. Passkeys of merged accounts are left out. */
export async function findPasskey(db: Db, credentialId: string) {
  const row = await db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.mergedIntoId)))
    .get()
  return row ?? null
}

/**
 * Opens a session after a verified use of a passkey. Fails with `bad_passkey` if the passkey was meanwhile removed, or
 * used with the same or a higher counter.
 */
export async function openPasskeySession(
  db: Db,
  { id, use, ...session }: NewSession & { id: number; use: PasskeyUse },
): Promise<Result<OpenedSession, 'bad_passkey'>> {
  const token = randomToken()
  const row = await sessionRow(token, session)
  const isNewer = sql`(counter < ${use.counter} OR (counter = 0 AND ${use.counter} = 0))`
  const [[opened], , ended] = await db.batch([
    insertSession(db, row, sql`SELECT user_id FROM passkeys WHERE id = ${id} AND ${isNewer}`),
    db
      .update(passkeys)
      .set({ ...use, lastUsedAt: session.now })
      .where(and(eq(passkeys.id, id), sql`EXISTS (SELECT 1 FROM sessions WHERE token_hash = ${row.tokenHash})`)),
    removeSessionsAboveLimit(db, row),
  ])
  return opened ? success({ ...opened, token, ended }) : failure('bad_passkey')
}
