import { Hono } from 'hono'
import * as z from 'zod/mini'
import { cursorParams, idText, type Ok } from '../../../contract/http/common.ts'
import { messageReportBody, reportBody, streamReportBody } from '../../../contract/http/reports.ts'
import { userBody } from '../../../contract/http/users.ts'
import { findVisibleSketch } from '../../domain/sketches/queries.ts'
import { findVisibleStream } from '../../domain/streams/queries.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireStaff, requireUser, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { addMessageReport, listReportedMessages } from './messages.ts'
import { addSketchReport, listReportedSketches } from './queries.ts'
import { addStreamReport, listReportedStreams } from './streams.ts'
import { addUserReport, listReportedUsers } from './users.ts'

const sketchParam = valid('param', z.object({ id: idText }))

export const reportRoutes = new Hono<AppEnv>()
  .post('/sketch/:id/report', requireUser, sketchParam, valid('json', reportBody), async (c) => {
    const { id } = c.req.valid('param')
    const report = c.req.valid('json')
    if (!Object.values(report).some(Boolean)) throw new AppError('bad_request', { message: 'gives no reason' })
    const member = memberOf(c)
    const { userId } = orNotFound(await findVisibleSketch(dbOf(c), member, id))
    if (userId === member.id) throw new AppError('own_sketch')
    await addSketchReport(dbOf(c), { sketchId: id, reporterId: member.id, report, now: Date.now() })
    return c.json({ ok: true } satisfies Ok)
  })

  .post(
    '/api/v2/report',
    requireUser,
    valid('json', z.union([userBody, streamReportBody, messageReportBody])),
    async (c) => {
      const body = c.req.valid('json')
      const member = memberOf(c)
      if ('stream' in body) {
        const { userId } = orNotFound(await findVisibleStream(dbOf(c), await viewerOf(c), body.stream))
        if (userId === member.id) throw new AppError('forbidden')
        const { stream: streamId, details } = body
        await addStreamReport(dbOf(c), { streamId, reporterId: member.id, details, now: Date.now() })
      } else if ('message' in body) {
        const { message: threadId, details } = body
        orThrow(await addMessageReport(dbOf(c), { threadId, reporterId: member.id, details, now: Date.now() }))
      } else {
        orThrow(await addUserReport(dbOf(c), { userId: body.user, reporterId: member.id, now: Date.now() }))
      }
      return c.json({ ok: true } satisfies Ok)
    },
  )

  .get('/api/v2/gloperate/reportedSketches', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedSketches(dbOf(c), c.req.valid('query').cursor)),
  )

  .get('/api/v2/gloperate/reportedUsers', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedUsers(dbOf(c), c.req.valid('query').cursor)),
  )

  .get('/api/v2/gloperate/reportedStreams', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedStreams(dbOf(c), c.req.valid('query').cursor)),
  )

  .get('/api/v2/gloperate/reportedMessages', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedMessages(dbOf(c), c.req.valid('query').cursor)),
  )
