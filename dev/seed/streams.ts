import sharp from 'sharp'
import { PREVIEW_WIDTH, type ReplayChatReply, type ReplayManifest } from '../../contract/http/streams.ts'
import { encodeSegment } from '../../contract/socket/replay-segment.ts'
import { encodeFrame } from '../../contract/socket/stream-frame.ts'
import { manifestKey, previewKey, replayChatKey, segmentKey } from '../../durable-objects/stream/stream.ts'
import type { Platform } from '../platform.ts'

const HOUR_MS = 3_600_000
const WIDTH = 640
/** Seeded replays show a still every half second. */
const STILL_MS = 500
const STILLS = 32
const STILLS_PER_SEGMENT = 8
const DURATION_MS = STILLS * STILL_MS

const ANNOUNCED = [
  { title: 'Ink night: herons', description: 'Bring a pen and draw along. Questions are welcome.', hours: 5 },
  { title: 'Painting evening light', description: 'From the first wash to the last glaze.', hours: 50 },
]
const CHAPTERS = [
  { atMs: 0, title: 'White paper' },
  { atMs: DURATION_MS / 2, title: 'Half way' },
]
const CHAT_MESSAGES = ['This is lovely', 'What brush is that?', 'The edge on the left!', 'Done already?']

type RecordedSketch = { id: number; userId: number; title: string; fileKey: string }

/** Writes announced streams, and replays that simulate the drawing of recent sketches. */
export async function writeStreams(platform: Platform, now: number): Promise<void> {
  const { results } = await platform.DB.prepare(
    `SELECT max(id) AS id, user_id AS userId, title, file_key AS fileKey FROM sketches WHERE listed_for_all = 1
     GROUP BY user_id ORDER BY id DESC LIMIT 4`,
  ).all<RecordedSketch>()
  const [first, second, ...others] = results
  for (const [index, sketch] of [first, second].entries())
    if (sketch) await writeReplay(platform, sketch, now - (index + 1) * 20 * HOUR_MS)
  for (const [index, { userId }] of others.entries()) await writeAnnounced(platform, userId, index, now)
}

async function writeAnnounced({ DB }: Platform, userId: number, index: number, now: number): Promise<void> {
  const { title, description, hours } = ANNOUNCED[index % ANNOUNCED.length] ?? { title: '', description: '', hours: 1 }
  await DB.batch([
    DB.prepare(
      `INSERT INTO streams (user_id, idempotency_key, title, description, mature, source, state, starts_at, created_at)
       VALUES (?, 'seed-announced', ?, ?, 0, 'screen', 'announced', ?, ?)`,
    ).bind(userId, title, description, now + hours * HOUR_MS, now),
    DB.prepare(
      `INSERT INTO stream_reminders (stream_id, user_id)
       SELECT streams.id, fans.fan_id FROM streams JOIN fans ON fans.user_id = streams.user_id
       WHERE streams.user_id = ? AND streams.state = 'announced' LIMIT 12`,
    ).bind(userId),
  ])
}

async function writeReplay({ DB, FILES }: Platform, sketch: RecordedSketch, endedAt: number): Promise<void> {
  const original = await FILES.get(sketch.fileKey)
  if (!original) return
  const picture = sharp(await original.arrayBuffer())
    .rotate()
    .resize(WIDTH)
    .flatten({ background: '#ffffff' })
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true })
  const id = await nextId(DB)
  const stills = await Promise.all(
    Array.from({ length: STILLS }, (_, index) => stillOf(data, info.height, (index + 1) / STILLS)),
  )
  const segments: ReplayManifest['segments'] = []
  for (let from = 0; from < STILLS; from += STILLS_PER_SEGMENT) {
    const frames = stills.slice(from, from + STILLS_PER_SEGMENT).map((still, index) => frameOf(still, from + index))
    const segment = encodeSegment(frames)
    await FILES.put(segmentKey(id, segments.length), segment)
    const endMs = (from + STILLS_PER_SEGMENT) * STILL_MS
    segments.push({ startMs: from * STILL_MS, endMs, bytes: segment.length })
  }
  const coding = { picture: null, sound: null }
  const manifest: ReplayManifest = {
    durationMs: DURATION_MS,
    codings: [{ fromSegment: 0, coding }],
    segments,
    pauses: [],
  }
  await FILES.put(manifestKey(id), JSON.stringify(manifest))
  await FILES.put(previewKey(id, 1), await sharp(data).resize(PREVIEW_WIDTH).webp().toBuffer())
  await writeChat(DB, FILES, id)
  await writeRows(DB, { id, sketch, width: info.width, height: info.height, endedAt })
}

async function nextId(db: D1Database): Promise<number> {
  return (await db.prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM streams').first<{ id: number }>())?.id ?? 1
}

/** The left part of the picture, as if drawn from the left. */
async function stillOf(picture: Buffer, height: number, done: number): Promise<Uint8Array<ArrayBuffer>> {
  const width = Math.max(1, Math.round(WIDTH * done))
  const part = await sharp(picture).extract({ left: 0, top: 0, width, height }).toBuffer()
  const paper = sharp({ create: { width: WIDTH, height, channels: 3, background: '#ffffff' } })
  return new Uint8Array(
    await paper
      .composite([{ input: part, left: 0, top: 0 }])
      .webp({ quality: 70 })
      .toBuffer(),
  )
}

const frameOf = (data: Uint8Array<ArrayBuffer>, number: number) =>
  encodeFrame({ kind: 'still', isKey: true, number, timeUs: number * STILL_MS * 1000, data })

async function writeChat(db: D1Database, files: R2Bucket, id: number): Promise<void> {
  const { results } = await db
    .prepare('SELECT id, nickname FROM users ORDER BY id LIMIT ?')
    .bind(CHAT_MESSAGES.length)
    .all<{ id: number; nickname: string }>()
  const chat: ReplayChatReply = {
    lines: results.map((user, index) => ({
      id: index + 1,
      atMs: Math.round(((index + 0.5) / CHAT_MESSAGES.length) * DURATION_MS),
      user: { ...user, avatar: null },
      message: CHAT_MESSAGES[index] ?? '',
    })),
  }
  await files.put(replayChatKey(id), JSON.stringify(chat))
}

type ReplayRow = { id: number; sketch: RecordedSketch; width: number; height: number; endedAt: number }

async function writeRows(db: D1Database, { id, sketch, width, height, endedAt }: ReplayRow): Promise<void> {
  const startedAt = endedAt - DURATION_MS
  await db.batch([
    db
      .prepare(
        `INSERT INTO streams (id, user_id, idempotency_key, title, description, mature, source, state, started_at, ended_at, end_reason,
           duration_ms, preview_number, width, height, views_count, replay, replay_sketch_id, finalized, created_at)
         VALUES (?1, ?2, 'seed-replay', ?3, '', 0, 'screen', 'ended', ?4, ?5, 'stopped', ?6, 1, ?7, ?8, 24, 'kept', ?9, 1, ?4)`,
      )
      .bind(
        id,
        sketch.userId,
        `Drawing ${sketch.title}`.slice(0, 64),
        startedAt,
        endedAt,
        DURATION_MS,
        width,
        height,
        sketch.id,
      ),
    db
      .prepare("INSERT INTO chat_rooms (channel, kind, owner_id, created_at) VALUES (?, 'stream', ?, ?)")
      .bind(`stream-${id}`, sketch.userId, startedAt),
    ...CHAPTERS.map(({ atMs, title }) =>
      db.prepare('INSERT INTO stream_chapters (stream_id, at_ms, title) VALUES (?, ?, ?)').bind(id, atMs, title),
    ),
  ])
}
