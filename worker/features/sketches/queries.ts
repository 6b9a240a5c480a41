import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { SketchItem, SketchList, SketchPage } from '../../../contract/http/sketch.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { shownTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db.ts'
import { imageBase } from '../../lib/image-base.ts'
import { type Shared, sharedText } from '../../lib/shared-text.ts'
import { isStaff, type Viewer } from '../../lib/viewer.ts'
import { users } from '../users/schema.ts'
import { sketches } from './schema.ts'
import { listedFor, sketchAccess } from './visibility.ts'

const itemColumns = {
  id: sketches.id,
  imageKey: sketches.imageKey,
  title: sketches.title,
  altText: sketches.altText,
  userId: sketches.userId,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  width: sketches.width,
  height: sketches.height,
  thumbhash: sketches.thumbhash,
  featured: sketches.featured,
  hearts: sketches.heartsCount,
  likes: sketches.likesCount,
  comments: sketches.commentsCount,
  createdAt: sketches.createdAt,
  unlisted: sketches.unlisted,
  mature: sketches.mature,
}

type ItemRow = Pick<
  typeof sketches.$inferSelect,
  | 'id'
  | 'imageKey'
  | 'title'
  | 'altText'
  | 'userId'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'featured'
  | 'createdAt'
  | 'unlisted'
  | 'mature'
> & { nickname: string; avatarKey: string | null; hearts: number; likes: number; comments: number }

function sketchItemOf({ imageKey, altText, avatarKey, createdAt, ...row }: ItemRow): SketchItem {
  const title = shownTitle(row.title)
  return {
    ...row,
    title,
    imageUrl: imageBase(imageKey),
    alt: altText || `${title} by ${row.nickname}`,
    avatar: avatarKey && imageBase(avatarKey),
    dateCreated: toWireTime(createdAt),
  }
}

/** The sketches a viewer is shown, newest first, 25 a page [1 §7 recentSketches]. */
export async function listRecentSketches(
  db: Db,
  viewer: Viewer | null,
  cursor: string | undefined,
): Promise<SketchList> {
  const [before] = decodeCursor('recent', 1, cursor) ?? []
  const rows = await db
    .select(itemColumns)
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(and(listedFor(viewer), before === undefined ? undefined : lt(sketches.id, before)))
    .orderBy(desc(sketches.id))
    .limit(GALLERY_PAGE_SIZE + 1)
  const items = rows.slice(0, GALLERY_PAGE_SIZE).map(sketchItemOf)
  const last = items.at(-1)
  const done = rows.length <= GALLERY_PAGE_SIZE || !last
  return { items, cursor: done ? '' : encodeCursor('recent', [last.id]), done }
}

/** What visitors are shown, as JSON; the same text for all of them for five seconds. */
export function visitorsRecentSketches(db: Db, cursor: string | undefined): Promise<Shared> {
  return sharedText(`recent ${cursor ?? ''}`, async () => JSON.stringify(await listRecentSketches(db, null, cursor)))
}

/** A sketch with all that its page shows, or only the notice when this viewer may not see it; null when there is none. */
export async function findSketchPage(db: Db, viewer: Viewer | null, id: number): Promise<SketchPage | null> {
  const row = await db
    .select({
      ...itemColumns,
      violation: sketches.violation,
      description: sketches.description,
      madeWithAi: sketches.madeWithAi,
      heartsReceived: users.heartsReceived,
      tags: sql<string>`(SELECT json_group_array(name) FROM (SELECT tags.name FROM sketch_tags JOIN tags ON tags.id = sketch_tags.tag_id WHERE sketch_tags.sketch_id = sketches.id ORDER BY sketch_tags.position))`,
      userHeart: sql<number>`EXISTS (SELECT 1 FROM hearts WHERE hearts.sketch_id = sketches.id AND hearts.user_id = ${viewer?.id ?? 0})`,
    })
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(eq(sketches.id, id))
    .get()
  if (!row) return null
  const { violation, description, madeWithAi, heartsReceived, tags, userHeart, ...itemRow } = row
  const { maySee, notice } = sketchAccess(viewer, { ...itemRow, violation })
  if (!maySee && notice) return { hidden: true, id, notice }
  const own = viewer?.id === row.userId
  return {
    hidden: false,
    ...sketchItemOf(itemRow),
    notice,
    description,
    tags: JSON.parse(tags),
    madeWithAi,
    heartsReceived,
    userHeart: userHeart === 1,
    userCanHeart: viewer !== null && !own && userHeart === 0,
    userCanDelete: own || isStaff(viewer),
  }
}

/** Who made a sketch and where its file lies, or null. */
export async function findSketchFile(db: Db, id: number) {
  const row = await db
    .select({ userId: sketches.userId, fileKey: sketches.fileKey })
    .from(sketches)
    .where(eq(sketches.id, id))
    .get()
  return row ?? null
}

/** What decides whether a viewer may act on a sketch, or null when there is none. */
export async function findRestriction(db: Db, id: number) {
  const row = await db
    .select({
      userId: sketches.userId,
      mature: sketches.mature,
      unlisted: sketches.unlisted,
      violation: sketches.violation,
    })
    .from(sketches)
    .where(eq(sketches.id, id))
    .get()
  return row ?? null
}

/** Removes a sketch with its hearts, comments and tags; the glops it earned go with it. The file is left to the caller. */
export async function removeSketch(db: Db, id: number): Promise<void> {
  await db.delete(sketches).where(eq(sketches.id, id))
}

const TAGS_SUGGESTED = 8
const TAGS_LOOKED_AT = 100

/**
 * Tags that begin as typed, most used first. Up to three letters there is an index in that order; of longer beginnings
 * the first hundred by name are looked at, so that no beginning reads more.
 */
export async function listTags(db: Db, beginning: string): Promise<string[]> {
  const letters = [...beginning].length
  if (letters === 0) return []
  const used = sql`sketches_count > 0`
  const rows =
    letters <= 3
      ? sql`SELECT name FROM tags WHERE ${sql.identifier(`start${letters}`)} = ${beginning} AND ${used}
          ORDER BY sketches_count DESC LIMIT ${TAGS_SUGGESTED}`
      : sql`SELECT name FROM (SELECT name, sketches_count FROM tags
            WHERE name >= ${beginning} AND name < ${`${beginning}\u{10ffff}`} ORDER BY name LIMIT ${TAGS_LOOKED_AT})
          WHERE ${used} ORDER BY sketches_count DESC, name LIMIT ${TAGS_SUGGESTED}`
  return (await db.all<{ name: string }>(rows)).map((row) => row.name)
}
