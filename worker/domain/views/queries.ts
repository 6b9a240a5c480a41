import { and, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { albumViews } from '../albums/schema.ts'
import { sketchViews } from '../sketches/schema.ts'
import { viewSalts } from './schema.ts'

const DAY_MS = 86_400_000
const VISITOR_PREFIX = 'visitor:'
const ROWS_PER_DELETE = 5000
const RETENTION_DAYS = 2

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

/** Deletes views of visitors older than two days, and the salts of earlier days. Counts stay. */
export async function removeOldViews(db: Db, now: number): Promise<void> {
  const today = dayOf(now)
  await db.delete(viewSalts).where(lt(viewSalts.day, today))
  for (const table of [sketchViews, albumViews]) {
    const old = db
      .select({ rowid: sql`rowid` })
      .from(table)
      .where(and(gte(table.viewerKey, sql`'visitor:'`), lt(table.day, today - RETENTION_DAYS)))
      .limit(ROWS_PER_DELETE)
    for (let more = true; more; ) {
      const { meta } = await db.delete(table).where(sql`rowid IN ${old}`)
      more = meta.changes >= ROWS_PER_DELETE
    }
  }
}
