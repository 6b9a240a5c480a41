import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { cursorParams, idText } from '../../../contract/http/common.ts'
import type { Reader } from '../../domain/sketches/visibility.ts'
import type { Db } from '../../lib/database.ts'
import { orNotFound } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { readerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { findCoOps, findInfo, findStats, findThumb, listHearts } from './facts.ts'

const sketchParam = valid('param', z.object({ id: idText }))

export const sketchFactRoutes = new Hono<AppEnv>()
  .get('/api/v2/sketchStats/:id', sketchParam, (c) =>
    respond(c, c.req.valid('param').id, (db, reader, id) =>
      // Only the artist gets private files, and not staff who act as the artist.
      findStats(db, reader, { id, ofOwnPrivate: !c.get('impersonation') }),
    ),
  )
  .get('/api/v2/sketchThumb/:id', sketchParam, (c) => respond(c, c.req.valid('param').id, findThumb))
  .get('/api/v2/sketchInfo/:id', sketchParam, (c) => respond(c, c.req.valid('param').id, findInfo))
  .get('/api/v2/sketchHasCoOps/:id', limitRate('READ_RATE'), sketchParam, (c) =>
    respond(c, c.req.valid('param').id, findCoOps),
  )
  .get('/api/v2/sketchHearts/:id', limitRate('READ_RATE'), sketchParam, valid('query', cursorParams), (c) => {
    const { cursor } = c.req.valid('query')
    return respond(c, c.req.valid('param').id, (db, reader, id) => listHearts(db, reader, { id, cursor }))
  })

async function respond<T extends object>(
  c: Context<AppEnv>,
  id: number,
  find: (db: Db, reader: Reader, id: number) => Promise<T | null>,
): Promise<Response> {
  return Response.json(orNotFound(await find(dbOf(c), await readerOf(c), id)))
}
