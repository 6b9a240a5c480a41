import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import {
  type AlbumMode,
  albumBody,
  albumListBody,
  albumListParams,
  albumParams,
  albumSketchBody,
  albumSketchesBody,
  albumSketchesParams,
  type CreateAlbumReply,
  createAlbumBody,
  deleteAlbumBody,
  editAlbumBody,
  orderAlbumBody,
  sketchAlbumsBody,
  sketchAlbumsParams,
} from '../../../contract/http/albums.ts'
import type { Ok } from '../../../contract/http/common.ts'
import { countAlbumMove } from '../../domain/users/member-limits.ts'
import { addAlbumView } from '../../domain/views/queries.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { clientAddress } from '../../middleware/client.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, readerOf, requireOwnSession, requireUser, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { listAlbumSketches } from './contents.ts'
import { moveInAlbum } from './moving.ts'
import { addAlbum, addToAlbum, findAlbumAndSketch, findSketchToAdd, removeFromAlbum } from './mutations.ts'
import { editAlbum, findAlbum, findAlbumOwner, listAlbums, listAlbumsOfSketch, removeAlbum } from './queries.ts'
import { refusalToAdd, type SketchToAdd } from './rules.ts'

const done = { ok: true } satisfies Ok
const limitRead = limitRate('READ_RATE')

export const albumRoutes = new Hono<AppEnv>()
  .get('/api/v2/album/info', limitRead, valid('query', albumParams), (c) => info(c, c.req.valid('query')))
  .post('/api/v2/album/info', valid('json', albumBody), (c) => info(c, c.req.valid('json')))
  .get('/api/v2/album/sketches', limitRead, valid('query', albumSketchesParams), (c) =>
    sketches(c, c.req.valid('query')),
  )
  .post('/api/v2/album/sketches', valid('json', albumSketchesBody), (c) => sketches(c, c.req.valid('json')))
  .get('/api/v2/album/list', limitRead, valid('query', albumListParams), (c) => list(c, c.req.valid('query')))
  .post('/api/v2/album/list', valid('json', albumListBody), (c) => list(c, c.req.valid('json')))
  .get('/api/v2/album/sketch', limitRead, valid('query', sketchAlbumsParams), (c) =>
    albumsOfSketch(c, c.req.valid('query')),
  )
  .post('/api/v2/album/sketch', valid('json', sketchAlbumsBody), (c) => albumsOfSketch(c, c.req.valid('json')))

  .post('/api/v2/album/create', requireUser, valid('json', createAlbumBody), async (c) => {
    const body = c.req.valid('json')
    const member = memberOf(c)
    if (body.sketchId) {
      const sketch = await findSketchToAdd(dbOf(c), member, body.sketchId)
      requireAddable(c, body.collection ? 1 : 0, sketch)
    }
    const albumId = orThrow(await addAlbum(dbOf(c), body, { userId: member.id, now: Date.now() }))
    return c.json({ albumId } satisfies CreateAlbumReply)
  })
  .post('/api/v2/album/edit', requireUser, valid('json', editAlbumBody), async (c) => {
    const { albumId, thumbnail, ...text } = c.req.valid('json')
    requireOwnAlbum(c, await findAlbumOwner(dbOf(c), albumId))
    orThrow(await editAlbum(dbOf(c), { albumId, thumbnailId: thumbnail ?? null, ...text }))
    return c.json(done)
  })
  .post('/api/v2/album/delete', requireOwnSession, valid('json', deleteAlbumBody), async (c) => {
    const { albumId, userId } = c.req.valid('json')
    const ownerId = await findAlbumOwner(dbOf(c), albumId)
    if (ownerId !== userId) throw new AppError('not_found')
    requireOwnAlbum(c, ownerId)
    await removeAlbum(dbOf(c), albumId)
    return c.json(done)
  })
  .post('/api/v2/album/add', requireUser, valid('json', albumSketchBody), async (c) => {
    const entry = c.req.valid('json')
    const { album, sketch } = await findAlbumAndSketch(dbOf(c), memberOf(c), entry)
    requireOwnAlbum(c, album?.ownerId ?? null)
    requireAddable(c, orNotFound(album).mode, sketch)
    orThrow(await addToAlbum(dbOf(c), entry, { authorId: memberOf(c).id, now: Date.now() }))
    return c.json(done)
  })
  .post('/api/v2/album/remove', requireUser, valid('json', albumSketchBody), async (c) => {
    const entry = c.req.valid('json')
    requireOwnAlbum(c, await findAlbumOwner(dbOf(c), entry.albumId))
    await removeFromAlbum(dbOf(c), entry)
    return c.json(done)
  })
  .post('/api/v2/album/order', requireUser, valid('json', orderAlbumBody), async (c) => {
    const move = c.req.valid('json')
    requireOwnAlbum(c, await findAlbumOwner(dbOf(c), move.albumId))
    orThrow(await countAlbumMove(dbOf(c), { authorId: memberOf(c).id, now: Date.now() }))
    orThrow(await moveInAlbum(dbOf(c), move))
    return c.json(done)
  })

async function info(c: Context<AppEnv>, params: z.infer<typeof albumParams>): Promise<Response> {
  const viewer = await viewerOf(c)
  const album = orNotFound(await findAlbum(dbOf(c), viewer, params))
  if (!album.canEdit) {
    const by = viewer ? { member: viewer.id } : { address: clientAddress(c) ?? 'local' }
    afterReply(c, () => addAlbumView(dbOf(c), { albumId: album.id, by, now: Date.now() }))
  }
  return c.json(album)
}

async function sketches(c: Context<AppEnv>, params: z.infer<typeof albumSketchesParams>): Promise<Response> {
  return c.json(orNotFound(await listAlbumSketches(dbOf(c), await viewerOf(c), params)))
}

async function list(c: Context<AppEnv>, params: z.infer<typeof albumListParams>): Promise<Response> {
  const { collection, ...position } = params
  const mode = collection === undefined ? undefined : collection ? 1 : 0
  return c.json(await listAlbums(dbOf(c), await viewerOf(c), { ...position, mode }))
}

async function albumsOfSketch(c: Context<AppEnv>, params: z.infer<typeof sketchAlbumsParams>): Promise<Response> {
  return c.json(orNotFound(await listAlbumsOfSketch(dbOf(c), await readerOf(c), params)))
}

function requireOwnAlbum(c: Context<AppEnv>, ownerId: number | null): void {
  if (orNotFound(ownerId) !== memberOf(c).id) throw new AppError('forbidden')
}

function requireAddable(c: Context<AppEnv>, mode: AlbumMode, sketch: SketchToAdd | null): void {
  const refusal = refusalToAdd(mode, memberOf(c).id, orNotFound(sketch))
  if (refusal) throw new AppError(refusal)
}
