import { type Context, Hono } from 'hono'
import { groupChannel } from '../../../contract/group-slug.ts'
import {
  type GroupDecision,
  type GroupRead,
  type GroupRequestReply,
  type GroupWrite,
  type GroupWriteOf,
  groupBody,
  groupRead,
  groupRecentsParams,
} from '../../../contract/http/groups.ts'
import { GROUP_REQUESTER_MIN_AGE } from '../../../contract/limits.ts'
import { findMembership } from '../../domain/groups/membership.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { refusalFor } from '../../domain/sketches/queries.ts'
import { countEdit } from '../../domain/users/member-limits.ts'
import { ageOn } from '../../domain/users/rules.ts'
import { isGroupAdmin } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countCall, limitRate } from '../../middleware/guards.ts'
import { countOtherAct } from '../../middleware/other-acts.ts'
import { memberOf, readerOf, refuseImpersonation, viewerOf } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { listEvents } from './events.ts'
import {
  addToGroup,
  type EntryFacts,
  featureInGroup,
  findEntryFacts,
  mayEnter,
  removeFromGroup,
  suggestToGroup,
  withdrawSuggestion,
} from './gallery.ts'
import { closeGroup, joinGroup, leaveGroup, listMembers } from './members.ts'
import { type AsStaff, acceptOffer, declineOffer, editGroup, offerGroup, setRole, withdrawOffer } from './owner-acts.ts'
import {
  findGroup,
  findSimilar,
  listGroups,
  listGroupsOf,
  listGroupsOfSketch,
  listSketchesOf,
  searchGroups,
} from './queries.ts'
import { listGroupRecents } from './recents.ts'
import { approveRequest, deleteRequest } from './request-decisions.ts'
import { addRequest, addVote, listRequests, withdrawRequest } from './requests.ts'

const done = { ok: true } as const

export const groupRoutes = new Hono<AppEnv>()
  .get('/api/v2/group', limitRate('READ_RATE'), valid('query', groupRead), async (c) =>
    c.json(await read(c, c.req.valid('query'))),
  )

  .post('/api/v2/group', valid('json', groupBody), async (c) => {
    const body = c.req.valid('json')
    if (isRead(body)) return c.json(await read(c, body))
    return c.json(await write(c, body))
  })

  .get('/api/v2/user/groups_recents', limitRate('READ_RATE'), valid('query', groupRecentsParams), async (c) => {
    const { userId, ...position } = c.req.valid('query')
    const viewer = await viewerOf(c)
    const id = userId ?? viewer?.id
    if (id === undefined) throw new AppError('not_logged_in')
    return c.json(await listGroupRecents(dbOf(c), viewer, { userId: id, ...position }))
  })

const READS = new Set<string>(groupRead.def.options.flatMap(({ shape }) => [...shape.action.def.values]))

const isRead = (body: GroupRead | GroupWrite): body is GroupRead => READS.has(body.action)

async function read(c: Context<AppEnv>, body: GroupRead) {
  if (body.action === 'search') await countCall(c, 'SEARCH_RATE')
  if (body.action === 'similar') await countCall(c, 'SUGGESTION_RATE')
  const [db, viewer, now] = [dbOf(c), await viewerOf(c), Date.now()]
  switch (body.action) {
    case 'query':
      return listGroups(db, viewer, { sort: 'activity', cursor: body.cursor, now })
    case 'groupsForUser':
      return listGroupsOf(db, viewer, { userId: body.userId, cursor: body.cursor, now })
    case 'requests':
      return listRequests(db, viewer, { cursor: body.cursor, now })
    case 'sketches':
      return orNotFound(await listSketchesOf(db, viewer, { slug: body.groupId, cursor: body.cursor }))
    case 'members':
      return orNotFound(await listMembers(db, viewer, { slug: body.groupId, cursor: body.cursor }))
    case 'events':
      return listEvents(db, viewer, { slug: body.groupId, cursor: body.cursor })
    case 'search':
      return searchGroups(db, viewer, { query: body.query, cursor: body.cursor, now })
    case 'similar':
      return findSimilar(db, viewer, body.query)
    case 'info':
      return orNotFound(await findGroup(db, viewer, { slug: body.groupId, now }))
    case 'groupsForSketch':
      return listGroupsOfSketch(db, viewer, body.sketchId)
  }
}

