import { Hono } from 'hono'
import { searchSuggestionsParams } from '../../../contract/http/search.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countCall } from '../../middleware/guards.ts'
import { viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { suggestSearches } from './queries.ts'

export const searchSuggestionRoutes = new Hono<AppEnv>().get(
  '/api/v2/search/suggestions',
  valid('query', searchSuggestionsParams),
  async (c) => {
    const { q } = c.req.valid('query')
    const viewer = await viewerOf(c)
    const read = async () => {
      await countCall(c, 'SUGGESTION_RATE')
      return suggestSearches(dbOf(c), viewer, q)
    }
    if (viewer) return c.json(await read())
    const { bytes, until } = await visitorCache(JSON.stringify(['search suggestions', q.toLowerCase()]), async () =>
      JSON.stringify(await read()),
    )
    return visitorReply(c, { contentType: 'application/json', body: bytes, until })
  },
)
