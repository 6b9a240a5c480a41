import * as z from 'zod/mini'
import { BAN_DURATIONS, WARNING } from '../ban.ts'
import { CASE_ACTIONS, CASE_KINDS, type CaseKind, REPORT_REASONS } from '../cases.ts'
import { BAN_NOTES_MAX } from '../limits.ts'
import { REPOST_ANSWERS } from '../reposts.ts'
import { RULE_NAMES } from '../rules.ts'
import { STORE_ITEM_IDS } from '../store.ts'
import { wireTime } from '../time.ts'
import { appealItem } from './appeals.ts'
import { cursorParams, id, idText, listOf, text } from './common.ts'
import { optionalReason, requiredReason } from './reasons.ts'
import { violation } from './sketches.ts'

/** Milliseconds since 1970. */
const time = z.int()

/** A comment as it was when it or a neighbour was reported. */
const keptComment = z.object({ id, userId: id, text: z.string(), createdAt: time })

/** A post of a reported thread, or of a topic of the forum, as it was when it was reported. */
export const reportedPost = z.object({
  number: id,
  userId: id,
  text: z.string(),
  sketchId: z.nullable(id),
  createdAt: time,
})

/**
 * The page of a comment. `title` is empty for a profile, and for a deleted sketch; `slug` is that of a group, or the
 * key of a compo.
 */
export const commentedThing = z.object({
  type: z.enum(['sketch', 'profile', 'group', 'compo']),
  id,
  title: z.string(),
  slug: z.optional(z.nullable(z.string())),
})
export type CommentedThing = z.infer<typeof commentedThing>

const group = z.object({ slug: z.string(), title: z.string() })

/** A line of a chat room as it was when it or a neighbour was reported. */
const keptLine = z.object({ id, userId: id, text: z.string(), createdAt: time })

/** Evidence of each kind of case: the thing and its neighbours as they were at the first report, with members by id. */
export const caseEvidence = {
  sketch: z.object({
    title: z.string(),
    description: z.string(),
    /** The address of its pictures at that time. */
    imageKey: z.string(),
    /**
     * The key of the original file of the picture, missing in old cases. Turning the picture changes its address, but
     * not this key.
     */
    fileKey: z.optional(z.string()),
    mature: z.boolean(),
    madeWithAi: z.boolean(),
    createdAt: time,
    /** The challenge and the compo that it was in, missing in old cases. */
    challenge: z.optional(z.nullable(z.object({ id, title: z.string() }))),
    compo: z.optional(z.nullable(z.object({ key: z.string(), title: z.string() }))),
    /** The similar sketch of another member, and the answer about it. */
    original: z.optional(
      z.nullable(z.object({ id, userId: id, title: z.string(), imageKey: z.string(), answer: z.enum(REPOST_ANSWERS) })),
    ),
  }),
  comment: z.object({
    target: commentedThing,
    comment: keptComment,
    /** The comments before and after it on the same page, oldest first. */
    before: z.array(keptComment),
    after: z.array(keptComment),
  }),
  profile: z.object({
    nickname: z.string(),
    about: z.string(),
    website: z.string(),
    avatarKey: z.nullable(z.string()),
    coverKey: z.nullable(z.string()),
  }),
  stream: z.object({
    title: z.string(),
    description: z.string(),
    state: z.enum(['announced', 'live', 'ended']),
    startedAt: z.nullable(time),
    previewNumber: z.int(),
    chapters: z.array(z.object({ atMs: z.int(), title: z.string() })),
  }),
  message: z.object({
    subject: z.string(),
    /** The latest posts, latest first. */
    posts: z.array(reportedPost),
  }),
  post: z.object({
    topic: z.object({ id, title: z.string() }),
    post: reportedPost,
    /** The posts before and after it in the topic, oldest first. */
    before: z.array(reportedPost),
    after: z.array(reportedPost),
  }),
  group: z.object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    rules: z.string(),
    /** The member who last changed description or rules, other than as staff. Not in old cases. */
    writer: z.optional(z.object({ userId: id })),
    official: z.boolean(),
    createdAt: time,
  }),
  /** A compo of a group. `writer` is the member who last changed it, or who opened it. */
  compo: z.object({
    key: z.string(),
    title: z.string(),
    description: z.string(),
    group,
    writer: z.object({ userId: id }),
    startsAt: time,
    endsAt: time,
    votingEndsAt: time,
  }),
  /** A challenge of a group. `startedAt` is the beginning of its day, `writer` as in a compo. */
  challenge: z.object({
    title: z.string(),
    description: z.string(),
    group,
    writer: z.object({ userId: id }),
    startedAt: time,
  }),
  chatLine: z.object({
    channel: z.string(),
    /** Title of the room's stream; null for other rooms. */
    title: z.nullable(z.string()),
    line: keptLine,
    /** The lines before and after it in the room, oldest first. */
    before: z.array(keptLine),
    after: z.array(keptLine),
  }),
  boardMark: z.object({
    /** The place that the reporter pointed at, in pixels of the whiteboard after `shiftIndex` scrolls. */
    x: z.int(),
    y: z.int(),
    shiftIndex: z.int(),
    drawnAt: time,
    /** A PNG in base64 of the board around the place; null if the place has left the board. */
    picture: z.nullable(z.string()),
  }),
  /** The words of a gift. */
  gift: z.object({ item: z.enum(STORE_ITEM_IDS), message: z.string(), paidAt: time }),
} satisfies Record<CaseKind, z.ZodMiniType>

