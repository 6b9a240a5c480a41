import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { WARNING } from '../../contract/ban.ts'
import { sessions } from '../features/auth/schema.ts'
import { bans } from '../features/bans/schema.ts'
import { users } from '../features/users/schema.ts'
import type { AppEnv } from './app-env.ts'
import { AppError } from './app-error.ts'
import { cookieName } from './cookies.ts'
import { type Db, dbOf } from './db.ts'
import { sha256Hex } from './random.ts'

export const SESSION_COOKIE = 'session'
const SEEN_EVERY_MS = 3_600_000

/** The member behind a request. */
export type Viewer = {
  id: number
  nickname: string
  avatarKey: string | null
  flags: string
  showMature: boolean
  heartsAvailable: number
  noticesUnread: number
  birthDate: string
  createdAt: number
  /** Read through `banOf`. */
  ban: Ban | null
}

/** A ban that was neither accepted nor replaced; its time may be over. */
export type Ban = Pick<
  typeof bans.$inferSelect,
  'durationHours' | 'reason' | 'previousOffensesCount' | 'createdAt' | 'endsAt'
>

/** The member who asks, or null for a visitor; the session is looked up once a request, and only when there is one. */
export async function viewerOf(c: Context<AppEnv>): Promise<Viewer | null> {
  const known = c.get('viewer')
  if (known !== undefined) return known
  const token = getCookie(c, cookieName(c, SESSION_COOKIE))
  const hash = token ? await sha256Hex(token) : null
  const found = hash ? await findSession(dbOf(c), hash, Date.now()) : null
  c.set('sessionHash', found ? hash : null)
  c.set('viewer', found?.viewer ?? null)
  if (found && hash && Date.now() - found.seenAt > SEEN_EVERY_MS) {
    c.executionCtx.waitUntil(
      dbOf(c).update(sessions).set({ lastSeenAt: Date.now() }).where(eq(sessions.tokenHash, hash)),
    )
  }
  return found?.viewer ?? null
}

/** Lets members alone pass. */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  if (!(await viewerOf(c))) throw new AppError('not_logged_in')
  await next()
})

/** Lets gloperators and admins alone pass. */
export const requireStaff = createMiddleware<AppEnv>(async (c, next) => {
  const viewer = await viewerOf(c)
  if (!viewer) throw new AppError('not_logged_in')
  if (!isStaff(viewer)) throw new AppError('forbidden')
  if (isSuspended(viewer, Date.now())) throw new AppError('suspended')
  await next()
})

/** The member who asks, behind `requireUser`. */
export function memberOf(c: Context<AppEnv>): Viewer {
  const viewer = c.get('viewer')
  if (!viewer) throw new AppError('not_logged_in')
  return viewer
}

/** Gloperators and admins [1 §6]. */
export function isStaff(viewer: Pick<Viewer, 'flags'> | null): boolean {
  return viewer !== null && /[ma]/.test(viewer.flags)
}

/** The ban or warning that stands for a member [2 §2], or null. */
export function banOf(viewer: Viewer | null, now: number): Ban | null {
  const ban = viewer?.ban
  return ban && (ban.endsAt === null || ban.endsAt > now) ? ban : null
}

/** Whether a ban of any length stands for a member; a warning suspends nobody [2 §4]. */
export function isSuspended(viewer: Viewer | null, now: number): boolean {
  const ban = banOf(viewer, now)
  return ban !== null && ban.durationHours !== WARNING
}

/** Members flagged to feature, who have stars for it [1 §6]. */
export function mayFeature(viewer: Viewer | null): boolean {
  return viewer?.flags.includes('f') ?? false
}

const columns = {
  id: users.id,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  flags: users.flags,
  showMature: users.showMature,
  heartsAvailable: users.heartsAvailable,
  noticesUnread: users.unreadNotificationsCount,
  birthDate: users.birthDate,
  createdAt: users.createdAt,
  ban: {
    durationHours: bans.durationHours,
    reason: bans.reason,
    previousOffensesCount: bans.previousOffensesCount,
    createdAt: bans.createdAt,
    endsAt: bans.endsAt,
  },
}

/** One at most, by an index of its own. */
const openBan = and(eq(bans.userId, users.id), isNull(bans.closedAt))

/** A member by id, as their own session would show them. */
export async function findMember(db: Db, id: number): Promise<Viewer | null> {
  const row = await db.select(columns).from(users).leftJoin(bans, openBan).where(eq(users.id, id)).get()
  return row ?? null
}

async function findSession(db: Db, tokenHash: string, now: number): Promise<{ viewer: Viewer; seenAt: number } | null> {
  const row = await db
    .select({ ...columns, seenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(bans, openBan)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .get()
  if (!row) return null
  const { seenAt, ...viewer } = row
  return { viewer, seenAt }
}
