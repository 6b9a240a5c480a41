import { Hono } from 'hono'
import { artistsQuery } from '../../../contract/http/search.ts'
import { viewerOf } from '../../domain/users/viewer.ts'
import { dbOf } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { valid } from '../../middleware/validation.ts'
import { sharedReply, sharedText } from '../../middleware/visitor-cache.ts'
import { listArtists } from './queries.ts'

export const artistRoutes = new Hono<AppEnv>().get('/api/v2/users', valid('query', artistsQuery), async (c) => {
  const { sort, ...place } = c.req.valid('query')
  const viewer = await viewerOf(c)
  const read = () => listArtists(dbOf(c), viewer, sort, place, Date.now())
  if (viewer) return c.json(await read())
  const key = JSON.stringify(['artists', sort, place])
  const { bytes, until } = await sharedText(key, async () => JSON.stringify(await read()))
  return sharedReply(c, { contentType: 'application/json', body: bytes, until })
})
