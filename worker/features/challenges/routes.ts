import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  challengeListBody,
  challengeListParams,
  challengeSearchBody,
  challengeSearchParams,
  challengesBody,
  deleteChallengeBody,
  editChallengeBody,
  moveChallengeBody,
  type OpenChallengeReply,
  type OwnSuggestions,
  openChallengeBody,
  queueChallengeBody,
  removeChallengeBody,
  removeEntryBody,
  withdrawSuggestionBody,
} from '../../../contract/http/challenges.ts'
import { cursorParams, idText, type Ok } from '../../../contract/http/common.ts'
import type { OwnStreak } from '../../../contract/http/streak.ts'
import type { DirectAct } from '../../domain/cases/direct-acts.ts'
import { reportedSketch } from '../../domain/cases/evidence.ts'
import { findMembership, mayOpenEvents } from '../../domain/groups/membership.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { findVisibleSketch, refusalFor } from '../../domain/sketches/queries.ts'
import { mayBeFeatured } from '../../domain/sketches/visibility.ts'
import { localDay } from '../../domain/streaks/local-day.ts'
import { findCurrentStreak } from '../../domain/streaks/queries.ts'
import { isStaff } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { actDirectly } from '../../middleware/direct-act.ts'
import { countOverviewRead, limitRate } from '../../middleware/guards.ts'
import { countOtherAct, limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, readerOf, requireOwnSession, requireStaff, requireUser, viewerOf } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { editChallenge, mayEditChallenge, runsGroupOf } from './editing.ts'
import { enterChallenge, findEntry, removeEntry } from './entries.ts'
import { deleteChallenge, notifyOfChallenge, openChallenge, removeNotices } from './opening.ts'
import { findChallenge, listChallenges, searchChallenges } from './queries.ts'
import {
  addSuggestion,
  addToQueue,
  approveOrEditIdea,
  findIdea,
  listOwnSuggestions,
  listQueue,
  moveInQueue,
  removeIdea,
  withdrawSuggestion,
} from './queue.ts'

const done = { ok: true } satisfies Ok

async function list(c: Context<AppEnv>, { page, cursor }: { page: number; cursor?: string | undefined }) {
  const viewer = await viewerOf(c)
  const read = async () => {
    await countOverviewRead(c)
    return listChallenges(dbOf(c), viewer, { page, cursor })
  }
  if (viewer) return c.json(await read())
  const key = JSON.stringify(['challenges', page, cursor])
  const { bytes, until } = await visitorCache(key, async () => JSON.stringify(await read()))
  return visitorReply(c, { contentType: 'application/json', body: bytes, until })
}

async function search(c: Context<AppEnv>, params: z.infer<typeof challengeSearchParams>) {
  return c.json(await searchChallenges(dbOf(c), await viewerOf(c), params))
}

