import * as z from 'zod/mini'
import {
  CHAPTER_TITLE_MAX,
  CHAPTERS_MAX,
  DESCRIPTION_MAX,
  REPORT_DETAILS_MAX,
  STAFF_REASON_MAX,
  TITLE_MAX,
} from '../limits.ts'
import { codecConfig, streamEnd } from '../socket/stream-messages.ts'
import { wireTime } from '../time.ts'
import { chapter } from './chapter.ts'
import { callKey, id, line, listOf, text } from './common.ts'
import { streamItem } from './stream-item.ts'
import { person } from './users.ts'

const count = z.int().check(z.nonnegative())

/** What a stream shows. */
export const streamSource = z.enum(['screen', 'camera', 'whiteboard'])
export type StreamSource = z.infer<typeof streamSource>

/** A stream that its artist has announced for later. */
export const announcedStream = z.object({
  id,
  title: z.string(),
  description: z.string(),
  user: person,
  mature: z.boolean(),
  startsAt: wireTime,
  /** Whether this viewer is told when it begins, and how many are. */
  reminded: z.boolean(),
  reminders: count,
})
export type AnnouncedStream = z.infer<typeof announcedStream>

/** A recording of a stream that has ended, as lists show it. */
export const replayItem = z.extend(streamItem, { durationMs: count })
export type ReplayItem = z.infer<typeof replayItem>

/**
 * `GET /api/v2/streams`: the first streams that are live, most watched first, the first of those announced, and the
 * whiteboard's entry; `cursors` say where the two lists go on, empty where they do not. For a member also which stream of
 * their own is live, and which recordings wait for their decision, the latest first.
 */
export const streamsReply = z.object({
  streams: z.array(streamItem),
  announced: z.array(announcedStream),
  cursors: z.object({ live: z.string(), announced: z.string() }),
  whiteboard: z.object({ preview: z.string() }),
  own: z.nullable(z.object({ live: z.nullable(id), pending: z.array(replayItem) })),
})
export type StreamsReply = z.infer<typeof streamsReply>

/** `GET /api/v2/streams/live`; who follows it is shown one that gained viewers meanwhile twice, and may miss one that lost some. */
export const livePage = listOf(streamItem)
export type LivePage = z.infer<typeof livePage>

/** `GET /api/v2/streams/announced`, the next first. */
export const announcedPage = listOf(announcedStream)
export type AnnouncedPage = z.infer<typeof announcedPage>

/** `GET /api/v2/streams/replays`, the latest first. */
export const replaysReply = listOf(replayItem)
export type ReplaysReply = z.infer<typeof replaysReply>

/** `pending`: its artist has not decided yet, and sees it alone. `hidden`: by staff. */
export const replayState = z.enum(['none', 'pending', 'kept', 'hidden'])
export type ReplayState = z.infer<typeof replayState>

const shownStream = z.extend(streamItem, {
  hidden: z.literal(false),
  /** Said above it to staff, who see it all the same. */
  notice: z.nullable(z.literal('mature')),
  description: z.string(),
  state: z.enum(['announced', 'live', 'ended']),
  startsAt: z.nullable(wireTime),
  /** Why it ended. */
  end: z.nullable(streamEnd),
  durationMs: count,
  /** As far as this viewer may know: `pending` and `hidden` are told to its artist and staff alone, `none` to others. */
  replay: replayState,
  /** It has ended, and its artist may still keep a replay of it. */
  undecided: z.boolean(),
  chapters: z.array(chapter),
  /** What its page shows: the sketch that it was posted with, or else the one that it is about, where this viewer may see it. */
  sketch: z.nullable(z.object({ id, title: z.string() })),
  /** For its artist, who may change it: the sketch that it is about, though they may not see it any more. */
  sketchId: z.nullable(id),
  /** The challenge that it is about. */
  challenge: z.nullable(z.object({ id, title: z.string() })),
  source: streamSource,
  isFanOf: z.boolean(),
  reminded: z.boolean(),
  reminders: count,
  /** The room beside it. */
  channel: z.string(),
})
export type ShownStream = z.infer<typeof shownStream>

/**
 * `GET /api/v2/stream/{id}`: a stream's page. It outlives the stream. With `hidden` set the viewer may not see it; from
 * what is `blocked` the page leads home, as from a sketch.
 */
export const streamPage = z.discriminatedUnion('hidden', [
  z.object({ hidden: z.literal(true), id, notice: z.enum(['mature', 'blocked']) }),
  shownStream,
])
export type StreamPage = z.infer<typeof streamPage>

