import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { encodeBase64 } from 'hono/utils/encode'
import * as z from 'zod/mini'
import { REPORT_REASONS } from '../../../contract/cases.ts'
import { cursorParams, idText, type Ok } from '../../../contract/http/common.ts'
import {
  boardMarkReportBody,
  challengeReportBody,
  chatLineReportBody,
  compoReportBody,
  disputeBody,
  giftReportBody,
  groupReportBody,
  messageReportBody,
  reportBody,
  streamReportBody,
} from '../../../contract/http/reports.ts'
import { userBody } from '../../../contract/http/users.ts'
import {
  reportedBoardMark,
  reportedChallenge,
  reportedChatLine,
  reportedCompo,
  reportedGift,
  reportedGroup,
  reportedProfile,
  reportedSketch,
  reportedStream,
  reportedThread,
} from '../../domain/cases/evidence.ts'
import { addReport, checkReportLimit, type NewReport, replaceReport } from '../../domain/cases/reports.ts'
import { lineKey, readReportedLine } from '../../domain/chat/reported-line.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { findRepost, markDisputed } from '../../domain/reposts/disputes.ts'
import { findVisibleSketch } from '../../domain/sketches/queries.ts'
import { findVisibleStream } from '../../domain/streams/queries.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Db } from '../../lib/database.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, readerOf, requireOwnSession, requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import {
  listReportedComments,
  listReportedMessages,
  listReportedSketches,
  listReportedStreams,
  listReportedUsers,
} from './reported.ts'

const otherReportBody = z.union([
  userBody,
  streamReportBody,
  messageReportBody,
  groupReportBody,
  compoReportBody,
  challengeReportBody,
  chatLineReportBody,
  boardMarkReportBody,
  giftReportBody,
])
const sketchParam = valid('param', z.object({ id: idText }))

