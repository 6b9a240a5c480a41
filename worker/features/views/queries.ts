import { and, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db.ts'
import { keptInIsolate } from '../../lib/kept.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { sketchViews } from '../sketches/schema.ts'
import { viewSalts } from './schema.ts'

const DAY_MS = 86_400_000
const VISITOR = 'visitor:'
const REMOVED_AT_ONCE = 5000
const KEPT_DAYS = 2

const dayOf = (now: number) => Math.floor(now / DAY_MS)

/** Who looks: a member, or a visitor from a network address. */
export type Looker = { member: number } | { address: string }

/** Counts a look at a sketch, once a viewer and day. */
export async function addView(db: Db, sketchId: number, looker: Looker, now: number): Promise<void> {
  const day = dayOf(now)
  const viewer = 'member' in looker ? `member:${looker.member}` : await visitorName(db, looker.address, day)
  await db.insert(sketchViews).values({ viewer, sketchId, day }).onConflictDoNothing()
}

/** The salt of the day. */
const salts = keptInIsolate<string>()

/** An address hashed with the salt of the day: the same all day, and another one tomorrow. */
async function visitorName(db: Db, address: string, day: number): Promise<string> {
  const salt = salts.get(`${day}`) ?? (await saltOf(db, day))
  if (!salts.has(`${day}`)) salts.clear()
  salts.set(`${day}`, salt)
  return VISITOR + (await sha256Hex(`${salt} ${address}`)).slice(0, 32)
}

async function saltOf(db: Db, day: number): Promise<string> {
  const [, [row]] = await db.batch([
    db.insert(viewSalts).values({ day, salt: randomToken() }).onConflictDoNothing(),
    db.select({ salt: viewSalts.salt }).from(viewSalts).where(sql`day = ${day}`),
  ])
  if (!row) throw new Error('a salt that was just kept is not there')
  return row.salt
}

/** Forgets what visitors looked at more than two days ago, and the salts of days that are over; counts stay. */
export async function removeOldViews(db: Db, now: number): Promise<void> {
  const today = dayOf(now)
  await db.delete(viewSalts).where(lt(viewSalts.day, today))
  const old = db
    .select({ rowid: sql`rowid` })
    .from(sketchViews)
    .where(and(gte(sketchViews.viewer, sql`'visitor:'`), lt(sketchViews.day, today - KEPT_DAYS)))
    .limit(REMOVED_AT_ONCE)
  for (;;) {
    const { meta } = await db.delete(sketchViews).where(sql`rowid IN ${old}`)
    if (meta.changes < REMOVED_AT_ONCE) return
  }
}
