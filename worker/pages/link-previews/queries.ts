import { and, eq } from 'drizzle-orm'
import { topicPath } from '../../../contract/forum-path.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { artistOrder, coOpOrder, tagOrder } from '../../domain/sketch-lists/orders.ts'
import { selectFirst } from '../../domain/sketch-lists/read-list.ts'
import { itemColumns, sketchItemOf } from '../../domain/sketches/list-items.ts'
import { sketches, tags } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { tagIdOf } from '../../domain/tags/queries.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember } from '../../domain/users/viewer.ts'
import { findAlbum } from '../../features/albums/queries.ts'
import { findAwards } from '../../features/awards/queries.ts'
import { findChallenge } from '../../features/challenges/queries.ts'
import { findCompo } from '../../features/compos/queries.ts'
import { findCategory } from '../../features/forum/categories.ts'
import { findTopicPage } from '../../features/forum/posts.ts'
import { findGroup } from '../../features/groups/queries.ts'
import type { Db } from '../../lib/database.ts'
import { GALLERIES, type GalleryName } from './galleries.ts'
import { forumPreview, type LinkPreview } from './head.ts'

export async function findSketchPreview(db: Db, id: number): Promise<LinkPreview | null> {
  const sketch = await findListedSketch(db, id)
  if (!sketch) return null
  const { description, ...item } = sketch
  return {
    title: `${item.title} by ${item.nickname}`,
    description: description || item.alt,
    path: `/sketch/${id}`,
    type: 'article',
    picture: item,
    embeds: true,
  }
}

export async function findListedSketch(db: Db, id: number): Promise<(SketchItem & { description: string }) | null> {
  const row = await db
    .select({ ...itemColumns, description: sketches.description })
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(and(eq(sketches.id, id), listedFor(null)))
    .get()
  return row ? { ...sketchItemOf(row), description: row.description } : null
}

/** The picture is the avatar if everyone may see it, or else the newest sketch. */
export async function findProfilePreview(db: Db, id: number): Promise<LinkPreview | null> {
  const ofMember = isMember(id)
  const [[member], [avatar], [newest]] = await db.batch([
    db.select({ nickname: users.nickname, about: users.about }).from(users).where(ofMember),
    db
      .select(itemColumns)
      .from(users)
      .innerJoin(sketches, eq(sketches.imageKey, users.avatarKey))
      .where(and(ofMember, listedFor(null))),
    selectFirst(db, artistOrder(null, id, 'recent'), 1),
  ])
  if (!member) return null
  return {
    title: member.nickname,
    description: member.about || `Sketches by ${member.nickname}.`,
    path: `/user/${id}`,
    type: 'profile',
    picture: pictureOf(avatar ?? newest?.item),
    feed: userFeedPath(id),
  }
}

export async function findAlbumPreview(db: Db, userId: number, albumId: number): Promise<LinkPreview | null> {
  const album = await findAlbum(db, null, { userId, albumId })
  if (!album) return null
  const title = `${album.title} by ${album.nickname}`
  return {
    title,
    description: album.description || title,
    path: `/user/${userId}/album/${albumId}`,
    type: 'website',
    picture: album.thumbnail && { ...album.thumbnail, alt: title },
  }
}

export async function findChallengePreview(db: Db, id: number): Promise<LinkPreview | null> {
  const challenge = await findChallenge(db, null, { id })
  if (!challenge) return null
  const { title, description, thumbnail } = challenge
  return {
    title,
    description: description || `The challenge "${title}".`,
    path: `/challenge/${id}`,
    type: 'website',
    picture: thumbnail && { ...thumbnail, alt: title },
  }
}

/** Returns null for a compo that has not begun. */
export async function findCompoPreview(db: Db, key: string): Promise<LinkPreview | null> {
  const compo = await findCompo(db, null, { key, now: Date.now() })
  if (!compo) return null
  const { title, description, thumbnail } = compo
  return {
    title: `${title}, compo`,
    description: description || `The compo "${title}".`,
    path: `/compo/${key}`,
    type: 'website',
    picture: thumbnail && { ...thumbnail, alt: title },
  }
}

