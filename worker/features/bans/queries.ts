import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { banEnd, WARNING } from '../../../contract/ban.ts'
import type { BanBody, BanList } from '../../../contract/http/bans.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { banRecord } from '../../domain/bans/rules.ts'
import { bans } from '../../domain/bans/schema.ts'
import { sessions } from '../../domain/sessions/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { banOf, type Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { brokeRule, type Db } from '../../lib/database.ts'

/**
 * Bans or warns a member and replaces an earlier ban or warning. A ban ends all their sessions. A repeated call with the
 * same `key` is a no-op.
 */
export async function addBan(
  db: Db,
  {
    staff,
    member,
    duration,
    reason,
    notes,
    key,
    now,
  }: Omit<BanBody, 'uid'> & { staff: Viewer; member: Viewer; now: number },
): Promise<void> {
  const previousOffensesCount = sql<number>`(SELECT count(*) FROM bans WHERE user_id = ${member.id})`
  const ban = {
    userId: member.id,
    staffId: staff.id,
    durationHours: duration,
    reason,
    staffNotes: notes,
    idempotencyKey: key,
  }
  const entry = { staffId: staff.id, action: duration === WARNING ? 'warn' : 'ban', reason }
  const target = { userId: member.id, targetType: 'user', targetId: member.id }
  const changes = { duration: [banOf(member, now)?.durationHours ?? null, duration] } as const
  const endSessions = db.delete(sessions).where(eq(sessions.userId, member.id))
  try {
    await db.batch([
      closeBan(db, { userId: member.id, now }),
      db.insert(bans).values({ ...ban, previousOffensesCount, createdAt: now, endsAt: banEnd(now, duration) }),
      auditEntry(db, { ...entry, ...target, changes }, now),
      ...(duration === WARNING ? [] : [endSessions]),
    ])
  } catch (error) {
    if (!brokeRule(error, 'bans.idempotency_key')) throw error
  }
}

/** Closes a member's warning, if there is one [2 §4]. */
export async function acceptWarning(db: Db, userId: number, now: number): Promise<void> {
  await closeBan(db, { userId, now, duration: WARNING })
}

function closeBan(db: Db, { userId, now, duration }: { userId: number; now: number; duration?: number }) {
  const ofDuration = duration === undefined ? undefined : eq(bans.durationHours, duration)
  return db
    .update(bans)
    .set({ closedAt: now })
    .where(and(eq(bans.userId, userId), isNull(bans.closedAt), ofDuration))
}

const LIST = 'bans'

/** Lists bans and warnings, latest first. @throws InvalidCursor. */
export async function listBans(db: Db, cursor: string | undefined): Promise<BanList> {
  const [last] = decodeCursor(LIST, 1, cursor) ?? []
  const staff = alias(users, 'staff')
  const rows = await db
    .select({ ban: bans, nickname: users.nickname, staff: staff.nickname })
    .from(bans)
    .innerJoin(users, eq(users.id, bans.userId))
    .innerJoin(staff, eq(staff.id, bans.staffId))
    .where(last === undefined ? undefined : lt(bans.id, last))
    .orderBy(desc(bans.id))
    .limit(GALLERY_PAGE_SIZE)
  const done = rows.length < GALLERY_PAGE_SIZE
  return {
    items: rows.map(({ ban, ...names }) => ({
      id: ban.id,
      userId: ban.userId,
      staffId: ban.staffId,
      notes: ban.staffNotes,
      ...names,
      ...banRecord(ban),
      dateClosed: ban.closedAt === null ? null : toWireTime(ban.closedAt),
    })),
    cursor: done ? '' : encodeCursor(LIST, [rows.at(-1)?.ban.id ?? 0]),
    done,
  }
}
