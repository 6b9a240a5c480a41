import { and, gte, lt, sql } from 'drizzle-orm'
import { MEMBER_VIEW_DAYS } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { albumViews } from '../albums/schema.ts'
import { sketchViews } from '../sketches/schema.ts'
import { viewSalts } from './schema.ts'

const DAY_MS = 86_400_000
const VISITOR_PREFIX = 'visitor:'
const VISITOR_VIEW_DAYS = 2
const PARTS_PER_RUN = 50

const dayOf = (now: number) => Math.floor(now / DAY_MS)

/** The id of a member, or the IP address of a visitor. */
export type ViewIdentity = { member: number } | { address: string }

/** Counts a view of a sketch, once per viewer and day. */
export async function addView(
  db: Db,
  { sketchId, by, now }: { sketchId: number; by: ViewIdentity; now: number },
): Promise<void> {
  await db
    .insert(sketchViews)
    .values({ ...(await viewOf(db, by, now)), sketchId })
    .onConflictDoNothing()
}

/** Counts a view of an album, once per viewer and day. */
export async function addAlbumView(
  db: Db,
  { albumId, by, now }: { albumId: number; by: ViewIdentity; now: number },
): Promise<void> {
  await db
    .insert(albumViews)
    .values({ ...(await viewOf(db, by, now)), albumId })
    .onConflictDoNothing()
}

/** Returns the day and a key from which no IP address can be derived. */
async function viewOf(db: Db, by: ViewIdentity, now: number): Promise<{ viewerKey: string; day: number }> {
  const day = dayOf(now)
  const viewerKey = 'member' in by ? `member:${by.member}` : await visitorKey(db, by.address, day)
  return { viewerKey, day }
}

const salts = isolateCache<string>()

/** Hashes an IP address with the salt of the day, so that hashes of different days cannot be compared. */
async function visitorKey(db: Db, address: string, day: number): Promise<string> {
  const salt = salts.get(`${day}`) ?? (await saltOf(db, day))
  if (!salts.has(`${day}`)) salts.clear()
  salts.set(`${day}`, salt)
  return VISITOR_PREFIX + (await sha256Hex(`${salt} ${address}`)).slice(0, 32)
}

async function saltOf(db: Db, day: number): Promise<string> {
  const [, [row]] = await db.batch([
    db.insert(viewSalts).values({ day, salt: randomToken() }).onConflictDoNothing(),
    db.select({ salt: viewSalts.salt }).from(viewSalts).where(sql`day = ${day}`),
  ])
  if (!row) throw new Error('a salt that was just stored is missing')
  return row.salt
}

/** Deletes views of visitors after two days, those of members after thirty, and salts of earlier days. Counts stay. */
export async function removeOldViews(db: Db, now: number): Promise<void> {
  const today = dayOf(now)
  await db.delete(viewSalts).where(lt(viewSalts.day, today))
  for (const table of [sketchViews, albumViews]) {
    const ofVisitors = and(gte(table.viewerKey, sql`'visitor:'`), lt(table.day, today - VISITOR_VIEW_DAYS))
    const ofMembers = and(lt(table.viewerKey, sql`'visitor:'`), lt(table.day, today - MEMBER_VIEW_DAYS))
    for (const old of [ofVisitors, ofMembers]) await deleteInParts(db, table, old, PARTS_PER_RUN)
  }
}
