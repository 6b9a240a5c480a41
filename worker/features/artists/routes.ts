import { Hono } from 'hono'
import { artistSearchParams, artistsParams } from '../../../contract/http/artists.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { listLatestArtists } from './latest.ts'
import { listArtists, searchArtists } from './queries.ts'

export const artistRoutes = new Hono<AppEnv>()
  .get('/api/v2/users', valid('query', artistsParams), async (c) => {
    const params = c.req.valid('query')
    const viewer = await viewerOf(c)
    const read = () => listArtists(dbOf(c), viewer, { ...params, now: Date.now() })
    if (viewer) return c.json(await read())
    const key = JSON.stringify(['artists', params])
    const { bytes, until } = await visitorCache(key, async () => JSON.stringify(await read()))
    return visitorReply(c, { contentType: 'application/json', body: bytes, until })
  })
  .get('/api/v2/users/latest', async (c) => {
    const viewer = await viewerOf(c)
    const read = () => listLatestArtists(dbOf(c), viewer)
    if (viewer) return c.json(await read())
    const { bytes, until } = await visitorCache('latest artists', async () => JSON.stringify(await read()))
    return visitorReply(c, { contentType: 'application/json', body: bytes, until })
  })
  .get('/api/v2/search/user', valid('query', artistSearchParams), async (c) => {
    return c.json(await searchArtists(dbOf(c), await viewerOf(c), c.req.valid('query')))
  })
