import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { artistSearchBody, artistSearchParams, artistsBody, artistsParams } from '../../../contract/http/artists.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countListRead, limitRate } from '../../middleware/guards.ts'
import { viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { listLatestArtists } from './latest.ts'
import { listArtists, searchArtists } from './queries.ts'

export const artistRoutes = new Hono<AppEnv>()
  .get('/api/v2/users', valid('query', artistsParams), (c) => list(c, c.req.valid('query')))
  .post('/api/v2/users', valid('json', artistsBody), (c) => list(c, c.req.valid('json')))

  .get('/api/v2/users/latest', async (c) => {
    const viewer = await viewerOf(c)
    const read = () => listLatestArtists(dbOf(c), viewer)
    if (viewer) {
      await countListRead(c)
      return c.json(await read())
    }
    const { bytes, until } = await visitorCache('latest artists', async () => JSON.stringify(await read()))
    return visitorReply(c, { contentType: 'application/json', body: bytes, until })
  })

  .get('/api/v2/search/user', limitRate('SEARCH_RATE'), valid('query', artistSearchParams), (c) =>
    search(c, c.req.valid('query')),
  )
  .post('/api/v2/search/user', valid('json', artistSearchBody), (c) => search(c, c.req.valid('json')))

async function list(c: Context<AppEnv>, params: z.infer<typeof artistsParams>): Promise<Response> {
  const viewer = await viewerOf(c)
  const read = async () => {
    await countListRead(c)
    return listArtists(dbOf(c), viewer, { ...params, now: Date.now() })
  }
  if (viewer) return c.json(await read())
  const key = JSON.stringify(['artists', params])
  const { bytes, until } = await visitorCache(key, async () => JSON.stringify(await read()))
  return visitorReply(c, { contentType: 'application/json', body: bytes, until })
}

async function search(c: Context<AppEnv>, params: z.infer<typeof artistSearchParams>): Promise<Response> {
  return c.json(await searchArtists(dbOf(c), await viewerOf(c), params))
}
