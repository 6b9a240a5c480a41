import { Hono } from 'hono'
import * as z from 'zod/mini'
import { createCoOpBody, createImageBody, removeImageBody } from '../../../contract/http/co-ops.ts'
import { cursorParams, idText, type Ok } from '../../../contract/http/common.ts'
import { findVisibleSketch } from '../../domain/sketches/queries.ts'
import { everyoneMaySee, mayBeFeatured } from '../../domain/sketches/visibility.ts'
import { countEdit } from '../../domain/users/member-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, readerOf, requireOwnSession, requireStaff, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { listLibraryImages, removeLibraryImage } from './library.ts'
import { addCoOp, addLibraryImage, countJoining, findCoOpTree, furtherEdits } from './queries.ts'

export const coOpRoutes = new Hono<AppEnv>()
  .post('/api/v2/content/createImage', requireStaff, valid('json', createImageBody), limitOtherActs, async (c) => {
    const body = c.req.valid('json')
    const staff = memberOf(c)
    const sketch = orNotFound(await findVisibleSketch(dbOf(c), { viewer: staff }, body.sketchId))
    if (!(mayBeFeatured(sketch) && everyoneMaySee(sketch))) throw new AppError('forbidden')
    await addLibraryImage(dbOf(c), { ...body, artistId: sketch.userId }, { staff, now: Date.now() })
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/content/images', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listLibraryImages(dbOf(c), c.req.valid('query').cursor)),
  )

  .post('/api/v2/content/removeImage', requireStaff, valid('json', removeImageBody), limitOtherActs, async (c) => {
    const removal = { ...c.req.valid('json'), staffId: memberOf(c).id, now: Date.now() }
    orThrow(await removeLibraryImage(dbOf(c), removal))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/content/createCoOpSketch', requireOwnSession, valid('json', createCoOpBody), async (c) => {
    const { desc: description, ...body } = c.req.valid('json')
    const member = memberOf(c)
    const sketch = orNotFound(await findVisibleSketch(dbOf(c), await readerOf(c), body.sketchId))
    if (sketch.userId !== member.id || !mayBeFeatured(sketch)) throw new AppError('forbidden')
    const now = Date.now()
    const written = { authorId: member.id, now }
    orThrow(await countEdit(dbOf(c), written, body.title + description))
    const joining = await countJoining(dbOf(c), body.sketchId)
    const further = furtherEdits(joining)
    if (further > 0) orThrow(await countEdit(dbOf(c), written, '', further))
    orThrow(await addCoOp(dbOf(c), { ...body, description, userId: member.id, joining, now }))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/coOp/:id/tree', limitRate('READ_RATE'), valid('param', z.object({ id: idText })), async (c) => {
    const viewer = await viewerOf(c)
    return c.json(orNotFound(await findCoOpTree(dbOf(c), viewer, c.req.valid('param').id)))
  })
