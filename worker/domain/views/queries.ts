import { and, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { albumViews } from '../albums/schema.ts'
import { sketchViews } from '../sketches/schema.ts'
import { viewSalts } from './schema.ts'

const DAY_MS = 86_400_000
const VISITOR = 'visitor:'
const REMOVED_AT_ONCE = 5000
const KEPT_DAYS = 2

const dayOf = (now: number) => Math.floor(now / DAY_MS)

/** Identity of whoever views: a member, or a visitor by network address. */
export type ViewIdentity = { member: number } | { address: string }

/** Counts a view of a sketch, once a viewer and day. */
export async function addView(
  db: Db,
  { sketchId, by, now }: { sketchId: number; by: ViewIdentity; now: number },
): Promise<void> {
  await db
    .insert(sketchViews)
    .values({ ...(await viewOf(db, by, now)), sketchId })
    .onConflictDoNothing()
}

/** Counts a view of an album, once a viewer and day. */
export async function addAlbumView(
  db: Db,
  { albumId, by, now }: { albumId: number; by: ViewIdentity; now: number },
): Promise<void> {
  await db
    .insert(albumViews)
    .values({ ...(await viewOf(db, by, now)), albumId })
    .onConflictDoNothing()
}

/** The viewer under a name from which no address can be derived, and the day. */
async function viewOf(db: Db, by: ViewIdentity, now: number): Promise<{ viewerKey: string; day: number }> {
  const day = dayOf(now)
  const viewerKey = 'member' in by ? `member:${by.member}` : await visitorName(db, by.address, day)
  return { viewerKey, day }
}

/** The salt of the day. */
const salts = isolateCache<string>()

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
  for (const table of [sketchViews, albumViews]) {
    const old = db
      .select({ rowid: sql`rowid` })
      .from(table)
      .where(and(gte(table.viewerKey, sql`'visitor:'`), lt(table.day, today - KEPT_DAYS)))
      .limit(REMOVED_AT_ONCE)
    for (let more = true; more; ) {
      const { meta } = await db.delete(table).where(sql`rowid IN ${old}`)
      more = meta.changes >= REMOVED_AT_ONCE
    }
  }
}
