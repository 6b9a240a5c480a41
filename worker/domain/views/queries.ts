import { and, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { MEMBER_VIEW_DAYS, PICTURES_MADE_PER_DAY, VIEWS_PER_DAY } from '../../../contract/limits.ts'
import { lineOf, networkOf } from '../../lib/client-network.ts'
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

/**
 * Counts a view of a sketch, once per viewer and day, up to the number of a day of the member, or of all visitors of one
 * line. Visitors of one network are one viewer.
 */
export async function addView(
  db: Db,
  { sketchId, by, now }: { sketchId: number; by: ViewIdentity; now: number },
): Promise<void> {
  const viewer = await viewerOn(db, by, now)
  const { viewerKey, day } = viewer
  await insertView(db, sql`sketch_views (viewer_key, sketch_id, day) SELECT ${viewerKey}, ${sketchId}, ${day}`, viewer)
}

/** Counts a view of an album like one of a sketch. */
export async function addAlbumView(
  db: Db,
  { albumId, by, now }: { albumId: number; by: ViewIdentity; now: number },
): Promise<void> {
  const viewer = await viewerOn(db, by, now)
  const { viewerKey, day } = viewer
  await insertView(db, sql`album_views (viewer_key, album_id, day) SELECT ${viewerKey}, ${albumId}, ${day}`, viewer)
}

/**
 * Counts a size of a picture that is made for a viewer by this many calls of Images. False above the number of a day of
 * the member, or of all visitors of one line.
 */
export async function countMadePicture(
  db: Db,
  by: ViewIdentity,
  { calls, now }: { calls: number; now: number },
): Promise<boolean> {
  const { countKey, day } = await viewerOn(db, by, now)
  const counted = await db
    .insert(viewerDays)
    .values({ viewerKey: countKey, day, madePictures: calls })
    .onConflictDoUpdate({
      target: [viewerDays.day, viewerDays.viewerKey],
      set: { madePictures: sql`made_pictures + ${calls}` },
      setWhere: lte(viewerDays.madePictures, PICTURES_MADE_PER_DAY - calls),
    })
    .returning({ day: viewerDays.day })
  return counted.length > 0
}

/** `viewerKey` is of the member or network, `countKey` of the member or line. No IP address can be derived from them. */
type ViewerOn = { viewerKey: string; countKey: string; day: number }

async function insertView(db: Db, view: SQL, { countKey, day }: ViewerOn): Promise<void> {
  const mayCount = sql`coalesce((SELECT views FROM viewer_days WHERE day = ${day} AND viewer_key = ${countKey}), 0)
    < ${VIEWS_PER_DAY}`
  await db.batch([
    statement(db, sql`INSERT INTO ${view} WHERE ${mayCount} ON CONFLICT DO NOTHING`),
    statement(
      db,
      sql`INSERT INTO viewer_days (day, viewer_key, views) SELECT ${day}, ${countKey}, 1 WHERE changes() > 0
        ON CONFLICT (day, viewer_key) DO UPDATE SET views = views + 1`,
    ),
  ])
}

async function viewerOn(db: Db, by: ViewIdentity, now: number): Promise<ViewerOn> {
  const day = dayOf(now)
  if ('member' in by) return { viewerKey: `member:${by.member}`, countKey: `member:${by.member}`, day }
  const viewerKey = await visitorKey(db, networkOf(by.address), day)
  return { viewerKey, countKey: await visitorKey(db, lineOf(by.address), day), day }
}

const salts = isolateCache<string>()

/** Hashes a network or line with the salt of the day, so that hashes of different days cannot be compared. */
async function visitorKey(db: Db, network: string, day: number): Promise<string> {
  const salt = salts.get(`${day}`) ?? (await saltOf(db, day))
  if (!salts.has(`${day}`)) salts.clear()
  salts.set(`${day}`, salt)
  return VISITOR_PREFIX + (await sha256Hex(`${salt} ${network}`)).slice(0, 32)
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
