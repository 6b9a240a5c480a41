import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import WebSocket from 'ws'
import { encodeFrame, FRAME_HEADER_BYTES } from '../../../../contract/socket/stream-frame.ts'
import { chatMember } from '../../../support/chat/members.ts'
import { waitForText } from '../../../support/chat/socket.ts'
import { vp8Picture } from '../../../support/stream/pictures.ts'
import { enterStream } from '../../../support/stream/publisher.ts'
import type { ObjectWork } from '../../workers/counted-stream.ts'
import { cpuSeconds, peakBytes, resetPeak, residentBytes } from '../process-facts.ts'
import { countTimes, type Times } from './times.ts'

/** Load of one run: a stream for `viewers`, of whom the first `slowViewers` read slowly. */
export type StreamLoadPlan = {
  origin: string
  /** Null at a plain relay, which has no members. */
  streamId: number | null
  serverPid: number
  firstViewer: number
  viewers: number
  slowViewers: number
  pictureBytes: number
  /** A page sends 50 a second, of 20 ms each. */
  soundsPerSecond: number
  seconds: number
  countsWork: boolean
}

/**
 * Result of one run, printed by this process. Times are from sending to arrival at viewers that read at once, in ms.
 */
export type StreamLoadResult = {
  delivered: number
  missing: number
  times: Times
  serverCpuSeconds: number
  /** Peak memory of the server above its level at the start. */
  memoryBytes: number
  work: ObjectWork
  generatorCpu: number
}

const PICTURES_PER_SECOND = 10
const SOUND_BYTES = 240
/** Position of the time at which a frame was sent, after the header of a picture. */
const TIME_AT = 10
const PICTURES_PER_KEY_FRAME = 40
const PING_MS = 5000
/** With 2,000 viewers, frames arrive seconds late at the end without being lost. */
const DRAIN_MS = 15_000
const SLOW_READ_INTERVAL_MS = 1000
const SLOW_READ_MS = 5

/** Runs all sockets in one process: `generate-load.ts PLAN`. */
const plan = JSON.parse(process.argv[2] ?? '') as StreamLoadPlan
const times: number[] = []
const publisher = await enter('publisher', plan.streamId ?? 0)
// Pings prevent a timeout of the publisher before the load begins.
setInterval(() => publisher.send('ping'), PING_MS)
const viewers: WebSocket[] = []
while (viewers.length < plan.viewers) {
  const first = plan.firstViewer + viewers.length
  const batch = Array.from({ length: Math.min(20, plan.viewers - viewers.length) }, (_, index) =>
    enter('viewer', first + index),
  )
  viewers.push(...(await Promise.all(batch)))
}
console.log(JSON.stringify(await generateLoad()))
process.exit(0)

async function enter(as: 'publisher' | 'viewer', id: number): Promise<WebSocket> {
  if (plan.streamId === null) {
    const socket = new WebSocket(plan.origin.replace('http', 'ws'), { perMessageDeflate: false })
    await once(socket, 'open')
    return socket
  }
  const socket = await enterStream({ origin: plan.origin, streamId: plan.streamId }, await chatMember(id), as)
  await waitForText(socket, as === 'publisher' ? '"type":"publish"' : '"type":"coding"')
  return socket
}

async function generateLoad(): Promise<StreamLoadResult> {
  for (const [index, viewer] of viewers.entries()) {
    if (index < plan.slowViewers) readSlowly(viewer)
    else viewer.on('message', (frame: Buffer, isBinary) => isBinary && recordDelay(frame))
  }
  resetPeak(plan.serverPid)
  const [resident, serverBefore, before] = [
    residentBytes(plan.serverPid),
    cpuSeconds(plan.serverPid),
    process.cpuUsage(),
  ]
  const workBefore = await readWork()
  const started = performance.now()
  const sent = await sendFrames()
  const due = sent * (plan.viewers - plan.slowViewers)
  const until = performance.now() + DRAIN_MS
  while (times.length < due && performance.now() < until) await setTimeout(5)
  const { user, system } = process.cpuUsage(before)
  const { messages, sockets } = await readWork()
  return {
    delivered: times.length,
    missing: due - times.length,
    times: countTimes(times),
    serverCpuSeconds: cpuSeconds(plan.serverPid) - serverBefore,
    memoryBytes: peakBytes(plan.serverPid) - resident,
    work: { messages: messages - workBefore.messages, sockets },
    generatorCpu: (user + system) / 1000 / (performance.now() - started),
  }
}

function recordDelay(frame: Buffer): void {
  times.push(performance.now() - frame.readDoubleBE(FRAME_HEADER_BYTES + TIME_AT))
}

function readSlowly(viewer: WebSocket): void {
  viewer.on('message', () => undefined)
  viewer.pause()
  setInterval(() => {
    viewer.resume()
    void setTimeout(SLOW_READ_MS).then(() => viewer.pause())
  }, SLOW_READ_INTERVAL_MS)
}

async function readWork(): Promise<ObjectWork> {
  if (!plan.countsWork) return { messages: 0, sockets: 0 }
  const reply = await fetch(`${plan.origin}/work/${plan.streamId}`)
  return (await reply.json()) as ObjectWork
}

/** Sends pictures and sound at a constant rate; returns the number of frames. */
async function sendFrames(): Promise<number> {
  const coding = {
    picture: { codec: 'vp8', width: 1280, height: 720 },
    sound: { codec: 'opus', sampleRate: 48_000, channels: 1 },
  }
  if (plan.streamId !== null) publisher.send(JSON.stringify({ type: 'coding', coding }))
  const sounds = plan.seconds * plan.soundsPerSecond
  const pictures = plan.seconds * PICTURES_PER_SECOND
  const started = performance.now()
  let [sound, picture] = [0, 0]
  for (; sound < sounds || picture < pictures; await setTimeout(1)) {
    const passed = (performance.now() - started) / 1000
    for (const due = Math.min(sounds, Math.ceil(passed * plan.soundsPerSecond)); sound < due; sound++)
      send(
        { kind: 'sound', isKey: true, number: sound, timeUs: microseconds(sound / plan.soundsPerSecond) },
        SOUND_BYTES,
      )
    for (const due = Math.min(pictures, Math.ceil(passed * PICTURES_PER_SECOND)); picture < due; picture++) {
      const timeUs = microseconds(picture / PICTURES_PER_SECOND)
      send(
        { kind: 'picture', isKey: picture % PICTURES_PER_KEY_FRAME === 0, number: picture, timeUs },
        plan.pictureBytes,
      )
    }
  }
  return sounds + pictures
}

function microseconds(seconds: number): number {
  return Math.round(seconds * 1_000_000)
}

type FrameFields = { kind: 'picture' | 'sound'; isKey: boolean; number: number; timeUs: number }

/** The frame contains its send time. */
function send(fields: FrameFields, bytes: number): void {
  const data = fields.kind === 'picture' ? vp8Picture({ isKey: fields.isKey, bytes }) : new Uint8Array(bytes)
  new DataView(data.buffer).setFloat64(TIME_AT, performance.now())
  publisher.send(encodeFrame({ ...fields, data }))
}
