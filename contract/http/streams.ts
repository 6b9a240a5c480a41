import * as z from 'zod/mini'
import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, DESCRIPTION_MAX, TITLE_MAX } from '../limits.ts'
import { codecConfig, streamEnd } from '../socket/stream-messages.ts'
import { wireTime } from '../time.ts'
import { callKey, cursorParams, id, idText, line, listOf, text } from './common.ts'
import { mention } from './mentions.ts'
import { ruleAndReason } from './rules.ts'
import { chapter } from './stream-chapter.ts'
import { streamItem } from './stream-item.ts'
import { person } from './users.ts'

const count = z.int().check(z.nonnegative())

export const streamSource = z.enum(['screen', 'camera', 'whiteboard'])
export type StreamSource = z.infer<typeof streamSource>

export const announcedStream = z.object({
  id,
  title: z.string(),
  description: z.string(),
  user: person,
  mature: z.boolean(),
  startsAt: wireTime,
  /** True if this viewer has set a reminder. */
  reminded: z.boolean(),
  /** Number of members who have set one. */
  reminders: count,
})
export type AnnouncedStream = z.infer<typeof announcedStream>

export const replayItem = z.extend(streamItem, { durationMs: count })
export type ReplayItem = z.infer<typeof replayItem>

/**
 * `GET /api/v2/streams`: first pages of live streams (most watched first) and announced streams; an empty cursor is
 * the end. `own` is for members: their live stream, and the recordings that await their decision, latest first.
 */
export const streamsReply = z.object({
  streams: z.array(streamItem),
  announced: z.array(announcedStream),
  cursors: z.object({ live: z.string(), announced: z.string() }),
  /** `preview` is the path of the board's picture. */
  whiteboard: z.object({ preview: z.string() }),
  own: z.nullable(z.object({ live: z.nullable(id), pending: z.array(replayItem) })),
})
export type StreamsReply = z.infer<typeof streamsReply>

/** `user` restricts a list to the streams of one member. */
export const streamListParams = z.extend(cursorParams, { user: z.optional(idText) })

/** `GET /api/v2/streams/live`. While counts change, a stream may appear twice or be skipped between pages. */
export const liveStreamsReply = listOf(streamItem)
export type LiveStreamsReply = z.infer<typeof liveStreamsReply>

/** `GET /api/v2/streams/announced`, earliest start first, for everyone's streams or one member's. */
export const announcedStreamsReply = listOf(announcedStream)
export type AnnouncedStreamsReply = z.infer<typeof announcedStreamsReply>

/** `GET /api/v2/streams/replays`, latest first, for everyone's streams or one member's. */
export const replaysReply = listOf(replayItem)
export type ReplaysReply = z.infer<typeof replaysReply>

/**
 * `pending`: recorded, and the artist has not decided; only they and staff see it. `kept`: published as a replay.
 * `hidden`: hidden by staff.
 */
export const replayStatus = z.enum(['none', 'pending', 'kept', 'hidden'])
export type ReplayStatus = z.infer<typeof replayStatus>

const shownStream = z.extend(streamItem, {
  hidden: z.literal(false),
  /** A warning for staff, who see mature streams even if they have not switched them on. */
  notice: z.nullable(z.literal('mature')),
  description: z.string(),
  state: z.enum(['announced', 'live', 'ended']),
  startsAt: z.nullable(wireTime),
  /** The reason for the end. */
  end: z.nullable(streamEnd),
  durationMs: count,
  /** `pending` and `hidden` only for the artist and staff; others get `none`. */
  replay: replayStatus,
  /** For everyone: the stream has ended, and a replay may still be published. */
  undecided: z.boolean(),
  chapters: z.array(chapter),
  /**
   * The sketch posted with the stream, otherwise the announced subject; null if this viewer may not see it. `linkKey`
   * is the unguessable part of the link to an unlisted one.
   */
  sketch: z.nullable(z.object({ id, linkKey: z.nullable(z.string()), title: z.string() })),
  /** The announced subject, for the artist only, even if no longer visible. */
  sketchId: z.nullable(id),
  challenge: z.nullable(z.object({ id, title: z.string() })),
  source: streamSource,
  isFanOf: z.boolean(),
  reminded: z.boolean(),
  reminders: count,
  channel: z.string(),
})
export type ShownStream = z.infer<typeof shownStream>

/**
 * `GET /api/v2/stream/{id}`: the page of a stream, also after its end. `hidden` withholds it from this viewer;
 * `blocked` redirects home.
 */
export const streamPageReply = z.discriminatedUnion('hidden', [
  z.object({ hidden: z.literal(true), id, notice: z.enum(['mature', 'blocked']) }),
  shownStream,
])
export type StreamPageReply = z.infer<typeof streamPageReply>

