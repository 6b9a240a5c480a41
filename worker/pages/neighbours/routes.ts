import { Hono } from 'hono'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import { neighboursParams } from '../../../contract/http/neighbours.ts'
import { parseListName } from '../../../contract/list-name.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { readerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { findNeighbours } from './queries.ts'

const sketchParam = valid('param', z.object({ id: idText }))

export const neighbourRoutes = new Hono<AppEnv>().get(
  '/api/v2/sketch/:id/neighbours',
  limitRate('READ_RATE'),
  sketchParam,
  valid('query', neighboursParams),
  async (c) => {
    const list = parseListName(c.req.valid('query').in)
    if (!list) return c.json({ prev: null, next: null })
    const { id } = c.req.valid('param')
    return c.json(await findNeighbours(dbOf(c), await readerOf(c), { id, list, now: Date.now() }))
  },
)