export const reportRoutes = new Hono<AppEnv>()
  .post('/sketch/:id/report', requireOwnSession, sketchParam, valid('json', reportBody), async (c) => {
    const { id } = c.req.valid('param')
    const { details, ...flags } = c.req.valid('json')
    const reasons = REPORT_REASONS.filter((reason) => flags[reason])
    if (details === '' && reasons.length === 0) throw new AppError('bad_request', { message: 'gives no reason' })
    const member = memberOf(c)
    const { userId } = orNotFound(await findVisibleSketch(dbOf(c), await readerOf(c), id))
    if (userId === member.id) throw new AppError('forbidden')
    const report = { kind: 'sketch', target: String(id), thing: reportedSketch(id), reasons, details } as const
    orThrow(await addReport(dbOf(c), { ...report, reporterId: member.id, now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/sketch/:id/dispute', requireOwnSession, sketchParam, valid('json', disputeBody), async (c) => {
    const { id } = c.req.valid('param')
    const member = memberOf(c)
    const { artistId, disputedAt } = orNotFound(await findRepost(dbOf(c), id))
    // To others, an answer that it is their own work would differ from none.
    if (artistId !== member.id) throw new AppError('not_found')
    if (disputedAt !== null) return c.json({ ok: true } satisfies Ok)
    const { details } = c.req.valid('json')
    const report = { kind: 'sketch', target: String(id), thing: reportedSketch(id), details } as const
    orThrow(await addReport(dbOf(c), { ...report, reasons: ['copyright'], reporterId: member.id, now: Date.now() }))
    await markDisputed(dbOf(c), { sketchId: id, now: Date.now() })
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/report', requireOwnSession, valid('json', otherReportBody), async (c) => {
    const report = await reportOf(c, c.req.valid('json'))
    if (report) orThrow(await addReport(dbOf(c), { ...report, reporterId: memberOf(c).id, now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/gloperate/reportedSketches', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedSketches(dbOf(c), { ...c.req.valid('query'), staffId: memberOf(c).id })),
  )

  .get('/api/v2/gloperate/reportedComments', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedComments(dbOf(c), { ...c.req.valid('query'), staffId: memberOf(c).id })),
  )

  .get('/api/v2/gloperate/reportedUsers', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedUsers(dbOf(c), { ...c.req.valid('query'), staffId: memberOf(c).id })),
  )

  .get('/api/v2/gloperate/reportedStreams', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedStreams(dbOf(c), { ...c.req.valid('query'), staffId: memberOf(c).id })),
  )

  .get('/api/v2/gloperate/reportedMessages', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listReportedMessages(dbOf(c), { ...c.req.valid('query'), staffId: memberOf(c).id })),
  )

/**
 * Makes the report of a thing other than a sketch; null if it replaced one whose evidence is costly to make. @throws
 * AppError for the member's own thing, and for a hidden one.
 */
async function reportOf(
  c: Context<AppEnv>,
  body: z.infer<typeof otherReportBody>,
): Promise<Pick<NewReport, 'kind' | 'target' | 'thing' | 'details' | 'atSeconds'> | null> {
  const member = memberOf(c)
  if ('stream' in body) {
    const { stream: id, details, seconds: atSeconds } = body
    const { userId } = orNotFound(await findVisibleStream(dbOf(c), await readerOf(c), id))
    if (userId === member.id) throw new AppError('forbidden')
    return { kind: 'stream', target: String(id), thing: reportedStream(id), details, atSeconds }
  }
  if ('message' in body) {
    const { message: id, details } = body
    // Each of the two members has their own case, because the other one is the author.
    return { kind: 'message', target: `${id}:${member.id}`, thing: reportedThread(id, member.id), details }
  }
  if ('group' in body) return groupReportOf(dbOf(c), member, body)
  if ('compo' in body || 'challenge' in body) return eventReportOf(dbOf(c), member, body)
  if ('gift' in body) {
    const { gift: id, details } = body
    return { kind: 'gift', target: String(id), thing: reportedGift(id, member.id), details }
  }
  if ('channel' in body) {
    const { channel, line, details } = body
    const report = { kind: 'chatLine', target: lineKey(channel, line), details } as const
    if (!(await needsEvidence(dbOf(c), member, report))) return null
    const evidence = orThrow(await readReportedLine(dbOf(c), c.env, { member, channel, line }))
    if (evidence.line.userId === member.id) throw new AppError('forbidden')
    return { ...report, thing: reportedChatLine(evidence) }
  }
  if ('mark' in body) {
    const { flush, client, ...place } = body.mark
    const report = { kind: 'boardMark', target: `${flush}:${client}`, details: body.details } as const
    if (!(await needsEvidence(dbOf(c), member, report))) return null
    const { userId, drawnAt, picture } = orNotFound(await c.env.WHITEBOARD.getByName('0').readMark(body.mark))
    if (userId === member.id) throw new AppError('forbidden')
    const evidence = { ...place, drawnAt, picture: picture && encodeBase64(picture.slice().buffer) }
    return { ...report, thing: reportedBoardMark(userId, evidence) }
  }
  if (body.user === member.id) throw new AppError('forbidden')
  return { kind: 'profile', target: String(body.user), thing: reportedProfile(body.user) }
}

/**
 * Replaces the member's own report of a thing, which needs no new evidence. Otherwise checks the limit of reports.
 * @throws AppError `report_limit`.
 */
async function needsEvidence(
  db: Db,
  { id: reporterId }: Viewer,
  report: Pick<NewReport, 'kind' | 'target' | 'details'>,
): Promise<boolean> {
  if (await replaceReport(db, { ...report, reporterId })) return false
  orThrow(await checkReportLimit(db, { reporterId, now: Date.now() }))
  return true
}

/** @throws AppError `not_found` for a missing group, and `forbidden` for the owner. */
async function groupReportOf(db: Db, member: Viewer, { group: slug, details }: z.infer<typeof groupReportBody>) {
  const [found] = await db.all<{ id: number; ownerId: number }>(
    sql`SELECT groups.id, owner_id AS ownerId FROM groups JOIN group_owners ON group_owners.group_id = groups.id
      WHERE slug = ${slug} AND ${isGroupShown(member)}`,
  )
  const { id, ownerId } = orNotFound(found ?? null)
  if (ownerId === member.id) throw new AppError('forbidden')
  return { kind: 'group', target: String(id), thing: reportedGroup(slug), details } as const
}

type EventReport = z.infer<typeof compoReportBody> | z.infer<typeof challengeReportBody>

/**
 * @throws AppError `not_found` for a missing compo or challenge and for one of the site, and `forbidden` for the member
 * who opened it.
 */
async function eventReportOf(db: Db, member: Viewer, body: EventReport) {
  const which =
    'compo' in body ? sql`compos WHERE key = ${body.compo}` : sql`challenges WHERE challenges.id = ${body.challenge}`
  const [found] = await db.all<{ id: number; userId: number }>(
    sql`SELECT id, user_id AS userId FROM ${which} AND group_id IS NOT NULL`,
  )
  const { id, userId } = orNotFound(found ?? null)
  if (userId === member.id) throw new AppError('forbidden')
  const { details } = body
  return 'compo' in body
    ? ({ kind: 'compo', target: String(id), thing: reportedCompo(id), details } as const)
    : ({ kind: 'challenge', target: String(id), thing: reportedChallenge(id), details } as const)
}
