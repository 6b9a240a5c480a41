import * as z from 'zod/mini'
import { id, line } from '../http/common.ts'
import { chapter } from '../http/stream-chapter.ts'
import { CHAPTER_TITLE_MAX } from '../limits.ts'
import { ack } from './sockets.ts'

/**
 * Protocol of a stream's socket [2 §7], besides its frames (stream-frame.ts). A client sends one message or frame at
 * a time; the server sends arrays of events, or one frame. The client begins with `auth`. A viewer receives `stream`,
 * `counts`, `coding` and the frames since the last key frame, then everything live. After a restart of the object or
 * a reconnection of the publisher, frames may be repeated; their numbers identify duplicates. A publisher receives
 * `stream`, `counts`, `publish` and `chapters`, and continues with the numbers in `publish`. It buffers frames until
 * `stored` confirms them. The server may repeat `publish` at any time; the publisher then resends frames from those
 * numbers on. The server replies to the text `ping` with `pong`; a publisher pings every few seconds.
 */

const number = z.int().check(z.nonnegative())
/** The description of Opus has 19 bytes. All configurations of a stream are stored in one row, of at most 2 MB. */
const base64 = z.string().check(z.maxLength(256), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))

/** Codec strings of WebCodecs, in the profiles that publishers use. */
const codec = z.string().check(z.regex(/^(vp8|vp09\.00\.[0-9.]{1,40}|avc1\.42[0-9A-Fa-f]{4})$/))

/** Colour space in the terms of WebCodecs; null for values that the encoder does not report. */
export const pictureColorSpace = z.strictObject({
  primaries: z.nullable(z.enum(['bt709', 'bt470bg', 'smpte170m', 'bt2020', 'smpte432'])),
  transfer: z.nullable(z.enum(['bt709', 'smpte170m', 'iec61966-2-1', 'linear', 'pq', 'hlg'])),
  matrix: z.nullable(z.enum(['rgb', 'bt709', 'bt470bg', 'smpte170m', 'bt2020-ncl'])),
  fullRange: z.nullable(z.boolean()),
})

/** Decoder configuration from the next key frame on. Larger pictures, and hidden ones, are refused. */
export const pictureConfig = z.strictObject({
  codec,
  width: z.int().check(z.minimum(16), z.maximum(4096)),
  height: z.int().check(z.minimum(16), z.maximum(4096)),
  colorSpace: z.optional(pictureColorSpace),
})
export type PictureConfig = z.infer<typeof pictureConfig>

export const soundConfig = z.strictObject({
  codec: z.literal('opus'),
  sampleRate: z.int().check(z.minimum(8000), z.maximum(48_000)),
  channels: z.int().check(z.minimum(1), z.maximum(2)),
  description: z.optional(base64),
})
export type SoundConfig = z.infer<typeof soundConfig>

/** Null for a kind that is not sent, or that is sent as stills or sound files. */
export const codecConfig = z.strictObject({
  picture: z.nullable(pictureConfig),
  sound: z.nullable(soundConfig),
})
export type CodecConfig = z.infer<typeof codecConfig>

/** Pictures that a viewer receives: all, key frames only, or stills only. Every level includes sound. */
export const streamLevel = z.enum(['all', 'keys', 'stills'])
export type StreamLevel = z.infer<typeof streamLevel>

export const streamClientMessage = z.discriminatedUnion('type', [
  /** `chatId` is a ticket for the member `userId`; `level` is the most that a viewer's browser can show. */
  z.strictObject({
    type: z.literal('auth'),
    chatId: z.string().check(z.maxLength(2048)),
    streamId: id,
    userId: id,
    as: z.enum(['publisher', 'viewer']),
    level: z._default(streamLevel, 'all'),
  }),
  ack,
  /** From a viewer, once a second: the delay of the frame on the screen. */
  z.strictObject({ type: z.literal('shown'), lateMs: number }),
  /** From a viewer whose decoder failed: continue from a key frame. */
  z.strictObject({ type: z.literal('lost') }),
  /** From the publisher, before the frames that it describes; the next picture is a key frame. */
  z.strictObject({ type: z.literal('coding'), coding: codecConfig }),
  /** From the publisher; the next picture is a key frame. */
  z.strictObject({ type: z.literal('pause'), paused: z.boolean() }),
  /** From the publisher: a chapter begins now. */
  z.strictObject({ type: z.literal('chapter'), title: line(CHAPTER_TITLE_MAX) }),
])
export type StreamClientMessage = z.infer<typeof streamClientMessage>

/** `stopped` by its publisher, `lost` its publisher, ended by `staff`, or lasted a `day`. */
export const streamEnd = z.enum(['stopped', 'lost', 'staff', 'day'])
export type StreamEnd = z.infer<typeof streamEnd>

export const streamServerEvent = z.discriminatedUnion('type', [
  /** `clockMs` is the age of the stream; `waiting`: the publisher is disconnected. */
  z.object({ type: z.literal('stream'), state: z.enum(['live', 'paused', 'waiting']), clockMs: number }),
  /** Members watching now, and in total. */
  z.object({ type: z.literal('counts'), watching: number, total: number }),
  z.object({ type: z.literal('coding'), coding: codecConfig }),
  /** To a viewer whose level was lowered or raised: the level from now on. */
  z.object({ type: z.literal('level'), level: streamLevel }),
  /** To the publisher: the number of the next frame of each kind. */
  z.object({
    type: z.literal('publish'),
    next: z.object({ picture: number, sound: number, still: number, soundFile: number }),
    clockMs: number,
  }),
  /** To the publisher: frames before these numbers are stored and can be dropped. */
  z.object({
    type: z.literal('stored'),
    next: z.object({ picture: number, sound: number, still: number, soundFile: number }),
  }),
  /** To the publisher: its storage is full, so the rest of the stream is not recorded. */
  z.object({ type: z.literal('recordingFull') }),
  /** To the publisher: a new viewer needs a key frame. */
  z.object({ type: z.literal('key') }),
  /** To the publisher, every few seconds: numbers of viewers in sync and of lagging viewers. */
  z.object({ type: z.literal('health'), inSync: number, lagging: number }),
  /** To the publisher: `wanted` is true while any viewer watches stills, which are then needed once a second. */
  z.object({ type: z.literal('stills'), wanted: z.boolean() }),
  /** To the publisher, at the start and after each change: all chapters. */
  z.object({ type: z.literal('chapters'), chapters: z.array(chapter) }),
  z.object({ type: z.literal('ended'), reason: streamEnd }),
  /** The ticket expires soon: send `auth` with a new one. */
  z.object({ type: z.literal('reauth') }),
])
export type StreamServerEvent = z.infer<typeof streamServerEvent>

export const streamSocketPath = (streamId: number) => `/socket/stream/${streamId}`
