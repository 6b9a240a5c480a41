import * as z from 'zod/mini'
import { GROUP_MESSAGE_MAX, TITLE_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { cursorParams, id, line, listOf, text } from './common.ts'
import { groupId } from './groups.ts'
import { requiredReason } from './reasons.ts'
import { sketchCover } from './sketches.ts'
import { person } from './users.ts'

/** Columns by which groups are sorted, in descending order. */
export const GROUP_SORTS = ['activity', 'users', 'sketches', 'glops', 'upvotes', 'newest'] as const
export const groupSort = z.enum(GROUP_SORTS)
export type GroupSort = z.infer<typeof groupSort>

const groupName = z.object({ id: groupId, title: z.string() })
const sketchName = z.object({ id, title: z.string() })

/** Events of groups and of their requests. */
export const GROUP_ACTIVITIES = [
  'requested',
  'request_approved',
  'request_deleted',
  'joined',
  'left',
  'sketch_added',
  'sketch_suggested',
  'sketch_approved',
  'sketch_rejected',
  'sketch_removed',
  'sketch_featured',
  'edited',
  'role_changed',
  'handed_over',
  'closed',
  'made_official',
  'made_unofficial',
] as const
export type GroupActivityKind = (typeof GROUP_ACTIVITIES)[number]

/**
 * `sketch` is null if the viewer does not see it in lists; `request` is the name of a requested group. `target` is the
 * member whose role was changed, null in older events.
 */
const groupActivity = z.object({
  id,
  kind: z.enum(GROUP_ACTIVITIES),
  date: wireTime,
  user: person,
  group: z.nullable(groupName),
  request: z.nullable(z.string()),
  sketch: z.nullable(sketchName),
  target: z.nullable(z.pick(person, { id: true, nickname: true })),
})
export type GroupActivity = z.infer<typeof groupActivity>
export const groupActivityList = listOf(groupActivity)
export type GroupActivityList = z.infer<typeof groupActivityList>

/** A sketch that was suggested for a group [2 §3]. `user` has the name under which the member suggested it. */
const groupFeature = z.object({
  id,
  sketch: z.extend(sketchCover, { title: z.string(), mature: z.boolean(), user: person }),
  group: groupName,
  user: z.pick(person, { id: true, nickname: true }),
  message: z.string(),
  date: wireTime,
})
export type GroupFeature = z.infer<typeof groupFeature>
export const groupFeatureList = listOf(groupFeature)
export type GroupFeatureList = z.infer<typeof groupFeatureList>

/** `/api/v2/assist/features`: numbers of undecided requests and suggestions, up to 100. */
export const groupFeatureCounts = z.object({ requests: z.int(), features: z.int() })
export type GroupFeatureCounts = z.infer<typeof groupFeatureCounts>

export const groupStatsParams = z.extend(cursorParams, { sort: z._default(groupSort, 'activity') })
/** Positions of the calls that read with a body. */
export const groupPositionBody = z.strictObject(cursorParams.shape)
export const groupStatsBody = z.strictObject(groupStatsParams.shape)
export const groupCountsBody = z.strictObject({})
export const groupModBody = z.object({
  id: groupId,
  official: z.boolean(),
  reason: requiredReason,
})

/** `groupFeatures`: a page of the queue, or a decision. A rejection needs a message [2 §5]. */
export const groupFeaturesBody = z.union([
  z
    .object({
      action: z.enum(['approve', 'reject']),
      id,
      group: z.optional(groupId),
      message: z._default(text(GROUP_MESSAGE_MAX), ''),
    })
    .check(z.refine(({ action, message }) => action === 'approve' || message !== '', { path: ['message'] })),
  groupPositionBody,
])

/** Titles that the page shows for the pasted links. */
export const groupSuggestBody = z.object({
  groupId,
  groupTitle: z._default(line(TITLE_MAX), ''),
  sketchId: id,
  sketchTitle: z._default(line(TITLE_MAX), ''),
})
