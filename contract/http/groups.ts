import * as z from 'zod/mini'
import { GROUP_SLUG_MAX } from '../group-slug.ts'
import {
  GALLERY_PAGE_SIZE,
  GROUP_DESCRIPTION_MAX,
  GROUP_MESSAGE_MAX,
  GROUP_RULES_MAX,
  GROUP_TITLE_MAX,
  RECENTS_OFFSET_MAX,
  SEARCH_QUERY_MAX,
} from '../limits.ts'
import { wireTime } from '../time.ts'
import { anyId, cursorParams, id, idText, line, listOf, noSort, text } from './common.ts'
import { optionalReason } from './reasons.ts'
import { sketchCover } from './sketches.ts'
import { person } from './users.ts'

/** The slug of a group, which is its id on the wire and its address. */
export const groupId = z.string().check(z.regex(new RegExp(`^[a-z0-9-]{1,${GROUP_SLUG_MAX}}$`)))

/** Roles in a group. The owner appoints moderators. Owner and moderators remove sketches and edit the group's texts. */
export const groupRole = z.enum(['owner', 'moderator', 'member'])
export type GroupRole = z.infer<typeof groupRole>

/** Staff hid the group by a case, or its owner closed it. */
export const hiddenBy = z.enum(['staff', 'owner'])
export type HiddenBy = z.infer<typeof hiddenBy>

/** List item [2 §3]. `sketches` counts those that this viewer may see. */
export const group = z.object({
  id: groupId,
  title: z.string(),
  description: z.string(),
  /** Null if this viewer may see none of its sketches. */
  thumbnail: z.nullable(sketchCover),
  sketches: z.int(),
  users: z.int(),
  /** Features that the group may still give this month. */
  stars: z.int(),
  glops: z.int(),
  /** Glops earned towards the next star, 0 to 999. */
  glopAccFeature: z.int(),
  official: z.boolean(),
  latestActivity: wireTime,
  upvotes: z.int(),
  /** Set only for staff and group admins. Others do not see hidden groups. */
  hidden: z.nullable(hiddenBy),
  /** The founder; null if this viewer and the founder block each other. */
  user: z.nullable(person),
})
export type Group = z.infer<typeof group>

/**
 * The page of a group. `owner` is null across a block. `role` is the role of the viewer, null without one. `discussion`
 * is the number of the group in calls about comments. `offered`: the group is offered to the viewer. `offeredTo`: the
 * member who has the offer, for its owner and group admins.
 */
export const groupInfo = z.extend(group, {
  rules: z.string(),
  dateCreated: wireTime,
  channel: z.string(),
  discussion: id,
  owner: z.nullable(person),
  /** The moderators, up to `GROUP_MODERATORS_SHOWN`. */
  moderators: z.array(person),
  role: z.nullable(groupRole),
  offered: z.boolean(),
  offeredTo: z.nullable(person),
})
export type GroupInfo = z.infer<typeof groupInfo>

export const groupList = listOf(group)
export type GroupList = z.infer<typeof groupList>

export const groupMember = z.extend(person, { role: groupRole, date: wireTime })
export type GroupMember = z.infer<typeof groupMember>
export const groupMembers = listOf(groupMember)
export type GroupMembers = z.infer<typeof groupMembers>

const requestState = z.enum(['pending', 'approved', 'deleted'])

/**
 * `user` is the id of the requester [2 §3]. `groupId` and `message` come with a decision. A deleted request without a
 * message was withdrawn by its requester.
 */
export const groupRequest = z.object({
  id,
  title: z.string(),
  description: z.string(),
  thumbnail: z.nullable(sketchCover),
  user: id,
  nickname: z.string(),
  date: wireTime,
  /** The end of the vote. */
  endDate: wireTime,
  upvotes: z.int(),
  voted: z.boolean(),
  state: requestState,
  message: z.string(),
  groupId: z.nullable(groupId),
})
export type GroupRequest = z.infer<typeof groupRequest>

/** `own`: on the first page, the viewer's latest requests, in any state. */
export const groupRequestList = z.extend(listOf(groupRequest), { own: z.array(groupRequest) })
export type GroupRequestList = z.infer<typeof groupRequestList>

/** A compo of a group until the end of its voting, or a challenge of a group on its first day. */
const groupEvent = z.object({
  title: z.string(),
  group: z.object({ id: groupId, title: z.string() }),
  path: z.string(),
  startDate: wireTime,
  /** The end of the time for entries of a compo; null for a challenge. */
  entriesEndDate: z.nullable(wireTime),
  endDate: wireTime,
})
export type GroupEvent = z.infer<typeof groupEvent>
export const groupEventList = listOf(groupEvent)
export type GroupEventList = z.infer<typeof groupEventList>

/** Groups and open requests with a similar name. `id` is null for a request. */
export const similarGroups = z.object({
  items: z.array(z.object({ id: z.nullable(groupId), title: z.string() })),
})
export type SimilarGroups = z.infer<typeof similarGroups>

/**
 * The groups in which this viewer sees a sketch. `canRemove`: the viewer is its artist, or owner or moderator of the
 * group. `waiting`: the groups for which the sketch is suggested. Only its artist and the member who suggested it get
 * them, and both can withdraw the suggestion.
 */
