import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SketchThumb } from '../../../contract/http/sketch-page.ts'
import { type SketchCover, type SketchItem, sketchCover } from '../../../contract/http/sketches.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { imageBase } from '../../lib/image-base.ts'
import { users } from '../users/schema.ts'
import { sketches } from './schema.ts'

/** Columns of list items, from `sketches` joined with their artists in `users`. */
export const itemColumns = {
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
  mat: sketches.mat,
  featured: sql<boolean>`${sketches.featuredAt} IS NOT NULL`.mapWith(Boolean).as('featured'),
  hearts: sketches.heartsCount,
  likes: sketches.likesCount,
  comments: sketches.commentsCount,
  createdAt: sketches.createdAt,
  unlisted: sketches.unlisted,
  mature: sketches.mature,
  hasVideo: sketches.hasVideo,
  compoPlace: sketches.compoPlace,
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
  | 'mat'
  | 'createdAt'
  | 'unlisted'
  | 'mature'
  | 'hasVideo'
  | 'compoPlace'
> & {
  nickname: string
  avatarKey: string | null
  featured: boolean
  hearts: number
  likes: number
  comments: number
}

export function sketchItemOf({ imageKey, altText, avatarKey, createdAt, hasVideo, ...row }: ItemRow): SketchItem {
  const title = displayTitle(row.title)
  return {
    ...row,
    title,
    video: hasVideo,
    imageUrl: imageBase(imageKey),
    alt: altText || `${title} by ${row.nickname}`,
    avatar: avatarKey && imageBase(avatarKey),
    dateCreated: toWireTime(createdAt),
  }
}

export const thumbColumns = {
  id: sketches.id,
  imageKey: sketches.imageKey,
  title: sketches.title,
  altText: sketches.altText,
  nickname: users.nickname,
  width: sketches.width,
  height: sketches.height,
  thumbhash: sketches.thumbhash,
  mat: sketches.mat,
  hearts: sketches.heartsCount,
  mature: sketches.mature,
}

type ThumbRow = Pick<ItemRow, keyof typeof thumbColumns>

export function sketchThumbOf({ imageKey, altText, ...row }: ThumbRow): SketchThumb {
  const title = displayTitle(row.title)
  return { ...row, title, imageUrl: imageBase(imageKey), alt: altText || `${title} by ${row.nickname}` }
}

/** The cover as a column of JSON, which `coverOf` parses. */
export const coverColumn = sql<string>`json_object('sketchId', ${sketches.id}, 'imageKey', ${sketches.imageKey},
  'thumbhash', ${sketches.thumbhash}, 'mat', ${sketches.mat}, 'width', ${sketches.width}, 'height', ${sketches.height})`

const coverJson = z.extend(z.omit(sketchCover, { imageUrl: true }), { imageKey: z.string() })

export function coverOf(json: string | null): SketchCover | null {
  if (json === null) return null
  const { imageKey, ...picture } = coverJson.parse(JSON.parse(json))
  return { ...picture, imageUrl: imageBase(imageKey) }
}
