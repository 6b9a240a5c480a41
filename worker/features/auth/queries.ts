import { and, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import { SESSIONS_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { isLoginBanned } from '../../domain/bans/banned-logins.ts'
import { isLoginUnlinked } from '../../domain/logins/unlinked-logins.ts'
import type { EndedSession } from '../../domain/sessions/close-sockets.ts'
import { sessions } from '../../domain/sessions/schema.ts'
import { isAdminRow, users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { orFailure, type Result, success, tryWrite } from '../../lib/result.ts'
import { skeletonOf } from '../../lib/skeleton.ts'
import type { Identity } from './provider.ts'
import { suggestNickname } from './rules.ts'
import { identities, pendingSignUps } from './schema.ts'

export const SESSION_DAYS = 90
const SIGN_UP_MINUTES = 60
const REFUSED_SIGN_UP_DAYS = 30
/**
 * The maximum number of listed sessions. It exceeds `SESSIONS_PER_MEMBER_MAX`, because members who logged in before
 * that limit existed keep more sessions until their next login.
 */
const SESSIONS_LISTED = 100
const DAY_MS = 86_400_000

export async function findUserByIdentity(db: Db, issuer: string, subject: string): Promise<number | null> {
  const row = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
    .get()
  return row?.userId ?? null
}

/** Checks if a login was unlinked from an account that exists. */
export async function wasLoginUnlinked(db: Db, hash: string): Promise<boolean> {
  return (await db.get(sql`SELECT 1 WHERE ${isLoginUnlinked(hash)}`)) !== undefined
}

export type NewSession = { device: string; now: number }

/** The token of a new session, and the sessions that ended because the member had too many. */
export type OpenedSession = { userId: number; token: string; ended: EndedSession[] }

/** Opens a session. The database stores only the hash of its token. */
export async function addSession(
  db: Db,
  { userId, ...session }: NewSession & { userId: number },
): Promise<OpenedSession> {
  const token = randomToken()
  const row = await sessionRow(token, session)
  const [, ended] = await db.batch([db.insert(sessions).values({ ...row, userId }), removeSessionsAboveLimit(db, row)])
  return { userId, token, ended }
}

/**
 * Makes the statement that ends a member's sessions above the limit, least recently used first, and returns them. It
 * follows the statement that opens a session.
 */
export function removeSessionsAboveLimit(db: Db, { tokenHash }: { tokenHash: string }) {
  const others = sql`sessions WHERE user_id = (SELECT user_id FROM sessions WHERE token_hash = ${tokenHash})
    AND token_hash <> ${tokenHash}`
  return db
    .delete(sessions)
    .where(
      sql`token_hash IN (SELECT token_hash FROM ${others} ORDER BY last_seen_at DESC
        LIMIT -1 OFFSET ${SESSIONS_PER_MEMBER_MAX - 1})`,
    )
    .returning(endedColumns)
}

const endedColumns = { userId: sessions.userId, session: sessions.tokenHash }

export async function sessionRow(token: string, { device, now }: NewSession) {
  return {
    tokenHash: await sha256Hex(token),
    publicId: crypto.randomUUID(),
    device,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + SESSION_DAYS * DAY_MS,
  }
}

/** Makes the statement that opens a session for the `user_id` that `member` selects; without a row it opens none. */
export function insertSession(db: Db, row: Awaited<ReturnType<typeof sessionRow>>, member: SQL) {
  const { tokenHash, publicId, device, createdAt, lastSeenAt, expiresAt } = row
  return statement<{ userId: number }>(
    db,
    sql`INSERT INTO sessions (token_hash, public_id, user_id, device, created_at, last_seen_at, expires_at)
      SELECT ${tokenHash}, ${publicId}, user_id, ${device}, ${createdAt}, ${lastSeenAt}, ${expiresAt}
      FROM (${member}) RETURNING user_id AS "userId"`,
  )
}

/** Ends the session with this token hash. Returns the ended session, or an empty array. */
export function removeSession(db: Db, tokenHash: string): Promise<EndedSession[]> {
  return db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning(endedColumns)
}

/** Ends one of a member's own sessions. */
export async function removeOwnSession(
  db: Db,
  { userId, publicId }: { userId: number; publicId: string },
): Promise<Result<EndedSession, 'not_found'>> {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.publicId, publicId)))
    .returning(endedColumns)
  return orFailure(ended, 'not_found')
}

/** Ends all sessions of a member except the one with this token hash. Returns the ended sessions. */
export function removeOtherSessions(db: Db, { userId, session }: EndedSession): Promise<EndedSession[]> {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, session)))
    .returning(endedColumns)
}

/** Lists a member's open sessions, the most recently used first, up to a maximum. */
export function listSessions(db: Db, userId: number, now: number) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(SESSIONS_LISTED)
}

/** Stores a verified identity until the person has chosen a nickname. Returns the sign-up token. */
export async function addSignUp(db: Db, identity: Identity, now: number): Promise<string> {
  const token = randomToken()
  await db.insert(pendingSignUps).values({
    tokenHash: await sha256Hex(token),
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email,
    suggestedNickname: suggestNickname(identity.name),
    isTooYoung: isRefused(identity),
    expiresAt: now + SIGN_UP_MINUTES * 60_000,
  })
  return token
}

