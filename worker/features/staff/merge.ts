import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { WARNING } from '../../../contract/ban.ts'
import { STAFF_LIMIT_RULE, staffIdWithin } from '../../domain/audit-log/staff-limits.ts'
import { isSuspended } from '../../domain/bans/banned-logins.ts'
import { holdsRole } from '../../domain/bans/holds-role.ts'
import { leaveAsBanned } from '../../domain/bans/leave.ts'
import { type Login, loginHash } from '../../domain/logins/login-hash.ts'
import { rememberUnlinkedLogin } from '../../domain/logins/unlinked-logins.ts'
import { type QueuedMails, queueMail } from '../../domain/mail/queue.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { sessions } from '../../domain/sessions/schema.ts'
import { endStreamOf } from '../../domain/streams/ending.ts'
import { type CallBudget, runRows, runSteps } from '../../domain/users/row-steps.ts'
import { isAdminRow, isStaffRow, users } from '../../domain/users/schema.ts'
import { banOf, findMember, isPatron } from '../../domain/users/viewer.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import type { Accounts } from './merge-moves.ts'
import { MERGE_STEPS } from './merge-steps.ts'
import { merges } from './schema.ts'

/**
 * Maximum number of calls of one run for all merges, which leaves some for the jobs after it. The next run continues.
 */
const CALLS_PER_RUN = 300

type NewMerge = { staffId: number; userId: number; targetId: number; reason: string; now: number }

/**
 * Begins to merge an account into another. From then on nobody is logged in to it, and its page redirects to the
 * target's. A repeated call does nothing. Returns the mail to the confirmed address of the account, which it loses, and
 * the staff whose impersonations of it ended.
 * Fails with `stream_live`, with `already_merged` if either account was merged elsewhere, with `merge_unfinished` while
 * another account is merged into it, whose rows would arrive after those of this one have moved, with `merge_limit`
 * above the merges of a day, with `merge_suspended` if the suspension of the account would move to an admin, who may be
 * the last one, or with `forbidden` if the roles no longer allow it (`mayMerge`).
 */
export async function beginMerge(
  db: Db,
  { staffId, userId, targetId, reason, now }: NewMerge,
): Promise<
  Result<
    { mails: QueuedMails; impersonators: number[] },
    | 'not_found'
    | 'already_merged'
    | 'stream_live'
    | 'merge_unfinished'
    | 'merge_suspended'
    | 'merge_limit'
    | 'forbidden'
  >