export type CaseEvidence = { [Kind in CaseKind]: z.infer<(typeof caseEvidence)[Kind]> }

/** `open`: the queue. `mine`: claimed by the caller. `decided`: latest first. */
export const caseFilter = z.enum(['open', 'mine', 'decided'])

/** `GET /api/v2/gloperate/cases` */
export const caseQueueParams = z.extend(cursorParams, {
  filter: z._default(caseFilter, 'open'),
  kind: z._default(z.enum(['', ...CASE_KINDS]), ''),
})
export type CaseQueueParams = z.infer<typeof caseQueueParams>

const member = z.object({ id, nickname: z.string() })

/** A case as lists show it. `title` is of the thing, `date` that of the first report. */
export const caseItem = z.object({
  id,
  kind: z.enum(CASE_KINDS),
  title: z.string(),
  /** The author of the thing; null if it has none. */
  author: z.nullable(member),
  reportsCount: z.int(),
  date: wireTime,
  /** The member of staff who works on it, until `dateEnd`. */
  claim: z.nullable(z.object({ userId: id, nickname: z.string(), dateEnd: wireTime })),
  decided: z.nullable(z.object({ action: z.enum(CASE_ACTIONS), date: wireTime })),
})
export type CaseItem = z.infer<typeof caseItem>
export const caseList = listOf(caseItem)
export type CaseList = z.infer<typeof caseList>

export const caseParams = z.object({ id: idText })

/** `GET /api/v2/gloperate/counts`, for staff: what waits for a person, each up to `DESK_COUNT_MAX`. */
export const deskCounts = z.object({
  cases: z.int(),
  appeals: z.int(),
  /** Permanent bans that need a second member of staff. */
  bans: z.int(),
  /** Orders whose payment is not as ordered or is disputed; 0 for all but admins. */
  orders: z.int(),
})
export type DeskCounts = z.infer<typeof deskCounts>