async function write(c: Context<AppEnv>, body: GroupWrite) {
  const member = await viewerOf(c)
  if (!member) throw new AppError('not_logged_in')
  const [db, now] = [dbOf(c), Date.now()]
  const by = { userId: member.id, now }
  switch (body.action) {
    case 'request': {
      if (ageOn(member.birthDate, now) < GROUP_REQUESTER_MIN_AGE) throw new AppError('too_young_for_groups')
      const requestId = orThrow(await addRequest(db, { ...body, ...by }), { not_found: 'thumbnail' })
      return { requestId } satisfies GroupRequestReply
    }
    case 'requestVote':
      refuseImpersonation(c)
      return orThrow(await addVote(db, member, { requestId: body.requestId, now }))
    case 'requestWithdraw': {
      refuseImpersonation(c)
      const state = orThrow(await withdrawRequest(db, { requestId: body.requestId, ...by }))
      return { state } satisfies GroupDecision
    }
    case 'join':
      orThrow(await joinGroup(db, { slug: body.groupId, member, now }))
      return done
    case 'leave':
      refuseImpersonation(c)
      orThrow(await leaveGroup(db, { slug: body.groupId, member, now }))
      return done
    case 'close':
      return close(c, body)
    case 'add':
      return add(c, body)
    case 'remove': {
      refuseImpersonation(c)
      const { role, artistId, groupId, isEntry, isOwnSuggestion } = await entryFacts(c, body)
      if (isOwnSuggestion && artistId !== member.id) {
        await withdrawSuggestion(db, { groupId, sketchId: body.sketchId }, member.id)
        return done
      }
      if (artistId !== member.id && !(isEntry && mayModerate(c, role))) {
        const refusal = await refusalFor(dbOf(c), await readerOf(c), body.sketchId)
        if (refusal === 'not_found' || !mayModerate(c, role)) throw new AppError(refusal)
      }
      const asStaff = await staffReason(c, artistId === member.id || isOwnerOrModerator(role), body)
      await removeFromGroup(db, { groupId, sketchId: body.sketchId, asStaff }, by)
      return done
    }
    case 'feature': {
      refuseImpersonation(c)
      const { role, groupId } = await entryFacts(c, body)
      if (role !== 'owner' && role !== 'moderator')
        throw new AppError(await refusalFor(dbOf(c), await readerOf(c), body.sketchId))
      orThrow(await featureInGroup(db, { groupId, sketchId: body.sketchId }, by))
      return done
    }
    case 'edit': {
      refuseImpersonation(c)
      const group = orNotFound(await findMembership(db, member, body.groupId))
      if (!mayModerate(c, group.role)) throw new AppError('forbidden')
      const asStaff = await staffReason(c, isOwnerOrModerator(group.role), body)
      if (!asStaff) orThrow(await countEdit(db, { authorId: member.id, now }, body.description + body.rules))
      await editGroup(db, { ...body, groupId: group.id, asStaff }, by)
      return done
    }
    case 'setRole': {
      refuseImpersonation(c)
      const group = orNotFound(await findMembership(db, member, body.groupId))
      if (group.role !== 'owner' && !isGroupAdmin(member)) throw new AppError('forbidden')
      const asStaff = await staffReason(c, group.role === 'owner', body)
      return tellMembers(c, orThrow(await setRole(db, { ...body, groupId: group.id, asStaff }, by)))
    }
    case 'offer':
    case 'offerWithdraw':
    case 'offerAccept':
    case 'offerDecline':
      return handOver(c, body)
    case 'requestApprove':
    case 'requestDelete':
      return decide(c, body)
  }
}

/**
 * @throws AppError `not_found`, `forbidden` unless the viewer is the owner, `group_owner` while others are in the
 * group.
 */
async function close(c: Context<AppEnv>, { groupId: slug }: GroupWriteOf<'close'>) {
  refuseImpersonation(c)
  const member = memberOf(c)
  const group = orNotFound(await findMembership(dbOf(c), member, slug))
  if (group.role !== 'owner') throw new AppError('forbidden')
  orThrow(await closeGroup(dbOf(c), { slug, member, now: Date.now() }))
  await c.env.CHAT.getByName(groupChannel(slug)).disconnectAll()
  return done
}

type HandOver = GroupWriteOf<'offer' | 'offerWithdraw' | 'offerAccept' | 'offerDecline'>

