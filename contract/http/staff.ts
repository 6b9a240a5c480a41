import * as z from 'zod/mini'
import { STAFF_REASON_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id, listOf, text } from './common.ts'

export const violation = z.enum(['copyright', 'inappropriate', 'notsketch'])
export type Violation = z.infer<typeof violation>

export const staffFeatureBody = z.object({ sketchId: id })

/** A sketch is hidden for what it breaks; null shows it again. */
export const violationBody = z.object({
  sketchId: id,
  violation: z.nullable(violation),
  reason: z._default(text(STAFF_REASON_MAX), ''),
})

/** An open report about a sketch, as staff review it [2 §2]. */
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
const reportedStreams = listOf(reportedStream)
export type ReportedStreams = z.infer<typeof reportedStreams>

const reportedUsers = listOf(reportedUser)
export type ReportedUsers = z.infer<typeof reportedUsers>

export const reportedSketches = listOf(reportedSketch)
export type ReportedSketches = z.infer<typeof reportedSketches>
