import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import {
  type AwardCategory,
  awardsBody,
  awardsInfoBody,
  awardsInfoParams,
  awardVoteBody,
  awardWinnerBody,
  nominateBody,
  removeNomineeBody,
  withdrawNominationBody,
} from '../../../contract/http/awards.ts'
import type { Ok } from '../../../contract/http/common.ts'
import { auditRead } from '../../domain/audit-log/audit-log.ts'
import { isStaff } from '../../domain/users/viewer.ts'
import { mayVote } from '../../domain/users/voting-age.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countListRead } from '../../middleware/guards.ts'
import { countOtherAct, limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireOwnSession, requireStaff, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { editAwards } from './editing.ts'
import { nominate, removeNominee, withdrawNomination } from './nominating.ts'
import { findAwards } from './queries.ts'
import { clearVote, voteForNominee } from './voting.ts'
import { nameWinner, removeWinner } from './winners.ts'

const done = { ok: true } satisfies Ok

export const awardRoutes = new Hono<AppEnv>()
  .get('/api/v2/awards/info', valid('query', awardsInfoParams), (c) => info(c, c.req.valid('query')))
  .post('/api/v2/awards/info', valid('json', awardsInfoBody), (c) => info(c, c.req.valid('json')))

  .post('/api/v2/awards/vote', requireOwnSession, valid('json', awardVoteBody), async (c) => {
    const { cat: categoryId, obj: nomineeId } = c.req.valid('json')
    const [voter, now] = [memberOf(c), Date.now()]
    if (!mayVote(voter, now)) throw new AppError('too_new_to_vote')
    if (nomineeId === null) orThrow(await clearVote(dbOf(c), voter, { categoryId, now }))
    else orThrow(await voteForNominee(dbOf(c), voter, { categoryId, nomineeId, now }))
    return c.json(done)
  })

  .post('/awards', requireOwnSession, valid('json', nominateBody), async (c) => {
    const body = c.req.valid('json')
    const nominee =
      body.action === 'nominateArtist'
        ? ({ kind: 'artist', id: body.artistId } as const)
        : ({ kind: 'sketch', id: body.sketchId } as const)
    const [member, now] = [memberOf(c), Date.now()]
    if (!mayVote(member, now)) throw new AppError('too_new_to_nominate')
    // A nomination by staff can end the removal of a nominee.
    if (isStaff(member)) await countOtherAct(c)
    orThrow(await nominate(dbOf(c), member, { categoryId: body.categoryId, nominee, now }))
    return c.json(done)
  })

  .post('/api/v2/awards/withdraw', requireOwnSession, valid('json', withdrawNominationBody), async (c) => {
    const { cat: categoryId, obj: nomineeId } = c.req.valid('json')
    orThrow(await withdrawNomination(dbOf(c), memberOf(c), { categoryId, nomineeId, now: Date.now() }))
    return c.json(done)
  })

  .post('/api/v2/awards/removeNominee', requireStaff, valid('json', removeNomineeBody), limitOtherActs, async (c) => {
    const { cat: categoryId, obj: nomineeId, reason } = c.req.valid('json')
    orThrow(await removeNominee(dbOf(c), memberOf(c), { categoryId, nomineeId, reason, now: Date.now() }))
    return c.json(done)
  })

  .post('/api/v2/awards/edit', requireStaff, valid('json', awardsBody), limitOtherActs, async (c) => {
    orThrow(await editAwards(dbOf(c), c.req.valid('json'), { staffId: memberOf(c).id, now: Date.now() }))
    return c.json(done)
  })

  .post('/api/v2/awards/winner', requireStaff, valid('json', awardWinnerBody), limitOtherActs, async (c) => {
    const { cat: categoryId, obj: nomineeId, winner, reason } = c.req.valid('json')
    const change = { categoryId, nomineeId, reason, now: Date.now() }
    orThrow(await (winner ? nameWinner : removeWinner)(dbOf(c), memberOf(c), change))
    return c.json(done)
  })

/** Logs the read of a preview, which only staff may see. @throws AppError `forbidden`, `not_found`. */
async function info(c: Context<AppEnv>, { year, vp }: z.infer<typeof awardsInfoParams>): Promise<Response> {
  const [db, viewer, now] = [dbOf(c), await viewerOf(c), Date.now()]
  if (vp && !(viewer && isStaff(viewer))) throw new AppError('forbidden')
  const read = async () => {
    await countListRead(c)
    return orNotFound(await findAwards(db, viewer, { year, withVotes: vp, now }))
  }
  if (!viewer) {
    const { bytes, until } = await visitorCache(JSON.stringify(['awards', year]), async () =>
      JSON.stringify(await read()),
    )
    return visitorReply(c, { contentType: 'application/json', body: bytes, until })
  }
  const found = await read()
  if (vp)
    await auditRead(
      db,
      { staffId: viewer.id, action: 'awards_preview', targetType: 'awards', targetId: found.year },
      now,
    )
  // Only the member sees the choice. Staff who act as the member see that there is one.
  return c.json(c.get('impersonation') ? { ...found, categories: found.categories.map(withoutVote) } : found)
}

const withoutVote = (category: AwardCategory): AwardCategory => ({ ...category, vote: null })