/**
 * @throws AppError `not_found`, `forbidden` for others than the owner, `impersonating`: only the members themselves
 * agree.
 */
async function handOver(c: Context<AppEnv>, body: HandOver) {
  refuseImpersonation(c)
  const [db, member] = [dbOf(c), memberOf(c)]
  const by = { userId: member.id, now: Date.now() }
  const { id: groupId, role } = orNotFound(await findMembership(db, member, body.groupId))
  if (body.action === 'offerAccept') return tellMembers(c, orThrow(await acceptOffer(db, groupId, by)))
  if (body.action === 'offerDecline') {
    orThrow(await declineOffer(db, groupId, by))
    return done
  }
  if (role !== 'owner' && !isGroupAdmin(member)) throw new AppError('forbidden')
  const asStaff = await staffReason(c, role === 'owner', body)
  if (body.action === 'offer')
    return tellMembers(c, orThrow(await offerGroup(db, { groupId, user: body.user, asStaff }, by)))
  orThrow(await withdrawOffer(db, { groupId, asStaff }, by))
  return done
}

/**
 * Adds a sketch to the gallery of a group, or to its queue.
 * @throws AppError `impersonating`, because owners and moderators need no reason to add a sketch that was removed.
 */
async function add(c: Context<AppEnv>, { groupId: slug, sketchId, message }: GroupWriteOf<'add'>) {
  refuseImpersonation(c)
  const member = memberOf(c)
  const facts = await entryFacts(c, { groupId: slug, sketchId })
  const { groupId, role, artistId, listed, artistInGroup, isRemoved } = facts
  if (!listed) throw new AppError(artistId === member.id ? 'forbidden' : 'not_found')
  orThrow(mayEnter(facts, member.id))
  const by = { userId: member.id, now: Date.now() }
  const isModerator = mayModerate(c, role)
  const direct = artistInGroup && (isModerator || (artistId === member.id && !isRemoved))
  if (direct && (artistId !== member.id || isRemoved) && !isOwnerOrModerator(role)) await countOtherAct(c)
  if (direct) return orThrow(await addToGroup(dbOf(c), { groupId, sketchId, isModerator }, by))
  return orThrow(await suggestToGroup(dbOf(c), { groupId, sketchId, message }, by))
}

async function decide(
  c: Context<AppEnv>,
  body: GroupWriteOf<'requestApprove'> | GroupWriteOf<'requestDelete'>,
): Promise<GroupDecision> {
  const staff = memberOf(c)
  if (!isGroupAdmin(staff)) throw new AppError('forbidden')
  await countOtherAct(c)
  const { requestId, message, groupId: slug } = body
  const decision = { requestId, message, staffId: staff.id, now: Date.now() }
  const decided =
    body.action === 'requestDelete'
      ? await deleteRequest(dbOf(c), decision)
      : await approveRequest(dbOf(c), { ...decision, slug })
  const { state, notified } = orThrow(decided, { slug_taken: 'groupId' })
  tellMembers(c, notified)
  return { state }
}

async function entryFacts(
  c: Context<AppEnv>,
  { groupId: slug, sketchId }: { groupId: string; sketchId: number },
): Promise<EntryFacts> {
  return orNotFound(await findEntryFacts(dbOf(c), memberOf(c), { slug, sketchId }))
}

/** True for the owner and moderators of the group. */
const isOwnerOrModerator = (role: EntryFacts['role']): boolean => role === 'owner' || role === 'moderator'

/** True for the owner and moderators of the group, and for group admins. */
const mayModerate = (c: Context<AppEnv>, role: EntryFacts['role']): boolean =>
  isOwnerOrModerator(role) || isGroupAdmin(memberOf(c))

/**
 * Returns the reason of a group admin for an action that no role in the group allows, and counts the action.
 * @throws AppError without a reason, and `other_act_limit`.
 */
async function staffReason(c: Context<AppEnv>, hasRole: boolean, { reason }: { reason: string }): Promise<AsStaff> {
  if (hasRole) return null
  requireReason(reason)
  await countOtherAct(c)
  return { reason }
}

/** Notifies the open pages of members that they have a new notification. */
function tellMembers(c: Context<AppEnv>, userIds: readonly number[]) {
  afterReply(c, () => Promise.all(userIds.map((userId) => tellMember(c.env, userId, 'notifications'))))
  return done
}