/** `GET /api/v2/gloperate/case`, for staff. */
export const caseDetail = z.extend(caseItem, {
  /** The key of the thing within its kind. */
  target: z.string(),
  /** Null once it is deleted. */
  evidence: z.nullable(
    z.discriminatedUnion('kind', [
      z.extend(caseEvidence.sketch, { kind: z.literal('sketch') }),
      z.extend(caseEvidence.comment, { kind: z.literal('comment') }),
      z.extend(caseEvidence.profile, { kind: z.literal('profile') }),
      z.extend(caseEvidence.stream, { kind: z.literal('stream') }),
      z.extend(caseEvidence.message, { kind: z.literal('message') }),
      z.extend(caseEvidence.post, { kind: z.literal('post') }),
      z.extend(caseEvidence.group, { kind: z.literal('group') }),
      z.extend(caseEvidence.compo, { kind: z.literal('compo') }),
      z.extend(caseEvidence.challenge, { kind: z.literal('challenge') }),
      z.extend(caseEvidence.chatLine, { kind: z.literal('chatLine') }),
      z.extend(caseEvidence.boardMark, { kind: z.literal('boardMark') }),
      z.extend(caseEvidence.gift, { kind: z.literal('gift') }),
    ]),
  ),
  /** The members whom the evidence names by id, with their present nicknames. */
  people: z.array(member),
  /**
   * The thing as it is now: null once it is deleted. `imageUrl` is the picture of a sketch, `originalUrl` that of the
   * similar sketch. `frozenUrl`, `avatarUrl` and `coverUrl` are the pictures of the evidence, null if they are no
   * longer stored.
   */
  present: z.nullable(
    z.object({
      imageUrl: z.nullable(z.string()),
      originalUrl: z.nullable(z.string()),
      frozenUrl: z.nullable(z.string()),
      avatarUrl: z.nullable(z.string()),
      coverUrl: z.nullable(z.string()),
    }),
  ),
  /** The acts that can be carried out now. */
  actions: z.array(z.enum(CASE_ACTIONS)),
  /** The latest reports. */
  reports: z.array(
    z.object({
      userId: id,
      nickname: z.string(),
      reasons: z.array(z.enum(REPORT_REASONS)),
      details: z.string(),
      atSeconds: z.nullable(z.int()),
      date: wireTime,
    }),
  ),
  /** The latest acts of staff that concern the author, and other cases about the author's things. */
  history: z.object({
    acts: z.array(z.object({ id, action: z.string(), reason: z.string(), staff: z.string(), date: wireTime })),
    cases: z.array(caseItem),
  }),
  decision: z.nullable(
    z.object({
      staffId: id,
      staff: z.string(),
      action: z.enum(CASE_ACTIONS),
      rule: z.nullable(z.enum(RULE_NAMES)),
      reason: z.string(),
      note: z.string(),
      date: wireTime,
      canUndo: z.boolean(),
      undone: z.nullable(z.object({ nickname: z.string(), date: wireTime })),
    }),
  ),
  /** The author's appeal against the decision. */
  appeal: z.nullable(appealItem),
})
export type CaseDetail = z.infer<typeof caseDetail>

/** Claims a case for `CASE_CLAIM_MINUTES`. `takeOver`: also from another member of staff. */
export const claimBody = z.strictObject({ id, takeOver: z._default(z.boolean(), false) })
export const releaseBody = z.strictObject({ id })

/**
 * Decides a case in one step. All acts but `none` need a rule. The author sees `reason`, staff alone `note`.
 * `violation` and `duration` (hours, -1 for ever) belong to the acts of these names.
 */
export const decideBody = z
  .strictObject({
    id,
    action: z.enum(CASE_ACTIONS),
    rule: z._default(z.nullable(z.enum(RULE_NAMES)), null),
    reason: optionalReason,
    note: z._default(text(BAN_NOTES_MAX), ''),
    violation: z.optional(violation),
    duration: z.optional(z.literal(BAN_DURATIONS.filter((hours) => hours !== WARNING))),
  })
  .check(
    z.refine(({ action, rule }) => action === 'none' || rule !== null),
    z.refine((body) => (body.action === 'violation') === (body.violation !== undefined)),
    z.refine((body) => (body.action === 'ban') === (body.duration !== undefined)),
  )
export type DecideBody = z.infer<typeof decideBody>

export const undoDecisionBody = z.strictObject({
  id,
  reason: requiredReason,
})