export const sketchGroups = z.object({
  items: z.array(z.object({ id: groupId, title: z.string(), canRemove: z.boolean() })),
  waiting: z.array(z.object({ id: groupId, title: z.string() })),
})
export type SketchGroups = z.infer<typeof sketchGroups>

const query = line(SEARCH_QUERY_MAX)

/** Reads of `/api/v2/group`, by `POST` with JSON or by `GET` with query parameters [2 §7]. */
export const groupRead = z.discriminatedUnion('action', [
  z.extend(cursorParams, { action: z.literal('query') }),
  z.extend(cursorParams, { action: z.literal('groupsForUser'), userId: anyId }),
  z.extend(cursorParams, { action: z.literal('requests') }),
  z.extend(cursorParams, { action: z.literal('sketches'), groupId }),
  z.extend(cursorParams, { action: z.literal('members'), groupId }),
  /** The events of a group, or of all groups. */
  z.extend(cursorParams, { action: z.literal('events'), groupId: z.optional(groupId) }),
  z.extend(cursorParams, { ...noSort, action: z.literal('search'), query }),
  z.object({ action: z.literal('similar'), query }),
  z.object({ action: z.literal('info'), groupId }),
  z.object({ action: z.literal('groupsForSketch'), sketchId: anyId }),
])
export type GroupRead = z.infer<typeof groupRead>

const filled = (max: number) => line(max).check(z.minLength(1))
const filledText = (max: number) => text(max).check(z.minLength(1))
const description = filledText(GROUP_DESCRIPTION_MAX)
/**
 * Writes of `POST /api/v2/group`. `reason` is that of a group admin who is neither owner nor moderator of the group.
 */
const groupWrite = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('request'),
    title: filled(GROUP_TITLE_MAX),
    description,
    /** A sketch of the requester. */
    thumbnail: id,
  }),
  z.object({ action: z.literal('requestVote'), requestId: id }),
  /** Withdraws the member's own undecided request. */
  z.object({ action: z.literal('requestWithdraw'), requestId: id }),
  z.object({ action: z.literal('join'), groupId }),
  z.object({ action: z.literal('leave'), groupId }),
  /** Closes the group permanently. For the owner, who must be its only member. */
  z.object({ action: z.literal('close'), groupId }),
  z.object({
    action: z.literal('add'),
    groupId,
    sketchId: id,
    message: z._default(text(GROUP_MESSAGE_MAX), ''),
  }),
  z.object({ action: z.literal('remove'), groupId, sketchId: id, reason: optionalReason }),
  z.object({ action: z.literal('feature'), groupId, sketchId: id }),
  z.object({ action: z.literal('edit'), groupId, description, rules: text(GROUP_RULES_MAX), reason: optionalReason }),
  z.object({
    action: z.literal('setRole'),
    groupId,
    user: id,
    role: z.enum(['moderator', 'member']),
    reason: optionalReason,
  }),
  /** The owner, or a group admin, offers the group to another member, in place of an earlier offer. */
  z.object({ action: z.literal('offer'), groupId, user: id, reason: optionalReason }),
  z.object({ action: z.literal('offerWithdraw'), groupId, reason: optionalReason }),
  /** The member who has the offer becomes the owner. */
  z.object({ action: z.literal('offerAccept'), groupId }),
  z.object({ action: z.literal('offerDecline'), groupId }),
  z.object({
    action: z.literal('requestApprove'),
    requestId: id,
    /** The slug of the group, by default made from its title. */
    groupId: z.optional(groupId),
    message: z._default(text(GROUP_MESSAGE_MAX), ''),
    user: z.optional(id),
  }),
  z.object({
    action: z.literal('requestDelete'),
    requestId: id,
    groupId: z.optional(z.string()),
    message: filledText(GROUP_MESSAGE_MAX),
    user: z.optional(id),
  }),
])
export type GroupWrite = z.infer<typeof groupWrite>
export type GroupWriteOf<Action extends GroupWrite['action']> = Extract<GroupWrite, { action: Action }>

export const groupBody = z.union([groupRead, groupWrite])

/** The state after a decision. If another member decided first, it is the state of their decision. */
export const groupDecision = z.object({ state: z.enum(['approved', 'deleted', 'rejected']) })
export type GroupDecision = z.infer<typeof groupDecision>

/** `queued`: a group admin decides. */
export const groupAddReply = z.object({ state: z.enum(['added', 'queued']) })
export type GroupAddReply = z.infer<typeof groupAddReply>

export const groupRequestReply = z.object({ requestId: id })
export type GroupRequestReply = z.infer<typeof groupRequestReply>

const wholeUpTo = (max: number) =>
  z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.pipe(z.transform(Number), z.int().check(z.maximum(max))))

/** `GET /api/v2/user/groups_recents`: by default of the groups of the viewer. */
export const groupRecentsParams = z.extend(cursorParams, {
  userId: z.optional(idText),
  limit: z._default(wholeUpTo(GALLERY_PAGE_SIZE), GALLERY_PAGE_SIZE),
  offset: z._default(wholeUpTo(RECENTS_OFFSET_MAX), 0),
})