/** The picture is a sketch that won, or the first nominated one. */
export async function findAwardsPreview(db: Db, year: number | undefined): Promise<LinkPreview | null> {
  const awards = await findAwards(db, null, { year, withVotes: false, now: Date.now() })
  if (!awards) return null
  const title = `Awards ${awards.year}`
  const nominees = awards.categories.flatMap(({ sketches: nominated }) => nominated)
  return {
    title,
    description: awards.recap || `Nominees and winners of the ${title.toLowerCase()}.`,
    path: `/awards/${awards.year}`,
    type: 'website',
    picture: nominees.find(({ isWinner }) => isWinner) ?? nominees[0] ?? null,
  }
}

export async function findCategoryPreview(db: Db, slug: string): Promise<LinkPreview | null> {
  const category = await findCategory(db, slug)
  if (!category) return null
  const { name, description } = category
  return forumPreview({ title: `${name}, forum`, description: description || `Topics about ${name}.`, slug })
}

/** The description is the first post of the topic. */
export async function findTopicPreview(db: Db, id: number): Promise<LinkPreview | null> {
  const found = await findTopicPage(db, null, { id, page: 1 })
  if (!found) return null
  const { topic, items } = found
  const first = items.find(({ deleted }) => !deleted)
  return {
    title: topic.title,
    description: first?.text ?? `A topic in ${topic.category.name}.`,
    path: topicPath(id),
    type: 'article',
    picture: null,
  }
}

/** Finds the preview of a group, with its thumbnail. */
export async function findGroupPreview(db: Db, slug: string): Promise<LinkPreview | null> {
  const group = await findGroup(db, null, { slug, now: Date.now() })
  if (!group) return null
  const { title, description, thumbnail } = group
  return {
    title,
    description,
    path: `/group/${slug}`,
    type: 'website',
    picture: thumbnail && { ...thumbnail, alt: title },
  }
}

/** Finds the preview of a tag or alias with a sketch that is listed for everyone. */
export async function findTagPreview(db: Db, name: string): Promise<LinkPreview | null> {
  const [[tag], [newest]] = await db.batch([
    db
      .select({ name: tags.name })
      .from(tags)
      .where(eq(tags.id, tagIdOf(name))),
    selectFirst(db, tagOrder(null, tagIdOf(name), 'recent'), 1),
  ])
  if (!tag || !newest) return null
  return {
    title: tag.name,
    description: `Sketches tagged ${tag.name}.`,
    path: `/tag/${encodeURIComponent(tag.name)}`,
    type: 'website',
    picture: pictureOf(newest.item),
    feed: tagFeedPath(tag.name),
  }
}

export async function findGalleryPreview(db: Db, name: GalleryName): Promise<LinkPreview> {
  const [first] = await selectFirst(db, GALLERIES[name].order(), 1)
  return galleryPreview(name, pictureOf(first?.item))
}

export function galleryPreview(name: GalleryName, picture: LinkPreview['picture']): LinkPreview {
  const { title, description, feed } = GALLERIES[name]
  return { title, description, path: `/gallery/${name}`, type: 'website', picture, feed }
}

/** Returns null for a co-op without a sketch that is listed for everyone. */
export async function findCoOpPreview(db: Db, id: number): Promise<LinkPreview | null> {
  const [newest] = await selectFirst(db, coOpOrder(null, id), 1)
  if (!newest) return null
  return {
    title: 'Co-op',
    description: 'Sketches that grew from one another.',
    path: `/gallery/co-op/${id}`,
    type: 'website',
    picture: pictureOf(newest.item),
  }
}

export const userFeedPath = (id: number) => `/feeds/user/${id}.atom`

export const tagFeedPath = (tag: string) => `/feeds/tag/${encodeURIComponent(tag)}.atom`

function pictureOf(row: Parameters<typeof sketchItemOf>[0] | undefined): SketchItem | null {
  return row ? sketchItemOf(row) : null
}
