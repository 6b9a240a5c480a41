import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { magicBody, magicParams, sketchSearchBody, sketchSearchParams } from '../../../contract/http/search.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { readerOf, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { searchBySimilarity } from './magic.ts'
import { searchSketches } from './queries.ts'

export const searchRoutes = new Hono<AppEnv>()
  .get('/api/v2/search/sketch', limitRate('SEARCH_RATE'), valid('query', sketchSearchParams), (c) =>
    byWords(c, c.req.valid('query')),
  )
  .post('/api/v2/search/sketch', valid('json', sketchSearchBody), (c) => byWords(c, c.req.valid('json')))

  .get('/api/v2/search/magic', limitRate('SEARCH_RATE'), valid('query', magicParams), (c) =>
    bySimilarity(c, c.req.valid('query')),
  )
  .post('/api/v2/search/magic', valid('json', magicBody), (c) => bySimilarity(c, c.req.valid('json')))

async function byWords(c: Context<AppEnv>, params: z.infer<typeof sketchSearchParams>): Promise<Response> {
  return c.json(await searchSketches(dbOf(c), await viewerOf(c), params))
}

async function bySimilarity(c: Context<AppEnv>, params: z.infer<typeof magicParams>): Promise<Response> {
  const { colours = [], ...magic } = params
  return c.json(orThrow(await searchBySimilarity(dbOf(c), await readerOf(c), { ...magic, colours })))
}
