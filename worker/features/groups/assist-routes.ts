import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { cursorParams, type Ok } from '../../../contract/http/common.ts'
import {
  groupCountsBody,
  groupFeaturesBody,
  groupModBody,
  groupPositionBody,
  groupStatsBody,
  groupStatsParams,
  groupSuggestBody,
} from '../../../contract/http/group-admin.ts'
import type { GroupDecision } from '../../../contract/http/groups.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { isGroupAdmin, isSuspended } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countOtherAct, limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { listActivity } from './activity.ts'
import { addToGroup, findEntryFacts, mayEnter, suggestToGroup } from './gallery.ts'
import { listGroups } from './queries.ts'
import { countUndecided, decideFeature, listQueue, setOfficial } from './queue.ts'
import { listRequests } from './requests.ts'

/** Refuses all but group admins who are not suspended [2 §2]. */
const requireGroupAdmin = createMiddleware<AppEnv>(async (c, next) => {
  const viewer = await viewerOf(c)
  if (!viewer) throw new AppError('not_logged_in')
  if (isSuspended(viewer, Date.now())) throw new AppError('suspended')
  if (!isGroupAdmin(viewer)) throw new AppError('forbidden')
  await next()
})

type Position = { cursor?: string | undefined }

const activity = async (c: Context<AppEnv>, { cursor }: Position) =>
  c.json(await listActivity(dbOf(c), memberOf(c), cursor))
const stats = async (c: Context<AppEnv>, position: ReturnType<typeof groupStatsParams.parse>) =>
  c.json(await listGroups(dbOf(c), memberOf(c), { ...position, now: Date.now() }))
const requests = async (c: Context<AppEnv>, { cursor }: Position) =>
  c.json(await listRequests(dbOf(c), memberOf(c), { cursor, now: Date.now(), all: true }))
const queue = async (c: Context<AppEnv>, { cursor }: Position) => c.json(await listQueue(dbOf(c), cursor))
const features = async (c: Context<AppEnv>) => c.json(await countUndecided(dbOf(c)))

/** Calls of group admins. Reads accept their cursor in the query string or as JSON [2 §7]. */
export const groupAssistRoutes = new Hono<AppEnv>()
  .get('/api/v2/assist/groupActivity', requireGroupAdmin, valid('query', cursorParams), (c) =>
    activity(c, c.req.valid('query')),
  )
  .post('/api/v2/assist/groupActivity', requireGroupAdmin, valid('json', groupPositionBody), (c) =>
    activity(c, c.req.valid('json')),
  )
  .get('/api/v2/assist/groupStats', requireGroupAdmin, valid('query', groupStatsParams), (c) =>
    stats(c, c.req.valid('query')),
  )
  .post('/api/v2/assist/groupStats', requireGroupAdmin, valid('json', groupStatsBody), (c) =>
    stats(c, c.req.valid('json')),
  )
  .get('/api/v2/assist/groupRequests', requireGroupAdmin, valid('query', cursorParams), (c) =>
    requests(c, c.req.valid('query')),
  )
  .get('/api/v2/assist/features', requireGroupAdmin, features)
  .post('/api/v2/assist/features', requireGroupAdmin, valid('json', groupCountsBody), features)
  .get('/api/v2/assist/groupFeatures', requireGroupAdmin, valid('query', cursorParams), (c) =>
    queue(c, c.req.valid('query')),
  )
  .post('/api/v2/assist/groupFeatures', requireGroupAdmin, valid('json', groupFeaturesBody), async (c) => {
    const body = c.req.valid('json')
    if (!('action' in body)) return queue(c, body)
    const { id, action, message } = body
    await countOtherAct(c)
    const decision = { id, action, message, staffId: memberOf(c).id, now: Date.now() }
    const { state, notified } = orThrow(await decideFeature(dbOf(c), decision))
    afterReply(c, () => Promise.all(notified.map((userId) => tellMember(c.env, userId, 'notifications'))))
    return c.json({ state } satisfies GroupDecision)
  })
  .post('/api/v2/assist/groupMod', requireGroupAdmin, valid('json', groupModBody), limitOtherActs, async (c) => {
    const { id: slug, official, reason } = c.req.valid('json')
    orThrow(await setOfficial(dbOf(c), { slug, official, reason }, { userId: memberOf(c).id, now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })
  .post(
    '/api/v2/assist/groupSuggest',
    requireGroupAdmin,
    valid('json', groupSuggestBody),
    limitOtherActs,
    async (c) => {
      const { groupId: slug, sketchId } = c.req.valid('json')
      const facts = orNotFound(await findEntryFacts(dbOf(c), memberOf(c), { slug, sketchId }))
      if (!facts.listed) throw new AppError('not_found')
      orThrow(mayEnter(facts, memberOf(c).id))
      const entry = { groupId: facts.groupId, sketchId }
      const by = { userId: memberOf(c).id, now: Date.now() }
      const added = facts.artistInGroup
        ? await addToGroup(dbOf(c), { ...entry, isModerator: true }, by)
        : await suggestToGroup(dbOf(c), { ...entry, message: '' }, by)
      return c.json(orThrow(added))
    },
  )
