import { env } from 'cloudflare:workers'
import type { AlbumInfo, AlbumSketchList, CreateAlbumReply } from '../../../contract/http/albums.ts'
import type { Person } from './people.ts'
import { requestJson, sendRequest } from './site.ts'

type AlbumFields = { title?: string; description?: string; sketchId?: number; thumbnail?: number; collection?: boolean }

/** Returns the album's id. */
export async function addAlbum(as: Person, fields: AlbumFields = {}): Promise<number> {
  const body = { title: 'By the sea', description: '', ...fields }
  return (await requestJson<CreateAlbumReply>('/api/v2/album/create', { as, body })).albumId
}

export function addToAlbum(as: Person | null, albumId: number, sketchId: number): Promise<Response> {
  return sendRequest('/api/v2/album/add', { as, body: { albumId, sketchId } })
}

export function removeFromAlbum(as: Person | null, albumId: number, sketchId: number): Promise<Response> {
  return sendRequest('/api/v2/album/remove', { as, body: { albumId, sketchId } })
}

/** Inserts rows, bypassing the rate limit. */
export async function fillAlbum(albumId: number, sketchIds: number[]): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO album_sketches (album_id, sketch_id, position, mode, owner_id, artist_id, listed, listed_for_all)
      SELECT albums.id, sketches.id, (one.key + 1) * 1048576, albums.mode, albums.user_id, sketches.user_id, listed, listed_for_all
      FROM albums, json_each(?2) AS one, sketches WHERE albums.id = ?1 AND sketches.id = one.value`,
  )
    .bind(albumId, JSON.stringify(sketchIds))
    .run()
}

export function albumOf(owner: Person, albumId: number, as: Person | null = null): Promise<AlbumInfo> {
  return requestJson(`/api/v2/album/info?userId=${owner.id}&albumId=${albumId}`, { as })
}

export function contentsOf(
  owner: Person,
  albumId: number,
  as: Person | null = null,
  cursor = '',
): Promise<AlbumSketchList> {
  return requestJson(`/api/v2/album/sketches?userId=${owner.id}&albumId=${albumId}&cursor=${cursor}`, { as })
}

/** Ids of all sketches in an album. */
export async function albumOrder(owner: Person, albumId: number, as: Person | null = null): Promise<number[]> {
  const ids: number[] = []
  for (let cursor = '', done = false; !done; ) {
    const page = await contentsOf(owner, albumId, as, cursor)
    ids.push(...page.items.map(({ id }) => id))
    ;({ cursor, done } = page)
  }
  return ids
}

/** Inserts the row of a block. */
export async function addBlock(person: Person, blocked: Person): Promise<void> {
  await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, ?)')
    .bind(person.id, blocked.id, Date.now())
    .run()
}
