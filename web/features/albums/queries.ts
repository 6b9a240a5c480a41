import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { idempotencyKey } from '../../lib/idempotency-key.ts'
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

type Membership = { album: Album; sketchId: number; inside: boolean }

/** Puts a sketch into an album or takes it out, one after the other; the lists that show it are read again later. */
export function usePutInAlbum() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'albums' },
    mutationFn: ({ album, sketchId, inside }: Membership) =>
      call(ok, `/api/v2/album/${inside ? 'add' : 'remove'}`, { albumId: album.id, sketchId }),
    onSuccess: (_, { album }) => client.invalidateQueries({ queryKey: ['albums', album.userId], refetchType: 'none' }),
  })
}

export type AlbumWords = { title: string; description: string }
type NewAlbum = { mode: AlbumMode; words: AlbumWords; sketchId?: number }

/** Creates an album or collection, with its first sketch if one is given; a retry creates it once. */
export function useCreateAlbum(userId: number) {
  const client = useQueryClient()
  const [key] = useState(() => idempotencyKey())
  return useMutation({
    mutationFn: ({ mode, words, sketchId }: NewAlbum) => {
      const album = { ...words, thumbnail: sketchId ?? null, sketchId: sketchId ?? null, collection: mode === 1 }
      return call(createAlbumReply, '/api/v2/album/create', { ...album, key: key.keyOf(album) })
    },
    onSuccess: async (_, { sketchId }) => {
      key.answered()
      const inside =
        sketchId !== undefined && client.invalidateQueries({ queryKey: sketchAlbumsQuery(sketchId).queryKey })
      await Promise.all([refreshAlbums(client, userId), inside])
    },
  })
}

type AlbumChange = Partial<AlbumWords> & { thumbnail?: number }

/** Changes an album's words or its cover. */
export const useEditAlbum = ({ id, title, description }: Album) =>
  useMutation({
    scope: { id: 'albums' },
    mutationFn: (change: AlbumChange) => call(ok, '/api/v2/album/edit', { albumId: id, title, description, ...change }),
  })

/** Deletes an album; call `forgetAlbum` once its page is left. */
export const useDeleteAlbum = () =>
  useMutation({
    mutationFn: ({ id, userId }: Album) => call(ok, '/api/v2/album/delete', { userId, albumId: id }),
  })

/** Moves a sketch of an album behind another one, or to the beginning. */
export const useMoveInAlbum = (albumId: number) =>
  useMutation({
    scope: { id: 'albums' },
    mutationFn: (move: { sketchId: number; after: number | null }) =>
      call(ok, '/api/v2/album/order', { albumId, ...move }),
  })
