import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { compoState } from '../../../contract/compo-state.ts'
import { idText, type Ok } from '../../../contract/http/common.ts'
import { compoKey } from '../../../contract/http/compo-item.ts'
import {
  type CompoVoteBody,
  compoBody,
  compoEntriesParams,
  compoInfoBody,
  compoInfoParams,
  compoListBody,
  compoListParams,
  compoVoteBody,
  deleteCompoBody,
  enterCompoBody,
  inviteBody,
  inviteToCompoBody,
  type OpenCompos,
  removeCompoEntryBody,
} from '../../../contract/http/compos.ts'
import { PAGES_MAX } from '../../../contract/limits.ts'
import type { DirectAct } from '../../domain/cases/direct-acts.ts'
import { reportedSketch } from '../../domain/cases/evidence.ts'
import { enterCompo } from '../../domain/compos/enter.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { findAccessFields, findVisibleSketch, refusalFor } from '../../domain/sketches/queries.ts'
import { mayBeFeatured } from '../../domain/sketches/visibility.ts'
import { isStaff } from '../../domain/users/viewer.ts'
import { mayVote } from '../../domain/users/voting-age.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { fillEdge } from '../../lib/edge-cache.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { actDirectly } from '../../middleware/direct-act.ts'
import { countOverviewRead, limitRate } from '../../middleware/guards.ts'
import { jsonOrPage } from '../../middleware/json-or-page.ts'
import { countOtherAct, limitOtherActs } from '../../middleware/other-acts.ts'
import { countKey } from '../../middleware/rates.ts'
import { memberOf, readerOf, requireOwnSession, requireStaff, requireUser, viewerOf } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { type Ballot, ballotOf, beginBallot, findBallot, giveSets, readVotes, saveVotes } from './ballots.ts'
import { deleteCompo } from './deleting.ts'
import { type DownloadHead, findDownloadHead, writeDownload } from './download.ts'
import { addCompo, editCompo, findEdited, findMissingField, mayEditCompo } from './editing.ts'
import { findCompoEntry, isRemovableEntry, removeCompoEntry } from './entries.ts'
import { acceptInvite, endInvite, findInvite, inviteToCompo } from './invites.ts'
import { listEntries } from './listed-entries.ts'
import { findCompo, listCompos, listOpenCompos } from './queries.ts'
import { needsReason } from './times.ts'
import { listVoters } from './voters.ts'

const done = { ok: true } satisfies Ok
/** Time that a download stays in the edge cache. */
const EDGE_SECONDS = 86_400
const keyParam = valid('param', z.object({ key: compoKey }))
const entriesParam = valid(
  'param',
  z.object({ key: compoKey, page: z.pipe(idText, z.number().check(z.maximum(PAGES_MAX))) }),
)

