import { and, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { MEMBER_VIEW_DAYS, PICTURES_MADE_PER_DAY, VIEWS_PER_DAY } from '../../../contract/limits.ts'
import { type Db, statement } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { albumViews } from '../albums/schema.ts'
import { sketchViews } from '../sketches/schema.ts'
import { viewerDays, viewSalts } from './schema.ts'

const DAY_MS = 86_400_000
const VISITOR_PREFIX = 'visitor:'
const VISITOR_VIEW_DAYS = 2
const PARTS_PER_RUN = 50

const dayOf = (now: number) => Math.floor(now / DAY_MS)

/** The id of a member, or the IP address of a visitor. */
export type ViewIdentity = { member: number } | { address: string }

/** Counts a view of a sketch, once per viewer and day, up to the number of a day. */
export async function addView(
  db: Db,
  { sketchId, by, now }: { sketchId: number; by: ViewIdentity; now: number },
): Promise<void> {
  const { viewerKey, day } = await viewerOn(db, by, now)
  const view = sql`sketch_views (viewer_key, sketch_id, day) SELECT ${viewerKey}, ${sketchId}, ${day}`
  await insertView(db, view, { viewerKey, day })
}

/** Counts a view of an album, once per viewer and day, up to the number of a day. */
export async function addAlbumView(
  db: Db,
  { albumId, by, now }: { albumId: number; by: ViewIdentity; now: number },
): Promise<void> {
  const { viewerKey, day } = await viewerOn(db, by, now)
  const view = sql`album_views (viewer_key, album_id, day) SELECT ${viewerKey}, ${albumId}, ${day}`
  await insertView(db, view, { viewerKey, day })
}

/** Counts a size of a picture that is made for a viewer by this many calls of Images. False above the number of a day. */
export async function countMadePicture(
  db: Db,
  by: ViewIdentity,
  { calls, now }: { calls: number; now: number },
): Promise<boolean> {
  const { viewerKey, day } = await viewerOn(db, by, now)
  const counted = await db
    .insert(viewerDays)
    .values({ viewerKey, day, madePictures: calls })
    .onConflictDoUpdate({
      target: [viewerDays.day, viewerDays.viewerKey],
      set: { madePictures: sql`made_pictures + ${calls}` },
      setWhere: lte(viewerDays.madePictures, PICTURES_MADE_PER_DAY - calls),
    })
    .returning({ day: viewerDays.day })
  return counted.length > 0
}

type ViewerOn = { viewerKey: string; day: number }

async function insertView(db: Db, view: SQL, { viewerKey, day }: ViewerOn): Promise<void> {
  const mayCount = sql`coalesce((SELECT views FROM viewer_days WHERE day = ${day} AND viewer_key = ${viewerKey}), 0)
    < ${VIEWS_PER_DAY}`
  await db.batch([
    statement(db, sql`INSERT INTO ${view} WHERE ${mayCount} ON CONFLICT DO NOTHING`),
    statement(
      db,
      sql`INSERT INTO viewer_days (day, viewer_key, views) SELECT ${day}, ${viewerKey}, 1 WHERE changes() > 0
        ON CONFLICT (day, viewer_key) DO UPDATE SET views = views + 1`,
    ),
  ])
}

/** Returns the day and a key from which no IP address can be derived. */
async function viewerOn(db: Db, by: ViewIdentity, now: number): Promise<ViewerOn> {
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

/**
 * Deletes views of visitors after two days, those of members after thirty, and salts and numbers of earlier days. Counts
 * of views stay.
 */
export async function removeOldViews(db: Db, now: number): Promise<void> {
  const today = dayOf(now)
  await db.delete(viewSalts).where(lt(viewSalts.day, today))
  await deleteInParts(db, viewerDays, lt(viewerDays.day, today), PARTS_PER_RUN)
  for (const table of [sketchViews, albumViews]) {
    const ofVisitors = and(gte(table.viewerKey, sql`'visitor:'`), lt(table.day, today - VISITOR_VIEW_DAYS))
    const ofMembers = and(lt(table.viewerKey, sql`'visitor:'`), lt(table.day, today - MEMBER_VIEW_DAYS))
    for (const old of [ofVisitors, ofMembers]) await deleteInParts(db, table, old, PARTS_PER_RUN)
  }
}
