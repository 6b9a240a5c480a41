import * as z from 'zod/mini'
import { chapter } from '../http/chapter.ts'
import { id, line } from '../http/common.ts'
import { CHAPTER_TITLE_MAX } from '../limits.ts'
import { ack } from './sockets.ts'

/**
 * What is said on a stream's socket [2 §7] beside its frames (stream.ts). A client sends one message or one frame at a
 * time; a server's text is an array of events, its bytes are a frame.
 *
 * A socket begins with `auth`. A viewer is answered `stream`, `counts`, the `coding` and the pictures from the last key
 * frame on, and then hears all as it comes; after its publisher or the object itself was away, frames may come a second
 * time, to be left out by their numbers. The publisher is answered `stream`, `counts`, `publish` and `chapters`, and goes
 * on with the numbers in `publish`: what they hold from there on is sent again, and what lies before it is still held until
 * it is `kept`. `publish` may come again at any time, and means the same. The text `ping` is answered `pong`; a publisher
 * sends it every few seconds, and is taken for gone after PUBLISHER_TIMEOUT_MS without a word.
 */

const number = z.int().check(z.nonnegative())
const base64 = z.string().check(z.maxLength(4096), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))

/** Codecs that a stream may be in, as WebCodecs names them. */
const codec = z.string().check(z.regex(/^(vp8|vp09\.[0-9.]{1,40}|avc1\.[0-9A-Fa-f]{6}|av01\.[0-9A-Za-z.]{1,40})$/))

/** What the numbers of a picture mean as colours, by the names of WebCodecs; null for what its coder does not know. */
export const pictureColorSpace = z.strictObject({
  primaries: z.nullable(z.enum(['bt709', 'bt470bg', 'smpte170m', 'bt2020', 'smpte432'])),
  transfer: z.nullable(z.enum(['bt709', 'smpte170m', 'iec61966-2-1', 'linear', 'pq', 'hlg'])),
  matrix: z.nullable(z.enum(['rgb', 'bt709', 'bt470bg', 'smpte170m', 'bt2020-ncl'])),
  fullRange: z.nullable(z.boolean()),
})

/** How pictures are coded from the next key frame on: what a decoder is set up with. */
export const pictureConfig = z.strictObject({
  codec,
  width: z.int().check(z.minimum(16), z.maximum(4096)),
  height: z.int().check(z.minimum(16), z.maximum(4096)),
  /** Bytes that the decoder needs besides, if it does. */
  description: z.optional(base64),
  colorSpace: z.optional(pictureColorSpace),
})
export type PictureConfig = z.infer<typeof pictureConfig>

/** How sound is coded from now on. */
export const soundConfig = z.strictObject({
  codec: z.literal('opus'),
  sampleRate: z.int().check(z.minimum(8000), z.maximum(48_000)),
  channels: z.int().check(z.minimum(1), z.maximum(2)),
  description: z.optional(base64),
})
export type SoundConfig = z.infer<typeof soundConfig>

/** How frames are coded; null where there are none of that kind, or stills and whole files instead. */
export const codecConfig = z.strictObject({
  picture: z.nullable(pictureConfig),
  sound: z.nullable(soundConfig),
})
export type CodecConfig = z.infer<typeof codecConfig>

/** Which frames a viewer is sent: all, key frames, stills. Sound goes with each of them. */
export const streamLevel = z.enum(['all', 'keys', 'stills'])
export type StreamLevel = z.infer<typeof streamLevel>

/** Messages of a client. */
export const streamClientMessage = z.discriminatedUnion('type', [
  /**
   * Who comes, by a ticket for the member `userId` (`chatId`), to which stream, and as what; `level` is the most that a
   * viewer's browser can show.
   */
  z.strictObject({
    type: z.literal('auth'),
    chatId: z.string().check(z.maxLength(2048)),
    streamId: id,
    userId: id,
    as: z.enum(['publisher', 'viewer']),
    level: z._default(streamLevel, 'all'),
  }),
  ack,
  /** Of a viewer, once a second: how long ago the latest frame that is shown was sent. */
  z.strictObject({ type: z.literal('shown'), lateMs: number }),
  /** Of a viewer whose decoder has lost its way: goes on from a key frame. */
  z.strictObject({ type: z.literal('lost') }),
  /** Of the publisher: how the frames that follow are coded. Pictures then go on with a key frame. */
  z.strictObject({ type: z.literal('coding'), coding: codecConfig }),
  /** Of the publisher. Pictures go on with a key frame after it. */
  z.strictObject({ type: z.literal('pause'), paused: z.boolean() }),
  /** Of the publisher: a chapter of the replay begins. */
  z.strictObject({ type: z.literal('chapter'), title: line(CHAPTER_TITLE_MAX) }),
])
export type StreamClientMessage = z.infer<typeof streamClientMessage>

/** Why a stream ended: its publisher or staff ended it, the publisher was gone for too long, or it had lasted a day. */
export const streamEnd = z.enum(['stopped', 'lost', 'staff', 'day'])
export type StreamEnd = z.infer<typeof streamEnd>

/** Events of the object. */
export const streamServerEvent = z.discriminatedUnion('type', [
  /** How the stream stands; it began so many milliseconds ago. `waiting` is without its publisher. */
  z.object({ type: z.literal('stream'), state: z.enum(['live', 'paused', 'waiting']), clockMs: number }),
  /** How many members watch now, and how many have. */
  z.object({ type: z.literal('counts'), watching: number, total: number }),
  z.object({ type: z.literal('coding'), coding: codecConfig }),
  /** Which frames one is sent from now on. */
  z.object({ type: z.literal('level'), level: streamLevel }),
  /** To the publisher: the number that the next frame of each kind must have. */
  z.object({
    type: z.literal('publish'),
    next: z.object({ picture: number, sound: number, still: number, soundFile: number }),
    clockMs: number,
  }),
  /** To the publisher: frames before these numbers are kept, and need not be sent again. */
  z.object({
    type: z.literal('kept'),
    next: z.object({ picture: number, sound: number, still: number, soundFile: number }),
  }),
  /** To the publisher: someone waits for a key frame. */
  z.object({ type: z.literal('key') }),
  /** To the publisher, once in some seconds: how many viewers keep up, and how many do not. */
  z.object({ type: z.literal('health'), keepUp: number, lag: number }),
  /** To the publisher: whether someone watches by stills alone, who are then wanted once a second. */
  z.object({ type: z.literal('stills'), wanted: z.boolean() }),
  /** To the publisher, when they come in and after each that they begin: all chapters that are kept. */
  z.object({ type: z.literal('chapters'), chapters: z.array(chapter) }),
  /** It is over. */
  z.object({ type: z.literal('ended'), why: streamEnd }),
  /** The ticket is old: `auth` with a new one. */
  z.object({ type: z.literal('reauth') }),
])
export type StreamServerEvent = z.infer<typeof streamServerEvent>

/** Where the socket of a stream is. */
export const streamSocketPath = (streamId: number) => `/socket/stream/${streamId}`
