import { Hono } from 'hono'
import * as z from 'zod/mini'
import { type CategoriesReply, categoriesParams, contentItemsParams } from '../../../contract/http/brushes.ts'
import { idText } from '../../../contract/http/common.ts'
import { downloadAs } from '../../lib/download-name.ts'
import { orNotFound } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitFileReads, limitRate } from '../../middleware/guards.ts'
import { valid } from '../../middleware/validation.ts'
import { findBrush, listBrushes, listCategories, previewKeyOf } from './queries.ts'

const PUBLIC_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** The brush library [1 §7]. Both lists also accept POST, because clients use POST for calls with a payload. */
export const brushRoutes = new Hono<AppEnv>()
  .get('/api/v2/content/categories', valid('query', categoriesParams), async (c) =>
    c.json({ items: await listCategories(dbOf(c)) } satisfies CategoriesReply),
  )
  .post('/api/v2/content/categories', valid('json', categoriesParams), async (c) =>
    c.json({ items: await listCategories(dbOf(c)) } satisfies CategoriesReply),
  )
  .get('/api/v2/content/items', limitRate('READ_RATE'), valid('query', contentItemsParams), async (c) => {
    const { category, cursor } = c.req.valid('query')
    return c.json(await listBrushes(dbOf(c), category, cursor))
  })
  .post('/api/v2/content/items', valid('json', contentItemsParams), async (c) => {
    const { category, cursor } = c.req.valid('json')
    return c.json(await listBrushes(dbOf(c), category, cursor))
  })

  .get('/api/v2/content/brush/:id', valid('param', z.object({ id: idText })), async (c) => {
    return c.json(orNotFound(await findBrush(dbOf(c), c.req.valid('param').id)))
  })

  .get('/shared/brush/:file{[1-9][0-9]{0,14}\\.json}', limitFileReads, async (c) => {
    const { brush, title } = orNotFound(await findBrush(dbOf(c), Number.parseInt(c.req.param('file'), 10)))
    return c.json(brush, 200, { 'content-disposition': downloadAs(title, 'json') })
  })

  .get('/image/brush/:name{[0-9a-f]{40}}', limitFileReads, async (c) => {
    // Previews are small, so a Range header is ignored.
    const preview = orNotFound(await c.env.FILES.get(previewKeyOf(c.req.param('name'))))
    const headers = { 'cache-control': PUBLIC_CACHE_CONTROL, 'content-type': 'image/webp' }
    return new Response(preview.body, { headers: { ...headers, 'content-length': String(preview.size) } })
  })
