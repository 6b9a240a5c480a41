import * as z from 'zod/mini'
import type { CaseKind } from '../cases.ts'
import { id } from './common.ts'

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

/** Evidence of each kind of case: the thing and its neighbours as they were at the first report, with members by id. */
export const caseEvidence = {
  sketch: z.object({
    title: z.string(),
    description: z.string(),
    /** The address of its pictures at that time. */
    imageKey: z.string(),
    mature: z.boolean(),
    madeWithAi: z.boolean(),
    createdAt: time,
  }),
  comment: z.object({
    /** `title` is empty for a profile, and for a deleted sketch. */
    target: z.object({ type: z.enum(['sketch', 'profile']), id, title: z.string() }),
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
} satisfies Record<CaseKind, z.ZodMiniType>

export type CaseEvidence = { [Kind in CaseKind]: z.infer<(typeof caseEvidence)[Kind]> }
