import * as z from 'zod/mini'
import { REPORT_DETAILS_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id, listOf, text } from './common.ts'

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
export type ReportBody = z.infer<typeof reportBody>

/** `POST /api/v2/report` of a stream or its replay */
export const streamReportBody = z.strictObject({ stream: id, details: z._default(text(REPORT_DETAILS_MAX), '') })

/** `POST /api/v2/report` of a thread of messages */
export const messageReportBody = z.strictObject({ message: id, details: z._default(text(REPORT_DETAILS_MAX), '') })

/** An open report about a sketch, as staff review it [2 §2]. `id` is the report's, `reporter` a nickname. */
export const reportedSketch = z.object({
  id,
  sketchId: id,
  title: z.string(),
  imageUrl: z.string(),
  userId: id,
  nickname: z.string(),
  reporterId: id,
  reporter: z.string(),
  copyright: z.boolean(),
  mature: z.boolean(),
  inappropriate: z.boolean(),
  challengedq: z.boolean(),
  compodq: z.boolean(),
  notsketch: z.boolean(),
  undeclaredAi: z.boolean(),
  details: z.string(),
  date: wireTime,
})

/** An open report about a member, as staff review it. */
export const reportedUser = z.object({
  id,
  userId: id,
  nickname: z.string(),
  reporterId: id,
  reporter: z.string(),
  date: wireTime,
})

/** An open report about a stream, as staff review it. */
export const reportedStream = z.object({
  id,
  streamId: id,
  title: z.string(),
  state: z.enum(['announced', 'live', 'ended']),
  userId: id,
  nickname: z.string(),
  reporterId: id,
  reporter: z.string(),
  details: z.string(),
  date: wireTime,
})
/** A post of a reported thread, as it was when it was reported. */
export const reportedPost = z.object({
  number: id,
  userId: id,
  text: z.string(),
  sketchId: z.nullable(id),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
})
export type ReportedPost = z.infer<typeof reportedPost>

/** An open report about a thread of messages, as staff review it. `userId` is the other member. */
export const reportedMessage = z.object({
  id,
  threadId: id,
  userId: id,
  nickname: z.string(),
  reporterId: id,
  reporter: z.string(),
  subject: z.string(),
  /** The latest posts, latest first. */
  posts: z.array(reportedPost),
  details: z.string(),
  date: wireTime,
})
const reportedMessages = listOf(reportedMessage)
export type ReportedMessages = z.infer<typeof reportedMessages>

const reportedStreams = listOf(reportedStream)
export type ReportedStreams = z.infer<typeof reportedStreams>

const reportedUsers = listOf(reportedUser)
export type ReportedUsers = z.infer<typeof reportedUsers>

export const reportedSketches = listOf(reportedSketch)
export type ReportedSketches = z.infer<typeof reportedSketches>
