import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Album,
  type AlbumMode,
  albumInfo,
  albumListReply,
  albumSketchList,
  createAlbumReply,
  type SketchAlbums,
  sketchAlbums,
} from '../../../contract/http/albums.ts'
import { ok } from '../../../contract/http/common.ts'
import { call } from '../../lib/call.ts'
import { idempotencyKey } from '../../lib/idempotency-key.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

export type AlbumKey = { userId: number; albumId: number }

export const albumInfoQuery = (name: AlbumKey) =>
  queryOptions({
    queryKey: ['albums', name.userId, 'album', name.albumId],
    queryFn: ({ signal }) => call(albumInfo, withParams('/api/v2/album/info', name), undefined, signal),
  })

export const albumSketchesQuery = (name: AlbumKey) =>
  pagedQuery({
    queryKey: ['albums', name.userId, 'sketches', name.albumId],
    read: (cursor, signal) =>
      call(albumSketchList, withParams('/api/v2/album/sketches', { ...name, cursor }), undefined, signal),
  })

/** Albums and collections of a member, or only those of one mode. */
export const albumListQuery = (userId: number, mode?: AlbumMode) =>
  pagedQuery({
    queryKey: ['albums', userId, 'list', mode ?? 'all'],
    read: (cursor, signal) => {
      const collection = mode === undefined ? null : String(mode === 1)
      return call(albumListReply, withParams('/api/v2/album/list', { userId, collection, cursor }), undefined, signal)
    },
  })

type MemberAndSketch = { userId: number; sketchId: number }

/**
 * Albums and collections of a member that hold a sketch. One page is all of them: there are at most ten of each mode.
 */
export const sketchAlbumsQuery = ({ userId, sketchId }: MemberAndSketch) =>
  queryOptions({
    queryKey: ['sketch-albums', sketchId],
    queryFn: ({ signal }) =>
      call(sketchAlbums, withParams('/api/v2/album/sketch', { sketchId, userId }), undefined, signal),
  })

export const refreshAlbums = (client: QueryClient, userId: number) =>
  client.invalidateQueries({ queryKey: ['albums', userId] })

/** Drops a deleted album from the cache. Its own query is never refetched, though its page may still be fading out. */
export function forgetAlbum(client: QueryClient, { userId }: Album): void {
  client.removeQueries({ queryKey: ['sketch-albums'] })
  client.removeQueries({ queryKey: ['albums', userId], type: 'inactive' })
  void client.invalidateQueries({ queryKey: ['albums', userId, 'list'] })
}

/** Adds an album to those of a sketch in the cache, or removes it. */
export function cacheMembership(client: QueryClient, album: Album, sketchId: number, inside: boolean): void {
  client.setQueryData<SketchAlbums>(sketchAlbumsQuery({ userId: album.userId, sketchId }).queryKey, (data) => {
    if (!data) return data
    const others = data.items.filter(({ id }) => id !== album.id)
    return { ...data, items: inside ? [...others, album] : others }
  })
}

type Membership = { album: Album; sketchId: number; inside: boolean }

/**
 * Adds a sketch to an album or removes it, one call after the other; lists that show it are refetched when they are
 * next used.
 */
export function useSetMembership() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'albums' },
    mutationFn: ({ album, sketchId, inside }: Membership) =>
      call(ok, `/api/v2/album/${inside ? 'add' : 'remove'}`, { albumId: album.id, sketchId }),
    onSuccess: (_, { album }) => client.invalidateQueries({ queryKey: ['albums', album.userId], refetchType: 'none' }),
  })
}

export type AlbumText = { title: string; description: string }
type NewAlbum = { mode: AlbumMode; text: AlbumText; sketchId?: number }

/** Creates an album or collection, optionally with a first sketch; a retry does not create a second one. */
export function useCreateAlbum(userId: number) {
  const client = useQueryClient()
  const [key] = useState(() => idempotencyKey())
  return useMutation({
    mutationFn: ({ mode, text, sketchId }: NewAlbum) => {
      const album = { ...text, thumbnail: sketchId ?? null, sketchId: sketchId ?? null, collection: mode === 1 }
      return call(createAlbumReply, '/api/v2/album/create', { ...album, key: key.keyOf(album) })
    },
    onSuccess: async (_, { sketchId }) => {
      key.renew()
      const inside =
        sketchId !== undefined &&
        client.invalidateQueries({ queryKey: sketchAlbumsQuery({ userId, sketchId }).queryKey })
      await Promise.all([refreshAlbums(client, userId), inside])
    },
  })
}

type AlbumChange = Partial<AlbumText> & { thumbnail?: number }

/** Changes the title, description or cover of an album. */
export const useEditAlbum = ({ id, title, description }: Album) =>
  useMutation({
    scope: { id: 'albums' },
    mutationFn: (change: AlbumChange) => call(ok, '/api/v2/album/edit', { albumId: id, title, description, ...change }),
  })

/** Deletes an album; call `forgetAlbum` after leaving its page. */
export const useDeleteAlbum = () =>
  useMutation({
    mutationFn: ({ id, userId }: Album) => call(ok, '/api/v2/album/delete', { userId, albumId: id }),
  })

/** Moves a sketch of an album behind another one; null moves it to the beginning. */
export const useMoveInAlbum = (albumId: number) =>
  useMutation({
    scope: { id: 'albums' },
    mutationFn: (move: { sketchId: number; after: number | null }) =>
      call(ok, '/api/v2/album/order', { albumId, ...move }),
  })