export async function findSignUp(db: Db, token: string, now: number) {
  const row = await db
    .select()
    .from(pendingSignUps)
    .where(and(eq(pendingSignUps.tokenHash, await sha256Hex(token)), gt(pendingSignUps.expiresAt, now)))
    .get()
  return row ?? null
}

/** Deletes a pending sign-up. That of a newcomer whose age was refused stays. */
export async function removeSignUp(db: Db, token: string): Promise<void> {
  await db
    .delete(pendingSignUps)
    .where(and(eq(pendingSignUps.tokenHash, await sha256Hex(token)), eq(pendingSignUps.isTooYoung, false)))
}

type Login = Pick<Identity, 'issuer' | 'subject'>

const isRefused = ({ issuer, subject }: Login) =>
  sql<boolean>`EXISTS (SELECT 1 FROM pending_sign_ups WHERE issuer = ${issuer} AND subject = ${subject} AND is_too_young = 1)`

/**
 * Stores for 30 days that a newcomer was refused because of their age, and deletes their other data. A new sign-in with
 * the same identity is refused as well. Other pending sign-ups of the identity expire as before.
 */
export async function refuseSignUp(
  db: Db,
  { issuer, subject, tokenHash }: Login & { tokenHash: string },
  now: number,
): Promise<void> {
  const expiresAt = sql`iif(token_hash = ${tokenHash}, ${now + REFUSED_SIGN_UP_DAYS * DAY_MS}, expires_at)`
  await db
    .update(pendingSignUps)
    .set({ isTooYoung: true, email: null, suggestedNickname: '', expiresAt })
    .where(sql`issuer = ${issuer} AND subject = ${subject} AND (is_too_young = 0 OR token_hash = ${tokenHash})`)
}

type NewMember = {
  signUp: typeof pendingSignUps.$inferSelect
  /** The keyed hash of the identity (domain/logins). */
  loginHash: string
  nickname: string
  birthDate: string
  isFirstAdmin: boolean
  device: string
  now: number
}

/**
 * Creates the member with their identity and first session; `isFirstAdmin` makes them an admin while there is none.
 * Returns the session. Fails with `sign_in_failed` if the identity already belongs to a member, with `login_unlinked` if
 * it was unlinked from an account that exists, with `too_young` if their age was refused, and with `suspended` if they
 * deleted an account whose ban is still in force.
 */
export async function addMember(
  db: Db,
  { signUp, loginHash, isFirstAdmin, device, now, ...member }: NewMember,
): Promise<Result<OpenedSession, 'nickname_taken' | 'sign_in_failed' | 'login_unlinked' | 'too_young' | 'suspended'>> {
  const { issuer, subject, email, tokenHash } = signUp
  const key = nicknameKey(member.nickname)
  const userId = sql<number>`(SELECT id FROM users WHERE nickname_key = ${key})`
  const flags = isFirstAdmin ? sql<string>`iif(EXISTS (SELECT 1 FROM users WHERE ${isAdminRow}), '', 'a')` : ''
  const token = randomToken()
  const session = await sessionRow(token, { device, now })
  const added = await tryWrite(
    db.batch([
      db
        .insert(users)
        .values({
          ...{ ...member, flags, nicknameKey: key, createdAt: now, showBirthday: false },
          nicknameSkeleton: skeletonOf(member.nickname),
          pendingEmail: email?.toLowerCase() || null,
        })
        .returning({ userId: users.id }),
      // If the login was unlinked or is banned, or another request refused the age, a value is null, which breaks a
      // constraint.
      db.insert(identities).values({
        issuer,
        subject: sql`iif(${isLoginUnlinked(loginHash)}, NULL, ${subject})`,
        userId: sql`iif(${isRefused(signUp)}, NULL, ${userId})`,
        createdAt: sql`iif(${isLoginBanned(loginHash, now)}, NULL, ${now})`,
      }),
      db.insert(sessions).values({ ...session, userId }),
      db.delete(pendingSignUps).where(eq(pendingSignUps.tokenHash, tokenHash)),
    ]),
    {
      'users.nickname_key': 'nickname_taken',
      'users.nickname_skeleton': 'nickname_taken',
      'NOT NULL constraint failed: identities.subject': 'login_unlinked',
      'identities.user_id': 'too_young',
      'identities.created_at': 'suspended',
      'identities.': 'sign_in_failed',
    },
  )
  if (!added.ok) return added
  const [[inserted]] = added.value
  if (!inserted) throw new Error('the new member is missing')
  return success({ ...inserted, token, ended: [] })
}

/** Removes expired sessions and sign-ups. */
export async function removeExpiredSessions(db: Db, now: number): Promise<void> {
  await deleteInParts(db, sessions, lt(sessions.expiresAt, now))
  await deleteInParts(db, pendingSignUps, lt(pendingSignUps.expiresAt, now))
}
