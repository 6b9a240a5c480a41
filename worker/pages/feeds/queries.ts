import { eq } from 'drizzle-orm'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import {
  artistOrder,
  featuredOrder,
  type Order,
  rankedOrder,
  recentOrder,
  tagOrder,
} from '../../domain/sketch-lists/orders.ts'
import { itemsOf, selectFirst } from '../../domain/sketch-lists/read-list.ts'
import { tags } from '../../domain/sketches/schema.ts'
import { tagIdOf } from '../../domain/tags/queries.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { tagFeedPath, userFeedPath } from '../link-previews/queries.ts'
import type { Feed } from './atom.ts'

export type FeedName = 'recent' | 'featured' | 'trending'

export async function readGalleryFeed(db: Db, name: FeedName): Promise<Feed> {
  const rows = await selectGallery(db, name)
  return {
    title: TITLES[name],
    path: `/feeds/${name}.atom`,
    page: `/gallery/${name}`,
    sketches: itemsOf(rows),
  }
}

const TITLES = { recent: 'Recent sketches', featured: 'Featured sketches', trending: 'Trending sketches' }

const GALLERY_ORDERS: Record<FeedName, () => Order> = {
  recent: () => recentOrder(null),
  featured: () => featuredOrder(null),
  trending: () => rankedOrder(null, 'trending'),
}

function selectGallery(db: Db, name: FeedName) {
  return selectFirst(db, GALLERY_ORDERS[name](), GALLERY_PAGE_SIZE)
}

/** The newest sketches with a tag, or null for an unknown tag. */
export async function readTagFeed(db: Db, name: string): Promise<Feed | null> {
  const [[tag], rows] = await db.batch([
    db
      .select({ name: tags.name })
      .from(tags)
      .where(eq(tags.id, tagIdOf(name))),
    selectFirst(db, tagOrder(null, tagIdOf(name), 'recent'), GALLERY_PAGE_SIZE),
  ])
  if (!tag) return null
  const page = `/tag/${encodeURIComponent(tag.name)}`
  return { title: `Sketches tagged ${tag.name}`, path: tagFeedPath(tag.name), page, sketches: itemsOf(rows) }
}

/** The newest sketches of a member, or null for an unknown member. */
export async function readUserFeed(db: Db, id: number): Promise<Feed | null> {
  const [[member], rows] = await db.batch([
    db.select({ nickname: users.nickname }).from(users).where(isMember(id)),
    selectFirst(db, artistOrder(null, id, 'recent'), GALLERY_PAGE_SIZE),
  ])
  if (!member) return null
  const title = `Sketches by ${member.nickname}`
  return { title, path: userFeedPath(id), page: `/user/${id}`, sketches: itemsOf(rows) }
}
