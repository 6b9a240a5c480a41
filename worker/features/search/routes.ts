import { Hono } from 'hono'
import { magicParams, sketchSearchParams } from '../../../contract/http/search.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { readerOf, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { searchBySimilarity } from './magic.ts'
import { searchSketches } from './queries.ts'

export const searchRoutes = new Hono<AppEnv>()
  .get('/api/v2/search/sketch', limitRate('READ_RATE'), valid('query', sketchSearchParams), async (c) => {
    return c.json(await searchSketches(dbOf(c), await viewerOf(c), c.req.valid('query')))
  })
  .get('/api/v2/search/magic', limitRate('READ_RATE'), valid('query', magicParams), async (c) => {
    const { colours = [], ...magic } = c.req.valid('query')
    return c.json(orThrow(await searchBySimilarity(dbOf(c), await readerOf(c), { ...magic, colours })))
  })
