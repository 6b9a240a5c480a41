import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { cursorParams, idText } from '../../../contract/http/common.ts'
import {
  pageOrCursorParams,
  pagePathParams,
  sortedGalleryParams,
  toEnterParams,
  topSketchesParams,
  topsParams,
} from '../../../contract/http/galleries.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { normalizeTag } from '../../../contract/text.ts'
import * as lists from '../../domain/sketch-lists/lists.ts'
import type { ListPosition } from '../../domain/sketch-lists/read-list.ts'
import { listToEnter } from '../../domain/sketch-lists/to-enter.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Db } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countListRead, limitRate } from '../../middleware/guards.ts'
import { jsonOrPage } from '../../middleware/json-or-page.ts'
import { memberOf, requireUser, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorReply } from '../../middleware/visitor-cache.ts'
import { findTagId, isCoOp, visitorsList } from './queries.ts'
import { refreshRecommendations } from './recommended.ts'

const artistParam = valid('param', z.object({ id: idText }))
const tagParam = valid('param', z.object({ tag: z.string() }))
const tops = { all: 'tops', 0: 'tops', 7: 'tops7', 30: 'tops30' } as const

export const galleryRoutes = new Hono<AppEnv>()
  .get('/recentSketches', jsonOrPage, valid('query', cursorParams), (c) => {
    const position = c.req.valid('query')
    return respond(c, { name: 'recent', position }, (db, viewer) => lists.listRecent(db, viewer, position))
  })
  .get('/featuredSketches', jsonOrPage, valid('query', cursorParams), (c) => {
    const position = c.req.valid('query')
    return respond(c, { name: 'featured', position }, (db, viewer) => lists.listFeatured(db, viewer, position))
  })
  .get('/recentHearts', jsonOrPage, valid('query', cursorParams), (c) => {
    const position = c.req.valid('query')
    return respond(c, { name: 'hearts', position }, (db, viewer) => lists.listLastHearted(db, viewer, position))
  })
  .get('/topSketches/:page', jsonOrPage, valid('param', pagePathParams), valid('query', topSketchesParams), (c) => {
    const { filter, cursor } = c.req.valid('query')
    const position = { ...c.req.valid('param'), cursor }
    const list = tops[filter]
    return respond(c, { name: list, position }, (db, viewer) =>
      lists.listRanked(db, viewer, { name: list, ...position }),
    )
  })
  .get('/api/v2/search/tops', valid('query', topsParams), (c) => {
    const { days, limit, offset } = c.req.valid('query')
    const list = tops[days]
    return respond(c, { name: `${list} ${limit}`, position: { offset } }, (db, viewer) =>
      lists.listRanked(db, viewer, { name: list, limit, offset }),
    )
  })
  .get('/api/v2/index/trending', valid('query', pageOrCursorParams), (c) => {
    const position = c.req.valid('query')
    return respond(c, { name: 'trending', position }, (db, viewer) =>
      lists.listRanked(db, viewer, { name: 'trending', ...position }),
    )
  })
  .get('/user/:id/sketches', jsonOrPage, artistParam, valid('query', sortedGalleryParams), (c) => {
    const { sort, ...position } = c.req.valid('query')
    const { id } = c.req.valid('param')
    return respond(c, { name: `user ${id} ${sort}`, position }, (db, viewer) =>
      lists.listByArtist(db, viewer, { artist: id, sort, ...position }),
    )
  })
  .get('/user/:id/hearts', jsonOrPage, artistParam, valid('query', cursorParams), (c) => {
    const position = c.req.valid('query')
    const { id } = c.req.valid('param')
    return respond(c, { name: `hearts ${id}`, position }, (db, viewer) =>
      lists.listHeartedBy(db, viewer, { userId: id, ...position }),
    )
  })
  .get('/tag/:tag/sketches', jsonOrPage, tagParam, valid('query', sortedGalleryParams), (c) => {
    const { sort, ...position } = c.req.valid('query')
    const tag = normalizeTag(c.req.valid('param').tag)
    return respond(c, { name: `tag ${tag} ${sort}`, position }, async (db, viewer) => {
      const tagId = await findTagId(db, tag)
      return tagId ? lists.listWithTag(db, viewer, { tagId, sort, ...position }) : { items: [], cursor: '', done: true }
    })
  })
  .get('/api/v2/coOp/:id', artistParam, valid('query', cursorParams), async (c) => {
    const position = c.req.valid('query')
    const { id } = c.req.valid('param')
    return respond(c, { name: `co-op ${id}`, position }, async (db, viewer) => {
      const sketches = await lists.listInCoOp(db, viewer, { coopId: id, ...position })
      if (sketches.items.length === 0 && !(await isCoOp(db, viewer, id))) throw new AppError('not_found')
      return sketches
    })
  })
  .get('/api/v2/user/recommendations', limitRate('READ_RATE'), requireUser, valid('query', cursorParams), async (c) => {
    const member = memberOf(c)
    afterReply(c, () => refreshRecommendations(dbOf(c), member, Date.now()))
    return c.json(await lists.listRecommended(dbOf(c), member, c.req.valid('query')))
  })
  .get('/api/v2/user/sketchesToEnter', requireUser, valid('query', toEnterParams), async (c) => {
    const { in: enteredIn, cursor } = c.req.valid('query')
    return c.json(await listToEnter(dbOf(c), memberOf(c), { enteredIn, cursor }))
  })

/** Replies with a list for this viewer. Visitors share one cached reply. */
async function respond(
  c: Context<AppEnv>,
  { name, position }: { name: string; position: ListPosition },
  read: (db: Db, viewer: Viewer | null) => Promise<SketchList>,
): Promise<Response> {
  const viewer = await viewerOf(c)
  const countAndRead = async () => {
    await countListRead(c)
    return read(dbOf(c), viewer)
  }
  if (viewer) return c.json(await countAndRead())
  const { bytes, until } = await visitorsList(name, position, countAndRead)
  return visitorReply(c, { contentType: 'application/json', body: bytes, until })
}