export const compoRoutes = new Hono<AppEnv>()
  .get('/api/v2/compo', valid('query', compoListParams), async (c) => c.json(await list(c, c.req.valid('query'))))
  .post('/api/v2/compo', valid('json', compoListBody), async (c) => c.json(await list(c, c.req.valid('json'))))

  .get('/api/v2/compo/open', limitRate('READ_RATE'), requireUser, async (c) =>
    c.json({ items: await listOpenCompos(dbOf(c), memberOf(c), Date.now()) } satisfies OpenCompos),
  )

  .get('/api/v2/compo/info', limitRate('READ_RATE'), valid('query', compoInfoParams), async (c) =>
    c.json(await info(c, c.req.valid('query').name)),
  )
  .post('/api/v2/compo/info', valid('json', compoInfoBody), async (c) =>
    c.json(await info(c, c.req.valid('json').name)),
  )

  .get('/api/v2/compo/voters', requireStaff, valid('query', compoInfoParams), async (c) => {
    const read = { key: c.req.valid('query').name, staffId: memberOf(c).id, now: Date.now() }
    return c.json(orNotFound(await listVoters(dbOf(c), read)))
  })

  .get('/compo/:key/ballots.json', limitRate('READ_RATE'), keyParam, async (c) => {
    const { key } = c.req.valid('param')
    return downloadBallots(c, key, orNotFound(await findDownloadHead(dbOf(c), key)))
  })

  .get(
    '/compo/:key/:page',
    jsonOrPage,
    limitRate('READ_RATE'),
    entriesParam,
    valid('query', compoEntriesParams),
    async (c) => {
      const { cursor, sort } = c.req.valid('query')
      const range = { ...c.req.valid('param'), cursor, recent: sort === 'recent', now: Date.now() }
      return c.json(orNotFound(await listEntries(dbOf(c), await viewerOf(c), range)))
    },
  )

  .post('/compo/:key', requireUser, keyParam, valid('json', enterCompoBody), async (c) => {
    const { compoId, sketchId } = c.req.valid('json')
    const member = memberOf(c)
    const sketch = orNotFound(await findVisibleSketch(dbOf(c), await readerOf(c), sketchId))
    if (sketch.userId !== member.id || !mayBeFeatured(sketch)) throw new AppError('forbidden')
    orThrow(await enterCompo(dbOf(c), { ...c.req.valid('param'), compoId, sketchId, now: Date.now() }))
    return c.json(done)
  })

  .post('/api/compoRemoveSketch', requireOwnSession, valid('json', removeCompoEntryBody), async (c) => {
    const { which: sketchId, rule, reason } = c.req.valid('json')
    const member = memberOf(c)
    const entry = orNotFound(await findCompoEntry(dbOf(c), sketchId))
    if (entry.artistId === member.id) {
      orThrow(await removeCompoEntry(dbOf(c), { entry, sketchId, by: { id: member.id, reason: '' }, now: Date.now() }))
      return c.json(done)
    }
    if (!isStaff(member)) throw new AppError(await refusalFor(dbOf(c), await readerOf(c), sketchId))
    const { compoId } = entry
    const act: DirectAct = {
      ...{ kind: 'sketch', target: String(sketchId), thing: reportedSketch(sketchId), rule, reason },
      ...{ action: 'leave_compo', undo: { compoId }, isPossible: isRemovableEntry({ sketchId, compoId }) },
    }
    const removal = actDirectly(c, act, ({ staffId, reason, ...by }) =>
      removeCompoEntry(dbOf(c), { entry, sketchId, by: { id: staffId, reason }, ...by }),
    )
    orThrow(await removal)
    return c.json(done)
  })

  .post('/admin/compoInvite', requireStaff, valid('json', inviteToCompoBody), limitOtherActs, async (c) => {
    const { sketchId, compo: key } = c.req.valid('json')
    const member = memberOf(c)
    const sketch = orNotFound(await findAccessFields(dbOf(c), { viewer: member }, sketchId))
    if (sketch.userId === member.id || !mayBeFeatured(sketch)) throw new AppError('forbidden')
    const invite = { sketchId, key, staffId: member.id, now: Date.now() }
    orThrow(await inviteToCompo(dbOf(c), invite))
    afterReply(c, () => tellMember(c.env, sketch.userId, 'notifications'))
    return c.json(done)
  })

  .post('/admin/inviteAccepted', requireUser, valid('json', inviteBody), async (c) => {
    const { sketchId } = c.req.valid('json')
    const { key, artistId } = await inviteFor(c, sketchId)
    if (!mayBeFeatured(orNotFound(await findAccessFields(dbOf(c), { viewer: memberOf(c) }, sketchId))))
      throw new AppError('forbidden')
    const answer = { key, sketchId, artistId, by: memberOf(c).id, now: Date.now() }
    orThrow(await acceptInvite(dbOf(c), answer))
    afterReply(c, () => tellMember(c.env, artistId, 'notifications'))
    return c.json(done)
  })

  .post('/api/v2/compo/declineInvite', requireOwnSession, valid('json', inviteBody), async (c) => {
    const { sketchId } = c.req.valid('json')
    const invite = await inviteFor(c, sketchId)
    await endInvite(dbOf(c), { ...invite, sketchId, by: memberOf(c).id, now: Date.now() })
    return c.json(done)
  })

  .get('/api/compoVote/:key', requireOwnSession, keyParam, async (c) => {
    const { key } = c.req.valid('param')
    return c.json(ballotOf(await ownBallot(c, key), Date.now()))
  })

  .post('/api/compoVote/:key', requireOwnSession, keyParam, valid('json', compoVoteBody), async (c) => {
    const { key } = c.req.valid('param')
    await vote(c, key, c.req.valid('json'))
    return c.json(ballotOf(await ownBallot(c, key), Date.now()))
  })

  .post('/api/v2/compo/edit', requireOwnSession, valid('json', compoBody), async (c) => {
    const { compoId, ...fields } = c.req.valid('json')
    const act = { editor: memberOf(c), now: Date.now() }
    const edited = compoId === undefined ? null : orThrow(await findEdited(dbOf(c), compoId))
    const { group } = edited ?? fields
    if (!(await mayEditCompo(dbOf(c), act.editor, group))) throw new AppError('forbidden')
    if (edited && needsReason(edited, fields, act)) requireReason(fields.reason)
    if (isStaff(act.editor)) await countOtherAct(c)
    const saved =
      compoId === undefined
        ? await addCompo(dbOf(c), fields, act)
        : await editCompo(dbOf(c), { compoId, ...fields }, act)
    if (saved.ok) return c.json(done)
    const isMissing = saved.code === 'not_found'
    throw new AppError(saved.code, { field: isMissing ? await findMissingField(dbOf(c), fields) : undefined })
  })

  .post('/api/v2/compo/delete', requireStaff, valid('json', deleteCompoBody), limitOtherActs, async (c) => {
    const { compoId, reason } = c.req.valid('json')
    orThrow(await deleteCompo(dbOf(c), { compoId, reason, staffId: memberOf(c).id, now: Date.now() }))
    return c.json(done)
  })

