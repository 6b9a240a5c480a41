import { Hono } from 'hono'
import { artistSearchQuery, magicQuery, sketchSearchQuery } from '../../../contract/http/search.ts'
import { searchSketches } from '../../domain/search/found-sketches.ts'
import { viewerOf } from '../../domain/users/viewer.ts'
import { dbOf } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { valid } from '../../middleware/validation.ts'
import { searchArtists } from '../artists/queries.ts'
import { searchByLook } from './magic.ts'

export const searchRoutes = new Hono<AppEnv>()
  .get('/api/v2/search/user', valid('query', artistSearchQuery), async (c) => {
    const { query, cursor } = c.req.valid('query')
    return c.json(await searchArtists(dbOf(c), await viewerOf(c), query, cursor))
  })
  .get('/api/v2/search/sketch', valid('query', sketchSearchQuery), async (c) => {
    const { query, sort, cursor } = c.req.valid('query')
    return c.json(await searchSketches(dbOf(c), await viewerOf(c), query, sort, cursor))
  })
  .get('/api/v2/search/magic', valid('query', magicQuery), async (c) => {
    const { cursor, colours = [], ...magic } = c.req.valid('query')
    return c.json(await searchByLook(dbOf(c), await viewerOf(c), { ...magic, colours }, cursor))
  })