const streamFields = {
  title: line(TITLE_MAX).check(z.minLength(1)),
  description: z._default(text(DESCRIPTION_MAX), ''),
  mature: z._default(z.boolean(), false),
  /** Subjects of the stream. */
  sketchId: z._default(z.nullable(id), null),
  challengeId: z._default(z.nullable(id), null),
}

/**
 * `POST /api/v2/stream/start` returns the id. A second live stream fails with `stream_live` unless the key is the
 * same. `announcedId` starts an announced stream.
 */
export const streamStartBody = z.strictObject({
  ...streamFields,
  key: callKey,
  source: streamSource,
  announcedId: z._default(z.nullable(id), null),
})
export type StreamStartBody = z.input<typeof streamStartBody>
export const streamIdReply = z.object({ id })
export type StreamIdReply = z.infer<typeof streamIdReply>

/**
 * `POST /api/v2/stream/edit`, by the artist, live or later. `startsAt` moves an announced stream; it fails with
 * `stream_over`, without any change, once the stream has begun.
 */
export const streamEditBody = z.strictObject({ id, ...streamFields, startsAt: z.optional(wireTime) })
export type StreamEditBody = z.input<typeof streamEditBody>

/** `POST /api/v2/stream/end`, by the artist, or by staff who say why. Idempotent. */
export const streamEndBody = z.strictObject({ id, ...ruleAndReason })

/** `POST /api/v2/stream/replay`: the artist publishes the recording or deletes it permanently. */
export const streamReplayBody = z.strictObject({ id, keep: z.boolean() })

/** `POST /api/v2/stream/chapters`, by the artist. The site sorts them. */
export const chaptersBody = z.strictObject({
  id,
  chapters: z
    .array(z.strictObject({ atMs: count, title: line(CHAPTER_TITLE_MAX).check(z.minLength(1)) }))
    .check(z.maxLength(CHAPTERS_MAX)),
})

/** `POST /api/v2/stream/announce` returns the id. */
export const streamAnnounceBody = z.strictObject({ ...streamFields, key: callKey, startsAt: wireTime })
export type StreamAnnounceBody = z.input<typeof streamAnnounceBody>

/** `POST /api/v2/stream/unannounce` cancels an announced stream: by the artist, or by staff with a rule or a reason. */
export const unannounceBody = z.strictObject({ id, ...ruleAndReason })

/** `POST /api/v2/stream/remind` sets or removes a member's reminder of an announced stream. */
export const remindBody = z.strictObject({ id, remind: z.boolean() })

/** `POST /api/v2/stream/hideReplay`, by staff: hides a replay, or shows it again with a reason that only staff read. */
export const hideReplayBody = z.strictObject({ id, hidden: z.boolean(), ...ruleAndReason })

/** Each picture has its own number, so that browsers can cache it forever. */
export const streamPreviewPath = (id: number, number: number) => `/stream/${id}/preview/${number}.webp`

export const streamCalendarPath = (id: number) => `/stream/${id}/croquis-stream.ics`

/**
 * A recording in segments (socket/replay-segment.ts). A segment begins with a key frame or contains sound only. Times
 * are in ms since the stream began.
 */
export const replayManifest = z.object({
  durationMs: count,
  /** Codec configurations. Each applies from its segment until the next one. */
  codings: z.array(z.object({ fromSegment: count, coding: codecConfig })),
  segments: z.array(z.object({ startMs: count, endMs: count, bytes: count })),
  /** Periods in which the stream was paused or without its publisher. */
  pauses: z.array(z.object({ startMs: count, endMs: count })),
})
export type ReplayManifest = z.infer<typeof replayManifest>
export const replayManifestPath = (id: number) => `/stream/${id}/replay/manifest.json`
export const replaySegmentPath = (id: number, segment: number) => `/stream/${id}/replay/${segment}.seg`

/** Chat of the recording, by time. `id` is the line's number in the room. */
export const replayChatReply = z.object({
  /** `admin` marks staff. */
  lines: z.array(
    z.object({
      id,
      atMs: count,
      user: person,
      message: z.string(),
      admin: z.optional(z.boolean()),
      mentions: z.optional(z.array(mention)),
    }),
  ),
})
export type ReplayChatReply = z.infer<typeof replayChatReply>
export const replayChatPath = (id: number) => `/stream/${id}/replay/chat.json`

/** Largest width of a preview in pixels. */
export const PREVIEW_WIDTH = 480
export const orientationOf = (width: number, height: number) => (height > width ? 'portrait' : 'landscape')