export const challengeRoutes = new Hono<AppEnv>()
  .get('/api/v2/challenge', valid('query', challengeListParams), (c) => list(c, c.req.valid('query')))
  .post('/api/v2/challenge', valid('json', challengeListBody), (c) => list(c, c.req.valid('json')))

  .get('/api/v2/challenge/streak', requireUser, async (c) =>
    c.json((await findCurrentStreak(dbOf(c), memberOf(c), Date.now())) satisfies OwnStreak),
  )

  .get('/api/v2/challenge/suggestions', requireUser, async (c) =>
    c.json({ items: await listOwnSuggestions(dbOf(c), memberOf(c).id) } satisfies OwnSuggestions),
  )

  .get(
    '/api/v2/challenge/:id',
    limitRate('READ_RATE'),
    valid('param', z.object({ id: idText })),
    valid('query', cursorParams),
    async (c) => {
      const { id } = c.req.valid('param')
      const challenge = await findChallenge(dbOf(c), await viewerOf(c), { id, cursor: c.req.valid('query').cursor })
      return c.json(orNotFound(challenge))
    },
  )

  .post('/api/v2/challenge/open', requireOwnSession, valid('json', openChallengeBody), async (c) => {
    const { group: slug, ...words } = c.req.valid('json')
    const member = memberOf(c)
    const group = orNotFound(await findMembership(dbOf(c), member, slug))
    if (!mayOpenEvents(member, group.role)) throw new AppError('forbidden')
    if (isStaff(member)) await countOtherAct(c)
    const challenge = { ...words, groupId: group.id, by: member, now: Date.now() }
    const challengeId = orThrow(await openChallenge(dbOf(c), challenge))
    afterReply(c, () => notifyOfChallenge(dbOf(c), { challengeId, now: challenge.now }))
    return c.json({ challengeId } satisfies OpenChallengeReply)
  })
  .post('/api/v2/challenge/delete', requireOwnSession, valid('json', deleteChallengeBody), async (c) => {
    const { challengeId, reason } = c.req.valid('json')
    const editor = memberOf(c)
    if (!(await runsGroupOf(dbOf(c), editor, challengeId))) {
      if (!isStaff(editor)) throw new AppError('forbidden')
      requireReason(reason)
      await countOtherAct(c)
    }
    const deleted = orThrow(await deleteChallenge(dbOf(c), { challengeId, by: editor, reason, now: Date.now() }))
    afterReply(c, () => removeNotices(dbOf(c), deleted))
    return c.json(done)
  })

  .get('/api/v2/search/challenge', limitRate('SEARCH_RATE'), valid('query', challengeSearchParams), (c) =>
    search(c, c.req.valid('query')),
  )
  .post('/api/v2/search/challenge', valid('json', challengeSearchBody), (c) => search(c, c.req.valid('json')))

  .post('/challenges', requireUser, valid('json', challengesBody), async (c) => {
    const body = c.req.valid('json')
    const member = memberOf(c)
    const now = Date.now()
    if ('action' in body) {
      orThrow(await addSuggestion(dbOf(c), { ...body, userId: member.id, now }))
      return c.json(done)
    }
    const sketch = orNotFound(await findVisibleSketch(dbOf(c), await readerOf(c), body.sketchId))
    if (sketch.userId !== member.id || !mayBeFeatured(sketch)) throw new AppError('forbidden')
    orThrow(await enterChallenge(dbOf(c), { ...body, day: localDay(now, member.timeZone), now }))
    return c.json(done)
  })

  .post('/api/v2/challenge/withdraw', requireOwnSession, valid('json', withdrawSuggestionBody), async (c) => {
    orThrow(await withdrawSuggestion(dbOf(c), { ...c.req.valid('json'), userId: memberOf(c).id }))
    return c.json(done)
  })

  .post('/api/v2/challenge/removeSketch', requireOwnSession, valid('json', removeEntryBody), async (c) => {
    const { sketch: sketchId, rule, reason } = c.req.valid('json')
    const member = memberOf(c)
    const entry = orNotFound(await findEntry(dbOf(c), sketchId))
    if (entry.artistId === member.id) {
      await removeEntry(dbOf(c), { ...entry, sketchId, by: { id: member.id, reason: '' }, now: Date.now() })
      return c.json(done)
    }
    if (!isStaff(member)) throw new AppError(await refusalFor(dbOf(c), await readerOf(c), sketchId))
    const { challengeId, enteredDay } = entry
    const act: DirectAct = {
      ...{ kind: 'sketch', target: String(sketchId), thing: reportedSketch(sketchId), rule, reason },
      ...{ action: 'leave_challenge', undo: { challengeId, enteredDay } },
      isPossible: sql`EXISTS (SELECT 1 FROM challenge_entries
        WHERE sketch_id = ${sketchId} AND challenge_id = ${challengeId})`,
    }
    await actDirectly(c, act, ({ staffId, reason, ...by }) =>
      removeEntry(dbOf(c), { ...entry, sketchId, by: { id: staffId, reason }, ...by }),
    )
    return c.json(done)
  })

  .get('/api/v2/gloperate/challenges', requireStaff, async (c) => c.json(await listQueue(dbOf(c), Date.now())))

  .post('/api/v2/gloperate/challenge', requireStaff, valid('json', queueChallengeBody), limitOtherActs, async (c) => {
    const { id, ...text } = c.req.valid('json')
    const staff = memberOf(c)
    const idea = id ? orNotFound(await findIdea(dbOf(c), id)) : null
    const queue = { staff, text, now: Date.now() }
    orThrow(idea ? await approveOrEditIdea(dbOf(c), { idea, ...queue }) : await addToQueue(dbOf(c), queue))
    return c.json(done)
  })

  .post('/api/v2/gloperate/challenge/edit', requireOwnSession, valid('json', editChallengeBody), async (c) => {
    const edit = c.req.valid('json')
    const editor = memberOf(c)
    if (!(await mayEditChallenge(dbOf(c), editor, edit.challengeId))) throw new AppError('forbidden')
    if (isStaff(editor)) await countOtherAct(c)
    orThrow(await editChallenge(dbOf(c), { ...edit, editor, now: Date.now() }))
    return c.json(done)
  })

  .post('/api/v2/gloperate/challenge/move', requireStaff, valid('json', moveChallengeBody), async (c) => {
    const { id, to } = c.req.valid('json')
    orNotFound(await findIdea(dbOf(c), id))
    await moveInQueue(dbOf(c), id, to)
    return c.json(done)
  })

  .post('/api/v2/gloperate/challenge/remove', requireStaff, valid('json', removeChallengeBody), async (c) => {
    const { id, reason } = c.req.valid('json')
    const staff = memberOf(c)
    const idea = orNotFound(await findIdea(dbOf(c), id))
    const isOwn = idea.userId === staff.id
    if (!isOwn) requireReason(reason)
    await countOtherAct(c)
    await removeIdea(dbOf(c), { idea, staff: { id: staff.id, reason }, now: Date.now() })
    if (!isOwn) afterReply(c, () => tellMember(c.env, idea.userId, 'notifications'))
    return c.json(done)
  })
