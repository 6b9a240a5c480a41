import * as z from 'zod/mini'
import { ALBUM_DESCRIPTION_MAX, ALBUM_TITLE_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { anyBoolean, anyId, callKey, cursorParams, id, line, listOf, text } from './common.ts'
import { sketchCover, sketchItem } from './sketches.ts'

/** 0: an album of the owner's sketches; 1: a collection of sketches by any artist [1 §3]. */
export const albumMode = z.literal([0, 1])
export type AlbumMode = z.infer<typeof albumMode>

/** List item. `items` is the number of sketches that this viewer may see. */
export const album = z.object({
  id,
  title: z.string(),
  description: z.string(),
  /** The cover; null if this viewer may not see any of the sketches. */
  thumbnail: z.nullable(sketchCover),
  items: z.int(),
  views: z.int(),
  mode: albumMode,
  userId: id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  dateCreated: wireTime,
})
export type Album = z.infer<typeof album>

/** `canEdit`: the viewer is the owner. */
export const albumInfo = z.extend(album, { canEdit: z.boolean() })
export type AlbumInfo = z.infer<typeof albumInfo>

export const albumListReply = listOf(album)
export type AlbumListReply = z.infer<typeof albumListReply>

/** The albums and collections that contain a sketch, newest first. */
export const sketchAlbums = listOf(album)
export type SketchAlbums = z.infer<typeof sketchAlbums>

/** `hidden` for a mature sketch that this viewer may not see; its picture and texts are empty. */
export const albumSketch = z.extend(sketchItem, { hidden: z.boolean() })
export type AlbumSketch = z.infer<typeof albumSketch>

export const albumSketchList = listOf(albumSketch)
export type AlbumSketchList = z.infer<typeof albumSketchList>

export const albumParams = z.object({ userId: anyId, albumId: anyId })
export const albumSketchesParams = z.extend(cursorParams, albumParams.shape)
export const albumListParams = z.extend(cursorParams, {
  userId: anyId,
  /** `true`: only collections; `false`: only albums. */
  collection: z.optional(anyBoolean),
})
export const sketchAlbumsParams = z.extend(cursorParams, {
  sketchId: anyId,
  /** Only those of this member. */
  userId: z.optional(anyId),
})

/** The same reads by `POST` [1 §7]. */
export const albumBody = z.strictObject(albumParams.shape)
export const albumSketchesBody = z.strictObject(albumSketchesParams.shape)
export const albumListBody = z.strictObject(albumListParams.shape)
export const sketchAlbumsBody = z.strictObject(sketchAlbumsParams.shape)

const title = z.pipe(line(ALBUM_TITLE_MAX), z.string().check(z.minLength(1)))
const description = text(ALBUM_DESCRIPTION_MAX)
const thumbnail = z.optional(z.nullable(id))

/**
 * The optional sketch becomes the first item, and only it can be the cover. A repeated call with the same key creates
 * one album.
 */
export const createAlbumBody = z
  .object({
    key: z.optional(callKey),
    title,
    description: z._default(description, ''),
    thumbnail,
    sketchId: z.optional(z.nullable(id)),
    collection: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ thumbnail, sketchId }) => !thumbnail || thumbnail === sketchId, {
      path: ['thumbnail'],
      error: 'not in the album',
    }),
  )
export type CreateAlbumBody = z.infer<typeof createAlbumBody>

/** `thumbnail` is the new cover, a sketch of the album. Without it, or with null, the cover stays. */
export const editAlbumBody = z.object({ albumId: id, title, description, thumbnail })

/** `userId` is the album's owner. */
export const deleteAlbumBody = z.object({ userId: id, albumId: id })
/** Adds a sketch to an album, or removes it. */
export const albumSketchBody = z.object({ albumId: id, sketchId: id })

/** Moves a sketch behind another one; null moves it to the front. */
export const orderAlbumBody = z
  .extend(albumSketchBody, { after: z.nullable(id) })
  .check(z.refine(({ sketchId, after }) => sketchId !== after, { path: ['after'], error: 'is the sketch itself' }))

export const createAlbumReply = z.object({ albumId: id })
export type CreateAlbumReply = z.infer<typeof createAlbumReply>
