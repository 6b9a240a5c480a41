import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Album,
  type AlbumMode,
  albumInfo,
  albumList,
  albumSketchList,
  createAlbumReply,
  type SketchAlbums,
  sketchAlbums,
} from '../../../contract/http/albums.ts'
import { ok } from '../../../contract/http/common.ts'
import { call } from '../../lib/call.ts'
import type { IdempotencyKey } from '../../lib/idempotency-key.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

/** How an album is found. */
export type AlbumName = { userId: number; albumId: number }

export const albumInfoQuery = (name: AlbumName) =>
  queryOptions({
    queryKey: ['albums', name.userId, 'album', name.albumId],
    queryFn: ({ signal }) => call(albumInfo, withParams('/api/v2/album/info', name), undefined, signal),
  })

/** What is in an album, in its order. Going back finds it as it was left. */
export const albumSketchesQuery = (name: AlbumName) =>
  pagedQuery({
    queryKey: ['albums', name.userId, 'sketches', name.albumId],
    read: (cursor, signal) =>
      call(albumSketchList, withParams('/api/v2/album/sketches', { ...name, cursor }), undefined, signal),
  })

/** A member's albums and collections, or only those of one kind. */
export const albumListQuery = (userId: number, mode?: AlbumMode) =>
  pagedQuery({
    queryKey: ['albums', userId, 'list', mode ?? 'all'],
    read: (cursor, signal) => {
      const collection = mode === undefined ? null : String(mode === 1)
      return call(albumList, withParams('/api/v2/album/list', { userId, collection, cursor }), undefined, signal)
    },
  })

/** What a sketch is in. */
export const sketchAlbumsQuery = (sketchId: number) =>
  queryOptions({
    queryKey: ['sketch-albums', sketchId],
    queryFn: ({ signal }) => call(sketchAlbums, `/api/v2/album/sketch?sketchId=${sketchId}`, undefined, signal),
  })

/** Has all that is shown of a member's albums read anew. */
export const refreshAlbums = (client: QueryClient, userId: number) =>
  client.invalidateQueries({ queryKey: ['albums', userId] })

/** After an album is gone: lists are read anew, itself never again, though its page may still be fading out. */
export function forgetAlbum(client: QueryClient, { userId }: Album): void {
  client.removeQueries({ queryKey: ['sketch-albums'] })
  client.removeQueries({ queryKey: ['albums', userId], type: 'inactive' })
  void client.invalidateQueries({ queryKey: ['albums', userId, 'list'] })
}

/** Shows an album as one that a sketch is in, or is not, before the server has said so. */
export function showInAlbum(client: QueryClient, album: Album, sketchId: number, inside: boolean): void {
  client.setQueryData<SketchAlbums>(sketchAlbumsQuery(sketchId).queryKey, (data) => {
    if (!data) return data
    const others = data.items.filter(({ id }) => id !== album.id)
    return { items: inside ? [...others, album] : others }
  })
}

/** Puts a sketch into an album or takes it out. */
export function putInAlbum(albumId: number, sketchId: number, inside: boolean) {
  return call(ok, `/api/v2/album/${inside ? 'add' : 'remove'}`, { albumId, sketchId })
}

export type AlbumWords = { title: string; description: string }

/** Makes an album or collection, with its first sketch when there is one; the same again makes it once. */
export async function createAlbum(
  { keyOf, answered }: IdempotencyKey,
  mode: AlbumMode,
  words: AlbumWords,
  sketchId: number | null = null,
) {
  const album = { ...words, thumbnail: sketchId, sketchId, collection: mode === 1 }
  const made = await call(createAlbumReply, '/api/v2/album/create', { ...album, key: keyOf(album) })
  answered()
  return made
}

/** Changes an album's words, and its cover when one is named. */
export function editAlbum({ id, title, description }: Album, changes: Partial<AlbumWords> & { thumbnail?: number }) {
  return call(ok, '/api/v2/album/edit', { albumId: id, title, description, ...changes })
}

export function deleteAlbum({ id, userId }: Album) {
  return call(ok, '/api/v2/album/delete', { userId, albumId: id })
}

/** Puts a sketch right behind another one of the album, or first. */
export function moveInAlbum(albumId: number, sketchId: number, after: number | null) {
  return call(ok, '/api/v2/album/order', { albumId, sketchId, after })
}
