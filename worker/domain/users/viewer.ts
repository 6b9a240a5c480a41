import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { WARNING } from '../../../contract/ban.ts'
import type { Theme } from '../../../contract/theme.ts'
import type { Db } from '../../lib/database.ts'
import { bans } from '../bans/schema.ts'
import { sessions } from '../sessions/schema.ts'
import { users } from './schema.ts'

export type Viewer = {
  id: number
  nickname: string
  avatarKey: string | null
  /** Letters of roles, without roles that are not in force in this session (`STAFF_FLAGS`). */
  flags: string
  showMature: boolean
  /** Has listed mature sketches, which their artist sees in every list. */
  hasMature: boolean
  showChat: boolean
  theme: Theme | null
  /** An IANA name; null until the browser sent it. */
  timeZone: string | null
  timeZoneChangedAt: number | null
  /** The end of a patron's term; null for none, and for a patron without an end. */
  patronUntil: number | null
  heartsAvailable: number
  unreadNotificationsCount: number
  unreadMessagesCount: number
  /** yyyy-mm-dd. */
  birthDate: string
  createdAt: number
  /** When the account will be deleted, if the member asked for that. */
  deletesAt: number | null
  /** May have expired: `banOf` returns it only while it lasts. */
  ban: Ban | null
}

/** A ban that was neither accepted nor replaced. */
export type Ban = Pick<
  typeof bans.$inferSelect,
  'durationHours' | 'reason' | 'previousOffensesCount' | 'createdAt' | 'endsAt'
>

/** Roles that are not in force while their holder is suspended, or while staff act as the member. */
const STAFF_FLAGS = /[gmaf]/g

/** Gloperators and admins [1 §6]. */
export function isStaff(viewer: Pick<Viewer, 'flags'> | null): boolean {
  return viewer !== null && /[ma]/.test(viewer.flags)
}

/** Group admins [2 §6]. */
export function isGroupAdmin(viewer: Pick<Viewer, 'flags'> | null): boolean {
  return viewer?.flags.includes('g') ?? false
}

/** Returns a member's ban, which may be a warning, unless it has expired [2 §2]. */
export function banOf(viewer: Viewer | null, now: number): Ban | null {
  const ban = viewer?.ban
  return ban && (ban.endsAt === null || ban.endsAt > now) ? ban : null
}

/** True while a ban is in force. A warning does not suspend [2 §4]. */
export function isSuspended(viewer: Viewer | null, now: number): boolean {
  const ban = banOf(viewer, now)
  return ban !== null && ban.durationHours !== WARNING
}

/** The code with which writes and rooms refuse a member: a ban, or a warning that they must accept first [2 §4]. */
export function writeRefusal(viewer: Viewer | null, now: number): 'suspended' | 'warned' | null {
  if (banOf(viewer, now) === null) return null
  return isSuspended(viewer, now) ? 'suspended' : 'warned'
}

export function isPatron({ flags }: Pick<Viewer, 'flags'>): boolean {
  return flags.includes('p')
}

export function mayFeature(viewer: Viewer | null): boolean {
  return viewer?.flags.includes('f') ?? false
}

const viewerColumns = {
  id: users.id,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  flags: users.flags,
  patronUntil: users.patronUntil,
  showMature: users.showMature,
  hasMature: sql`${users.sketchesCount} > ${users.sketchesForAllCount}`.mapWith(Boolean).as('has_mature'),
  showChat: users.showChat,
  theme: users.theme,
  timeZone: users.timeZone,
  timeZoneChangedAt: users.timeZoneChangedAt,
  heartsAvailable: users.heartsAvailable,
  unreadNotificationsCount: users.unreadNotificationsCount,
  unreadMessagesCount: users.unreadMessagesCount,
  birthDate: users.birthDate,
  createdAt: users.createdAt,
  deletesAt: users.deletesAt,
  ban: {
    durationHours: bans.durationHours,
    reason: bans.reason,
    previousOffensesCount: bans.previousOffensesCount,
    createdAt: bans.createdAt,
    endsAt: bans.endsAt,
  },
}

/** At most one row, by the index `bans_one_open`. */
const openBan = and(eq(bans.userId, users.id), isNull(bans.closedAt))

/** The condition that a row of `users` is the member with this id, whose account is neither deleted nor merged. */
export const isMember = (id: number | SQL) => and(eq(users.id, id), isNull(users.deletedAt), isNull(users.mergedIntoId))

export async function isDeletedMember(db: Db, id: number): Promise<boolean> {
  const deleted = and(eq(users.id, id), isNotNull(users.deletedAt))
  return (await db.select({ id: users.id }).from(users).where(deleted).get()) !== undefined
}

/** Finds a member, also one whose account was merged, if a further condition on the row of `users` holds. */
export async function findMember(db: Db, id: number, condition?: SQL): Promise<Viewer | null> {
  const found = and(eq(users.id, id), isNull(users.deletedAt), condition)
  const row = await db.select(viewerColumns).from(users).leftJoin(bans, openBan).where(found).get()
  return row ?? null
}

/** The member of staff who impersonates a session's viewer, and the end of that. */
export type Impersonation = { staffId: number; nickname: string; endsAt: number }

export type FoundSession = { viewer: Viewer; seenAt: number; impersonation: Impersonation | null }

/** Finds the member of a session: the one who logged in, or the one whom they impersonate. */
export async function findSession(db: Db, tokenHash: string, now: number): Promise<FoundSession | null> {
  const staff = alias(users, 'staff')
  const isImpersonated = gt(sessions.impersonationEndsAt, now)
  const row = await db
    .select({
      ...viewerColumns,
      seenAt: sessions.lastSeenAt,
      impersonation: { staffId: staff.id, nickname: staff.nickname, endsAt: sql<number>`impersonation_ends_at` },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`iif(${isImpersonated}, ${sessions.impersonatedId}, ${sessions.userId})`))
    // Null unless impersonated: an index look-up by null reads no row.
    .leftJoin(staff, eq(staff.id, sql`iif(${isImpersonated}, ${sessions.userId}, NULL)`))
    .leftJoin(bans, openBan)
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, now),
        // A sign-in may open a session at the moment when its account is merged or deleted.
        isNull(users.mergedIntoId),
        isNull(users.deletedAt),
      ),
    )
    .get()
  if (!row) return null
  const { seenAt, impersonation, ...viewer } = row
  const shown = impersonation === null ? withFlagsInForce(viewer, now) : withoutStaffFlags(viewer)
  return { viewer: shown, seenAt, impersonation }
}

/** A member with the flags that are in force. Suspended staff have no rights of staff. */
export const withFlagsInForce = (viewer: Viewer, now: number): Viewer =>
  isSuspended(viewer, now) ? withoutStaffFlags(viewer) : viewer

/** A member without the rights of staff. */
export function withoutStaffFlags(viewer: Viewer): Viewer {
  return { ...viewer, flags: viewer.flags.replace(STAFF_FLAGS, '') }
}
