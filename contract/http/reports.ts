import * as z from 'zod/mini'
import { REPORT_DETAILS_MAX, STREAM_MAX_MS } from '../limits.ts'
import { wireTime } from '../time.ts'
import { commentedThing, reportedPost } from './cases.ts'
import { channelParams } from './chat.ts'
import { id, listOf, text } from './common.ts'
import { compoKey } from './compo-item.ts'
import { groupId } from './groups.ts'
import { boardMark } from './whiteboard.ts'

/**
 * A report of a sketch [1 §3] with a reason, details, or both. `challengedq` and `compodq`: the sketch should be
 * disqualified from its challenge or compo. `undeclaredAi`: it was made with generative AI, and its artist denied that.
 */
export const reportBody = z.object({
  details: text(REPORT_DETAILS_MAX),
  copyright: z._default(z.boolean(), false),
  mature: z._default(z.boolean(), false),
  inappropriate: z._default(z.boolean(), false),
  challengedq: z._default(z.boolean(), false),
  compodq: z._default(z.boolean(), false),
  notsketch: z._default(z.boolean(), false),
  undeclaredAi: z._default(z.boolean(), false),
})

/** A dispute of a sketch that is similar to one of the caller's. */
export const disputeBody = z.strictObject({ details: text(REPORT_DETAILS_MAX) })

/** `POST /api/v2/report` of a stream or its replay, at a time in it */
export const streamReportBody = z.strictObject({
  stream: id,
  details: z._default(text(REPORT_DETAILS_MAX), ''),
  seconds: z.optional(z.int().check(z.minimum(0), z.maximum(STREAM_MAX_MS / 1000))),
})

/** `POST /api/v2/report` of a thread of messages */
export const messageReportBody = z.strictObject({ message: id, details: z._default(text(REPORT_DETAILS_MAX), '') })

/** `POST /api/v2/report` of a group, by its slug */
export const groupReportBody = z.strictObject({ group: groupId, details: z._default(text(REPORT_DETAILS_MAX), '') })

/** `POST /api/v2/report` of a compo of a group, by its key */
export const compoReportBody = z.strictObject({ compo: compoKey, details: z._default(text(REPORT_DETAILS_MAX), '') })

/** `POST /api/v2/report` of a challenge of a group */
export const challengeReportBody = z.strictObject({ challenge: id, details: z._default(text(REPORT_DETAILS_MAX), '') })

/** `POST /api/v2/report` of a line of a chat room */
export const chatLineReportBody = z.strictObject({
  ...channelParams.shape,
  line: id,
  details: z._default(text(REPORT_DETAILS_MAX), ''),
})

/** `POST /api/v2/report` of a mark on the whiteboard */
export const boardMarkReportBody = z.strictObject({
  mark: boardMark,
  details: z._default(text(REPORT_DETAILS_MAX), ''),
})

/** `POST /api/v2/report` of the message of a gift, by the number of its order */
export const giftReportBody = z.strictObject({ gift: id, details: z._default(text(REPORT_DETAILS_MAX), '') })

/** An open report, as staff review it [2 §2]. `id` is the report's, `userId` the author's, `reporter` a nickname. */
const openReport = z.object({
  id,
  caseId: id,
  userId: id,
  nickname: z.string(),
  reporterId: id,
  reporter: z.string(),
  details: z.string(),
  date: wireTime,
})

/** `imageUrl` is the picture's address at the first report. It no longer works if the picture has changed since. */
export const reportedSketch = z.extend(openReport, {
  sketchId: id,
  title: z.string(),
  imageUrl: z.string(),
  copyright: z.boolean(),
  mature: z.boolean(),
  inappropriate: z.boolean(),
  challengedq: z.boolean(),
  compodq: z.boolean(),
  notsketch: z.boolean(),
  undeclaredAi: z.boolean(),
})
export const reportedSketches = listOf(reportedSketch)
export type ReportedSketches = z.infer<typeof reportedSketches>

/** `text` is that of the first report. A deleted comment is greyed [1 §4]. */
export const reportedComment = z.extend(openReport, {
  commentId: id,
  text: z.string(),
  commentedAt: wireTime,
  target: commentedThing,
  deleted: z.boolean(),
})
export const reportedComments = listOf(reportedComment)
export type ReportedComments = z.infer<typeof reportedComments>

const reportedUsers = listOf(openReport)
export type ReportedUsers = z.infer<typeof reportedUsers>

/** `atSeconds` is the reported time in the stream. */
export const reportedStream = z.extend(openReport, {
  streamId: id,
  title: z.string(),
  state: z.enum(['announced', 'live', 'ended']),
  atSeconds: z.nullable(z.int()),
})
const reportedStreams = listOf(reportedStream)
export type ReportedStreams = z.infer<typeof reportedStreams>

/** `userId` is the other member of the thread. */
export const reportedMessage = z.extend(openReport, {
  threadId: id,
  subject: z.string(),
  /** The latest posts at the first report, latest first. */
  posts: z.array(reportedPost),
})
const reportedMessages = listOf(reportedMessage)
export type ReportedMessages = z.infer<typeof reportedMessages>