/**
 * Sends the download from the edge cache. Its key has the only part of the download that changes. All calls that make
 * the download of a compo have one rate.
 * @throws AppError `too_many`
 */
async function downloadBallots(c: Context<AppEnv>, key: string, head: DownloadHead): Promise<Response> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
  // The requested path is no key, because it can be spelled in many ways.
  const { origin } = new URL(c.req.url)
  const edge = new Request(`${origin}/compo/${key}/ballots.json?disqualified=${head.disqualified.join()}`)
  const cached = await caches.default.match(edge)
  if (cached) return new Response(cached.body, { headers })
  const make = async () => {
    await countKey(c, 'COMPO_DOWNLOAD_RATE', `compo:${head.compoId}`)
    return writeDownload(dbOf(c), head)
  }
  const filling = { make, contentType: headers['content-type'], seconds: EDGE_SECONDS }
  return new Response(await fillEdge(c, edge, filling), { headers })
}

async function list(c: Context<AppEnv>, params: { page: number; cursor?: string | undefined }) {
  await countOverviewRead(c)
  return listCompos(dbOf(c), await viewerOf(c), { ...params, now: Date.now() })
}

const info = async (c: Context<AppEnv>, key: string) =>
  orNotFound(await findCompo(dbOf(c), await viewerOf(c), { key, now: Date.now() }))

/**
 * Finds an invite that its artist, or staff, may answer, and counts the answer of staff. To others it is missing, as on
 * the page of the sketch.
 * @throws AppError `not_found`, `other_act_limit`.
 */
async function inviteFor(c: Context<AppEnv>, sketchId: number) {
  const member = memberOf(c)
  const invite = orNotFound(await findInvite(dbOf(c), sketchId))
  if (invite.artistId !== member.id && !isStaff(member)) throw new AppError('not_found')
  if (invite.artistId !== member.id) await countOtherAct(c)
  return invite
}

const ownBallot = async (c: Context<AppEnv>, key: string): Promise<Ballot> =>
  orNotFound(await findBallot(dbOf(c), memberOf(c), { key, now: Date.now() }))

/**
 * Begins the member's ballot if needed, saves their votes and gives the next sets.
 * @throws AppError `compo_not_voting`, `too_new_to_vote`, `nothing_to_vote`, `bad_ballot`.
 */
async function vote(c: Context<AppEnv>, key: string, { step, votes }: CompoVoteBody): Promise<void> {
  const [db, voter, now] = [dbOf(c), memberOf(c), Date.now()]
  let found = await ownBallot(c, key)
  if (compoState(found.compo, now) !== 'voting') throw new AppError('compo_not_voting')
  if (!mayVote(voter, now)) throw new AppError('too_new_to_vote')
  if (!found.ballot) orThrow(await beginBallot(db, voter, { compo: found.compo, now }))
  if (found.ballot && votes.length > 0) {
    const read = orThrow(readVotes(found, { step, votes }))
    orThrow(await saveVotes(db, { ballotId: found.ballot.id, voter, votes: read, now }))
  } else if (votes.length > 0) throw new AppError('bad_ballot')
  found = await ownBallot(c, key)
  await giveSets(db, voter, { ...found, now })
}
