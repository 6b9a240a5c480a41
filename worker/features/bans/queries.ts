import { and, eq, gt, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { banEnd, PERMANENT, WARNING } from '../../../contract/ban.ts'
import type { BanBody } from '../../../contract/http/bans.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { auditLog } from '../../domain/audit-log/schema.ts'
import { STAFF_LIMIT_RULE, staffIdWithin } from '../../domain/audit-log/staff-limits.ts'
import { holdsRole } from '../../domain/bans/holds-role.ts'
import { bans } from '../../domain/bans/schema.ts'
import { endStreamOf } from '../../domain/streams/ending.ts'
import { isStaffRow } from '../../domain/users/schema.ts'
import { type Ban, banOf, type Viewer } from '../../domain/users/viewer.ts'
import type { Db, Statement } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'

type NewBan = Omit<BanBody, 'uid'> & {
  staff: Viewer
  member: Viewer
  now: number
  /** Further statements for the batch. */
  along?: readonly Statement[]
}
type Refusal =
  | 'suspended_already'
  | 'longer_ban'
  | 'permanent_already'
  | 'staff_act_limit'
  | 'bad_request'
  | 'forbidden'

/**
 * Bans or warns a member and replaces an earlier ban or warning. A ban ends their live stream as an act of staff, whose
 * id is returned. A warning never replaces a ban, and a shorter ban replaces a longer one only with `replacesLonger`. A
 * permanent ban ends like one of seven days until it is confirmed, but not before the ban that it replaces. A repeated
 * call with the same `key` is a no-op; for another member it fails with `bad_request`. It fails with `forbidden` if the
 * staff have lost their role or are suspended.
 */
export async function addBan(
  db: Db,
  { staff, member, duration, reason, notes, replacesLonger, key, now, along = [] }: NewBan,
): Promise<Result<{ endedStreamId: number | null }, Refusal>> {
  const isWarning = duration === WARNING
  const isPermanent = duration === PERMANENT
  const current = banOf(member, now)
  const ownEnd = banEnd(now, duration)
  const end = isPermanent && ownEnd !== null ? Math.max(ownEnd, current?.endsAt ?? 0) : ownEnd
  const mayStillBan = holdsRole(isStaffRow, { staffId: staff.id, now })
  const staffNotes = sql<string>`iif(${mayStillBan}, ${notes}, NULL)`
  const ban = { userId: member.id, staffId: staff.id, durationHours: duration, reason, staffNotes }
  const times = { createdAt: now, endsAt: end }
  const previousOffensesCount = sql<number>`(SELECT count(*) FROM bans WHERE user_id = ${member.id})`
  const action = isWarning ? 'warn' : !isPermanent && endsLater(current, end) ? 'shorten_ban' : 'ban'
  const target = { userId: member.id, targetType: 'user', targetId: member.id }
  const changes = { duration: [current?.durationHours ?? null, duration] } as const
  const statements = [
    closeBan(db, {
      userId: member.id,
      now,
      condition:
        replacesLonger && !isWarning && !isPermanent
          ? undefined
          : or(replaceable(duration, end, now), isSameCall(staff.id, key)),
    }),
    db.insert(bans).values({ ...ban, ...times, idempotencyKey: key, previousOffensesCount }),
    auditEntry(
      db,
      { staffId: staffIdWithin('actsPerDay', { staffId: staff.id, now }), action, reason, ...target, changes },
      now,
    ),
  ] as const
  const endStream = endStreamOf(db, { userId: member.id, staffId: staff.id, reason, now })
  const write = async () =>
    isWarning
      ? void (await db.batch([...statements, ...along]))
      : (await db.batch([...statements, ...endStream, ...along]))[4]
  const written = await tryWrite(write(), {
    [STAFF_LIMIT_RULE]: 'staff_act_limit',
    'bans.staff_notes': 'forbidden',
    'bans.idempotency_key': 'repeated',
    'bans.user_id': isWarning ? 'suspended_already' : isPermanent ? 'permanent_already' : 'longer_ban',
  })
  if (!written.ok && written.code !== 'repeated') return failure(written.code)
  if (!written.ok && !(await isBanOf(db, member.id, isSameCall(staff.id, key)))) return failure('bad_request')
  return success({ endedStreamId: (written.ok && written.value?.[0]?.id) || null })
}

/** Two bans whose ends differ by at most this count as ending together. */
const SAME_END_MS = 60_000

/** A permanent ban counts as longer than all others, even before it is confirmed. */
function endsLater(ban: Ban | null, end: number | null): boolean {
  if (ban === null || ban.durationHours === WARNING || end === null) return false
  return ban.durationHours === PERMANENT || ban.endsAt === null || ban.endsAt > end + SAME_END_MS
}

/**
 * The condition on rows that a new ban or warning may replace: warnings and expired bans. A new ban also replaces bans
 * that do not last longer.
 */
function replaceable(duration: number, end: number | null, now: number): SQL | undefined {
  const isOver = or(eq(bans.durationHours, WARNING), lte(bans.endsAt, now))
  if (duration === WARNING || end === null) return isOver
  const isShorter = duration === PERMANENT ? undefined : lte(bans.endsAt, end + SAME_END_MS)
  return or(isOver, and(ne(bans.durationHours, PERMANENT), isShorter))
}

/**
 * The condition on the ban that an earlier call with the same key added. A repeated call closes it in its batch, so
 * that only the rule of the key fails.
 */
const isSameCall = (staffId: number, key: string | undefined) =>
  key === undefined ? undefined : and(eq(bans.staffId, staffId), eq(bans.idempotencyKey, key))

async function isBanOf(db: Db, userId: number, condition: SQL | undefined): Promise<boolean> {
  const found = await db.select({ userId: bans.userId }).from(bans).where(condition).get()
  return found?.userId === userId
}

type Lifting = {
  staffId: number
  userId: number
  reason: string
  now: number
  /** The condition on the ban; another one stays. */
  condition?: SQL | undefined
  /** Statements of the batch, directly after the one that closes the ban. */
  along?: readonly Statement[]
}

/** Lifts a ban, or withdraws a warning, with an entry in the audit log. Without one it is a no-op. */
export async function liftBan(db: Db, { staffId, userId, reason, now, condition, along = [] }: Lifting): Promise<void> {
  const isInForce = or(isNull(bans.endsAt), gt(bans.endsAt, now))
  const isOpen = and(eq(bans.userId, userId), isNull(bans.closedAt), isInForce, condition)
  await db.batch([
    db.insert(auditLog).select(
      sql`SELECT NULL, ${staffId}, 'lift_ban', ${userId}, 'user', ${userId}, ${reason},
          json_object('duration', json_array(duration_hours, NULL)), ${now} FROM bans WHERE ${isOpen}`,
    ),
    closeBan(db, { userId, now, condition }),
    ...along,
  ])
}

/** Closes a member's warning, if there is one [2 §4]. */
export async function acceptWarning(db: Db, userId: number, now: number): Promise<void> {
  await closeBan(db, { userId, now, condition: eq(bans.durationHours, WARNING) })
}

function closeBan(db: Db, { userId, now, condition }: { userId: number; now: number; condition?: SQL | undefined }) {
  return db
    .update(bans)
    .set({ closedAt: now })
    .where(and(eq(bans.userId, userId), isNull(bans.closedAt), condition))
}
