import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { cursorParams, idText, type Ok } from '../../../contract/http/common.ts'
import {
  type ApiKeyReply,
  blockedBody,
  blockedParams,
  fanNotifyBody,
  type fanNotifyReply,
  fansBody,
  fansParams,
  noteToFansBody,
  type noteToFansReply,
  type PeopleReply,
  type patronReply,
  userBody,
  usersParams,
} from '../../../contract/http/users.ts'
import { slug } from '../../../contract/slug.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { recheckViewer } from '../../domain/streams/object.ts'
import { countEdit } from '../../domain/users/member-limits.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, requireOwnSession, requireUser, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { addBlock, type Block, listBlocked, listBlockedBothWays, listBlockedIds, removeBlock } from './blocks.ts'
import { addFanNote, notifyOfNote } from './fan-notes.ts'
import { addFan, type FansSide, findFanStatus, listFans, listFollowedIds, removeFan, setFanSetting } from './fans.ts'
import { findProfile, listPeople, renewApiKey } from './queries.ts'
import { findPatron } from './web-address.ts'

export const userRoutes = new Hono<AppEnv>()
  .get('/api/user/:id', limitRate('READ_RATE'), valid('param', z.object({ id: idText })), async (c) => {
    const viewer = await viewerOf(c)
    const { OIDC_ISSUER: google, APPLE_ISSUER: apple, API_KEY_SECRET: apiKeySecret } = c.env
    const own = c.get('impersonation') ? null : { google, apple, apiKeySecret }
    const profile = { id: c.req.valid('param').id, now: Date.now(), own }
    return c.json(orNotFound(await findProfile(dbOf(c), viewer, profile)))
  })

  .post('/api/v2/user/apiKey', requireOwnSession, async (c) => {
    const { id } = memberOf(c)
    orThrow(await countEdit(dbOf(c), { authorId: id, now: Date.now() }))
    const apiKey = await renewApiKey(dbOf(c), c.env.API_KEY_SECRET, id)
    return c.json({ apiKey } satisfies ApiKeyReply)
  })

  .get('/api/v2/users/people', valid('query', usersParams), async (c) => {
    const ids = c.req.valid('query').users.split(',').map(Number)
    return c.json({ items: await listPeople(dbOf(c), ids) } satisfies PeopleReply)
  })

  .get('/api/v2/patron/:name', valid('param', z.object({ name: slug })), async (c) => {
    const found = await findPatron(dbOf(c), await viewerOf(c), c.req.valid('param').name)
    return c.json({ user: orNotFound(found) } satisfies z.infer<typeof patronReply>)
  })

  .post('/api/fan', requireUser, valid('json', userBody), async (c) => {
    const fan = { fan: memberOf(c), artistId: c.req.valid('json').user, now: Date.now() }
    const { reply, isNew, mails } = orThrow(await addFan(dbOf(c), fan))
    if (isNew) afterReply(c, () => tellMember(c.env, fan.artistId, 'notifications'))
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    return c.json(reply)
  })

  .post('/api/unfan', requireUser, valid('json', userBody), async (c) => {
    const fan = { fanId: memberOf(c).id, artistId: c.req.valid('json').user, now: Date.now() }
    return c.json(orThrow(await removeFan(dbOf(c), fan)))
  })

  .post('/api/v2/fan/notify', requireUser, valid('json', fanNotifyBody), async (c) => {
    const { user: artistId, ...setting } = c.req.valid('json')
    const notify = orThrow(await setFanSetting(dbOf(c), { fanId: memberOf(c).id, artistId, ...setting }))
    return c.json({ notify } satisfies z.infer<typeof fanNotifyReply>)
  })

  .post('/api/v2/user/noteToFans', requireOwnSession, valid('json', noteToFansBody), async (c) => {
    const note = { userId: memberOf(c).id, message: c.req.valid('json').message, now: Date.now() }
    const { id, fansNotified } = orThrow(await addFanNote(dbOf(c), note))
    afterReply(c, () => notifyOfNote(dbOf(c), id))
    return c.json({ fansNotified } satisfies z.infer<typeof noteToFansReply>)
  })

  .get('/api/v2/fan/followers', limitRate('READ_RATE'), valid('query', fansParams), (c) =>
    fansPage(c, 'followers', c.req.valid('query')),
  )
  .post('/api/v2/fan/followers', valid('json', fansBody), (c) => fansPage(c, 'followers', c.req.valid('json')))
  .get('/api/v2/fan/following', limitRate('READ_RATE'), valid('query', fansParams), (c) =>
    fansPage(c, 'following', c.req.valid('query')),
  )
  .post('/api/v2/fan/following', valid('json', fansBody), (c) => fansPage(c, 'following', c.req.valid('json')))

  .get('/api/v2/fan/fanOf', limitRate('READ_RATE'), requireUser, valid('query', cursorParams), async (c) =>
    c.json(await listFollowedIds(dbOf(c), memberOf(c), c.req.valid('query').cursor)),
  )

  .get('/api/v2/fan/status', requireUser, valid('query', usersParams), async (c) => {
    const ids = c.req.valid('query').users.split(',').map(Number)
    return c.json({ status: await findFanStatus(dbOf(c), memberOf(c), ids) })
  })

  .post('/api/v2/user/block', requireOwnSession, valid('json', userBody), async (c) => {
    const block = { blockerId: memberOf(c).id, blockedId: c.req.valid('json').user, now: Date.now() }
    const { isNew, lostStreams } = orThrow(await addBlock(dbOf(c), block))
    await Promise.all(lostStreams.map(({ streamId, userId }) => recheckViewer(c.env, streamId, userId)))
    if (isNew) afterReply(c, () => tellOfBlock(c.env, block))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/user/unblock', requireOwnSession, valid('json', userBody), async (c) => {
    const block = { blockerId: memberOf(c).id, blockedId: c.req.valid('json').user }
    const { wasBlocked } = orThrow(await removeBlock(dbOf(c), { ...block, now: Date.now() }))
    if (wasBlocked) afterReply(c, () => tellOfBlock(c.env, block))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/user/blocked', limitRate('READ_RATE'), requireOwnSession, valid('query', blockedParams), (c) =>
    blocked(c, c.req.valid('query')),
  )
  .post('/api/v2/user/blocked', requireOwnSession, valid('json', blockedBody), (c) => blocked(c, c.req.valid('json')))

/** Both members' open chats and boards hide or show the other [2 §2 Chat]. */
async function tellOfBlock(env: Cloudflare.Env, { blockerId, blockedId }: Block): Promise<void> {
  await Promise.all([blockerId, blockedId].map((id) => tellMember(env, id, 'blocks')))
}

async function blocked(c: Context<AppEnv>, params: z.infer<typeof blockedParams>): Promise<Response> {
  const { both, infos, cursor } = params
  const list = infos ? listBlocked : both ? listBlockedBothWays : listBlockedIds
  return c.json(await list(dbOf(c), memberOf(c), cursor))
}

async function fansPage(c: Context<AppEnv>, side: FansSide, query: z.infer<typeof fansParams>): Promise<Response> {
  const list = { side, userId: query.user, cursor: query.cursor }
  return c.json(orNotFound(await listFans(dbOf(c), await viewerOf(c), list)))
}