> {
  const nickname = `Merged ${userId}`
  const isAccount = (id: number) => sql`users.id = ${id} AND merged_into_id IS NULL AND deleted_at IS NULL`
  const isLive = sql`EXISTS (SELECT 1 FROM streams WHERE user_id = ${userId} AND state = 'live')`
  const isTarget = sql`EXISTS (SELECT 1 FROM merges JOIN users AS merged ON merged.id = merges.user_id
    WHERE merges.finished_at IS NULL AND merged.merged_into_id = ${userId})`
  const isAdmin = sql`EXISTS (SELECT 1 FROM users AS staff WHERE staff.id = ${staffId} AND ${isAdminRow})`
  const isAllowed = sql`${holdsRole(isStaffRow, { staffId, now })} AND NOT EXISTS (SELECT 1 FROM users AS account
    WHERE account.id IN (${userId}, ${targetId}) AND ${isStaffRow} AND (account.id = ${userId} OR NOT ${isAdmin}))`
  const isAdminSuspended = sql`(${isSuspended(userId, now)}
    AND EXISTS (SELECT 1 FROM users AS account WHERE account.id = ${targetId} AND ${isAdminRow}))`
  const mayBegin = sql`${isAccount(userId)} AND EXISTS (SELECT 1 FROM users WHERE ${isAccount(targetId)}
    AND deletes_at IS NULL) AND NOT ${isLive} AND NOT ${isTarget} AND NOT ${isAdminSuspended} AND ${isAllowed}`
  const hasBegun = sql`EXISTS (SELECT 1 FROM merges WHERE user_id = ${userId} AND target_id = ${targetId})`
  const begun = await tryWrite(
    db.batch([
      statement<{ user_id: number }>(
        db,
        sql`INSERT INTO merges (user_id, target_id, staff_id, created_at)
          SELECT id, ${targetId}, ${staffId}, ${now} FROM users WHERE ${mayBegin} RETURNING user_id`,
      ),
      statement(
        db,
        sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
          SELECT ${staffIdWithin('mergesPerDay', { staffId, now })}, 'merge', id, 'user', ${targetId}, ${reason}, json_object('mergedInto', json_array(NULL, ${targetId}),
            'nickname', json_array(nickname, ${nickname})), ${now} FROM users WHERE ${isAccount(userId)} AND ${hasBegun}`,
      ),
      tellOwner(db, {
        userId,
        targetId,
        where: sql`${hasBegun} AND EXISTS (SELECT 1 FROM users WHERE ${isAccount(userId)})`,
        now,
      }),
      db
        .update(users)
        .set({
          ...{
            mergedIntoId: targetId,
            nickname,
            nicknameKey: `merged:${userId}`,
            nicknameSkeleton: null,
            email: null,
            about: '',
            aboutMentions: null,
          },
          ...{ website: '', country: '', gender: '', avatarKey: null, coverKey: null, showBirthday: false },
          ...{
            pendingEmail: null,
            emailMessages: false,
            emailFans: false,
            emailExports: false,
            emailCompos: false,
            messagesFrom: 'nobody',
            deletesAt: null,
          },
        })
        .where(sql`${isAccount(userId)} AND ${hasBegun}`),
      db.delete(sessions).where(and(eq(sessions.userId, userId), hasBegun)),
      db
        .update(sessions)
        .set({ impersonatedId: null, impersonationEndsAt: null })
        .where(and(eq(sessions.impersonatedId, userId), hasBegun))
        .returning({ userId: sessions.userId }),
      db
        .select({
          id: users.id,
          mergedIntoId: users.mergedIntoId,
          isLive: isLive.mapWith(Boolean),
          isTarget: isTarget.mapWith(Boolean),
          isAdminSuspended: isAdminSuspended.mapWith(Boolean),
          isAllowed: isAllowed.mapWith(Boolean),
        })
        .from(users)
        .where(inArray(users.id, [userId, targetId])),
    ]),
    { 'merges.user_id': 'already_merged', [STAFF_LIMIT_RULE]: 'merge_limit' },
  )
  if (!begun.ok) return begun
  const [, , mails, , , ended, accounts] = begun.value
  const [source, target] = [userId, targetId].map((id) => accounts.find((account) => account.id === id))
  if (source?.mergedIntoId === targetId) return success({ mails, impersonators: ended.map((row) => row.userId) })
  if (!source || !target) return failure('not_found')
  if (source.mergedIntoId !== null || target.mergedIntoId !== null) return failure('already_merged')
  if (!source.isAllowed) return failure('forbidden')
  if (source.isTarget) return failure('merge_unfinished')
  if (source.isAdminSuspended) return failure('merge_suspended')
  return failure(source.isLive ? 'stream_live' : 'not_found')
}

type MergeMail = Pick<NewMerge, 'userId' | 'targetId' | 'now'> & { where: SQL }

/**
 * Queues the mail about a merge to the confirmed address of the merged account. It is a mail of the target, because the
 * mails of the merged account are deleted with it.
 */
function tellOwner(db: Db, { userId, targetId, where, now }: MergeMail) {
  const address = sql`(SELECT email FROM users AS merged WHERE merged.id = ${userId})`
  const facts = sql`json_object('nickname', users.nickname, 'path', '/user/' || users.id)`
  const recipient = sql`users.id = ${targetId} AND ${address} IS NOT NULL AND ${where}`
  return queueMail(db, { kind: 'account_merged', facts, address, where: recipient, now })
}

/** Continues all unfinished merges. */
export async function resumeMerges(db: Db, env: Cloudflare.Env, now: number): Promise<void> {
  const unfinished = await db.select({ userId: merges.userId }).from(merges).where(isNull(merges.finishedAt)).limit(10)
  const budget = { left: CALLS_PER_RUN }
  await forEach(unfinished, async ({ userId }) => {
    if (budget.left > 0) await continueMerge(db, env, { userId, now, budget })
  })
}

/** Continues the merge of an account until it is finished, or for a number of calls. */
export async function continueMerge(
  db: Db,
  env: Cloudflare.Env,
  { userId, now, budget = { left: CALLS_PER_RUN } }: { userId: number; now: number; budget?: CallBudget },
): Promise<void> {
  const merge = await db
    .select({
      step: merges.step,
      position: merges.position,
      staffId: merges.staffId,
      target: sql<number>`users.merged_into_id`,
    })
    .from(merges)
    .innerJoin(users, eq(users.id, merges.userId))
    .where(and(eq(merges.userId, userId), isNull(merges.finishedAt)))
    .get()
  if (!merge) return
  // The target may have been merged further, too.
  const accounts = { source: userId, target: merge.target, now }
  await rememberLogins(db, env.MAIL_SECRET, accounts)
  const isMoved = await runSteps(MERGE_STEPS, merge, {
    run: (step, position) => runRows(db, step, { context: accounts, position }),
    save: async (place) => {
      await db.update(merges).set(place).where(eq(merges.userId, userId))
    },
    budget,
  })
  if (!isMoved) return
  await applyMovedBan(db, env, { userId: merge.target, staffId: merge.staffId, now })
  await finishMerge(db, accounts)
}

/** Remembers the logins of the source for the target, so that they make no account beside it. */
async function rememberLogins(db: Db, secret: string, { source, target }: Accounts): Promise<void> {
  const logins = await db.all<Login>(sql`SELECT issuer, subject FROM identities WHERE user_id = ${source}`)
  const hashes = await Promise.all(logins.map((login) => loginHash(secret, login)))
  const condition = sql`true`
  await batchEach(
    db,
    hashes.map((hash) => rememberUnlinkedLogin(db, { hash, userId: target, condition })),
  )
}

type MovedBan = { userId: number; staffId: number; now: number }

/**
 * Ends the target's visits of rooms and their live stream, as a new ban does, if a ban or warning is in force. If it was
 * in force before the merge, there are none.
 */
async function applyMovedBan(db: Db, env: Cloudflare.Env, { userId, staffId, now }: MovedBan): Promise<void> {
  const ban = banOf(await findMember(db, userId), now)
  if (!ban) return
  const { durationHours, reason } = ban
  const endedStreamId = durationHours === WARNING ? null : await endStreamAsStaff(db, { userId, staffId, reason, now })
  await leaveAsBanned(db, env, { userId, durationHours, endedStreamId })
  await tellMember(env, userId, 'standing')
}

async function endStreamAsStaff(db: Db, act: MovedBan & { reason: string }): Promise<number | null> {
  const [, [ended]] = await db.batch(endStreamOf(db, act))
  return ended?.id ?? null
}

/**
 * Moves the single values of the account: the patron's term and web address, views, and the last visit. Nothing reads
 * its birth date and settings any more.
 */
async function finishMerge(db: Db, { source, target, now }: Accounts): Promise<void> {
  const had = await db
    .select({
      slug: users.slug,
      formerSlug: users.formerSlug,
      flags: users.flags,
      patronUntil: users.patronUntil,
      patronSince: users.patronSince,
      viewsCount: users.viewsCount,
      activeAt: users.activeAt,
    })
    .from(users)
    .where(eq(users.id, source))
    .get()
  if (!had) return
  const isUnfinished = sql`EXISTS (SELECT 1 FROM merges WHERE user_id = ${source} AND finished_at IS NULL)`
  const patron = isPatron(had)
    ? {
        flags: sql`replace(flags, 'p', '') || 'p'`,
        // Both terms were given or paid for, so the rest of the source's is added to the target's. A patron without an
        // end stays one.
        patronUntil: sql`CASE WHEN instr(flags, 'p') = 0 THEN ${had.patronUntil}
          ELSE max(patron_until, ${now}) + max(0, ${had.patronUntil} - ${now}) END`,
        patronSince: sql`min(coalesce(patron_since, ${had.patronSince}), coalesce(${had.patronSince}, patron_since))`,
      }
    : {}
  await db.batch([
    db
      .update(users)
      .set({
        slug: null,
        formerSlug: null,
        flags: '',
        patronUntil: null,
        patronSince: null,
        viewsCount: 0,
        activeAt: 0,
        birthDate: '',
        watermarkName: '',
        showMature: false,
        theme: null,
        timeZone: null,
        timeZoneChangedAt: null,
      })
      .where(and(eq(users.id, source), isUnfinished)),
    db
      .update(users)
      .set({
        slug: sql`coalesce(slug, ${had.slug})`,
        formerSlug: sql`coalesce(former_slug, iif(slug IS NULL, ${had.formerSlug}, ${had.slug ?? had.formerSlug}))`,
        viewsCount: sql`views_count + ${had.viewsCount}`,
        activeAt: sql`max(active_at, ${had.activeAt})`,
        ...patron,
      })
      .where(and(eq(users.id, target), isUnfinished)),
    statement(db, sql`UPDATE totals SET count = count - 1 WHERE name = 'members' AND ${isUnfinished}`),
    db
      .update(merges)
      .set({ finishedAt: now })
      .where(and(eq(merges.userId, source), isNull(merges.finishedAt))),
  ])
}