const words = {
  title: line(TITLE_MAX).check(z.minLength(1)),
  description: z._default(text(DESCRIPTION_MAX), ''),
  mature: z._default(z.boolean(), false),
  /** The sketch and the challenge that it is about, where there are any. */
  sketchId: z._default(z.nullable(id), null),
  challengeId: z._default(z.nullable(id), null),
}

/**
 * `POST /api/v2/stream/start` answers the stream's id. A member has one at a time: who has one live already is answered
 * `stream_live`, unless the key is the same. With `announcedId` an announced stream begins.
 */
export const streamStartBody = z.strictObject({
  ...words,
  key: callKey,
  source: streamSource,
  announcedId: z._default(z.nullable(id), null),
})
export type StreamStartBody = z.input<typeof streamStartBody>
export const streamIdReply = z.object({ id })
export type StreamIdReply = z.infer<typeof streamIdReply>

/**
 * `POST /api/v2/stream/edit`: its artist changes the words, live or later. With `startsAt` an announced stream is moved; one
 * that has begun meanwhile is answered `stream_over`, and nothing of it is changed.
 */
export const streamEditBody = z.strictObject({ id, ...words, startsAt: z.optional(wireTime) })
export type StreamEditBody = z.input<typeof streamEditBody>

/** `POST /api/v2/stream/end`, by its artist, or by staff who say why. Ending again changes nothing. */
export const streamEndBody = z.strictObject({ id, reason: z._default(text(STAFF_REASON_MAX), '') })

/** `POST /api/v2/stream/replay`: its artist keeps the recording, or removes it; removing is for good. */
export const streamReplayBody = z.strictObject({ id, keep: z.boolean() })

/** `POST /api/v2/stream/chapters`, by its artist; they are put in order. */
export const chaptersBody = z.strictObject({
  id,
  chapters: z
    .array(z.strictObject({ atMs: count, title: line(CHAPTER_TITLE_MAX).check(z.minLength(1)) }))
    .check(z.maxLength(CHAPTERS_MAX)),
})

/** `POST /api/v2/stream/announce` answers the stream's id; `/unannounce` takes it back. */
export const streamAnnounceBody = z.strictObject({ ...words, key: callKey, startsAt: wireTime })
export type StreamAnnounceBody = z.input<typeof streamAnnounceBody>
export const streamBody = z.strictObject({ id })

/** `POST /api/v2/stream/remind`: to be told when it begins, or not. */
export const remindBody = z.strictObject({ id, remind: z.boolean() })

/** `POST /api/v2/stream/hideReplay`, by staff. */
export const hideReplayBody = z.strictObject({
  id,
  hidden: z.boolean(),
  reason: z._default(text(STAFF_REASON_MAX), ''),
})

/** Where the preview is; another picture by each number. */
export const streamPreviewPath = (id: number, number: number) => `/stream/${id}/preview/${number}.webp`

/** Where a stream that is announced can be put into a calendar. */
export const streamCalendarPath = (id: number) => `/stream/${id}/croquis-stream.ics`

/**
 * A recording, in segments. Each begins with a key frame, or holds sound alone; it is frames of socket/stream.ts, each with
 * its length before it in four bytes. Times are in milliseconds since the stream began.
 */
export const replayManifest = z.object({
  durationMs: count,
  /** Codings, each from a segment on. */
  codings: z.array(z.object({ fromSegment: count, coding: codecConfig })),
  /** Where a segment begins and ends, and how many bytes it has. */
  segments: z.array(z.object({ startMs: count, endMs: count, bytes: count })),
  /** From when to when the stream was paused or without its publisher. */
  pauses: z.array(z.object({ startMs: count, endMs: count })),
})
export type ReplayManifest = z.infer<typeof replayManifest>
export const replayManifestPath = (id: number) => `/stream/${id}/replay/manifest.json`
export const replaySegmentPath = (id: number, segment: number) => `/stream/${id}/replay/${segment}.seg`

/** What was said beside it, by when, in its order; lines are known by their numbers in the room. */
export const replayChat = z.object({
  /** `admin` is said of staff. */
  lines: z.array(z.object({ id, atMs: count, user: person, message: z.string(), admin: z.optional(z.boolean()) })),
})
export type ReplayChat = z.infer<typeof replayChat>
export const replayChatPath = (id: number) => `/stream/${id}/replay/chat.json`

/** The width of previews at most. */
export const PREVIEW_WIDTH = 480
/** Whether a picture of these sides stands or lies. */
export const orientationOf = (sw: number, sh: number) => (sh > sw ? 'portrait' : 'landscape')

/** `POST /api/v2/report` of a stream or its replay, for staff to look at. */
export const streamReportBody = z.strictObject({ stream: id, details: z._default(text(REPORT_DETAILS_MAX), '') })
