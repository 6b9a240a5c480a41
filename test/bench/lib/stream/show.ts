import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import WebSocket from 'ws'
import { encodeFrame, FRAME_HEADER_BYTES } from '../../../../contract/socket/stream-frame.ts'
import { chatMember } from '../../../support/chat/members.ts'
import { waitForText } from '../../../support/chat/socket.ts'
import { enterStream } from '../../../support/stream/publisher.ts'
import type { ObjectWork } from '../../workers/counted-stream.ts'
import { cpuSeconds, peakBytes, resetPeak, residentBytes } from '../process-facts.ts'
import { countTimes, type Times } from './times.ts'

/** A stream for so many viewers, the first of whom read slowly. */
export type ShowPlan = {
  origin: string
  /** Null at a plain relay, which has no members. */
  streamId: number | null
  serverPid: number
  firstViewer: number
  viewers: number
  slowViewers: number
  pictureBytes: number
  /** A page sends 50 of 20 ms. */
  soundsPerSecond: number
  seconds: number
  counts: boolean
}

/** Result of one show, printed by this process. Times are from sending to arrival at normal viewers. */
export type ShowResult = {
  delivered: number
  missing: number
  times: Times
  serverCpuSeconds: number
  /** Peak memory of the server above its level at the start. */
  memory: number
  work: ObjectWork
  generatorCpu: number
}

const PICTURES_PER_SECOND = 10
const SOUND_BYTES = 240
const KEY_EVERY = 40
const PING_MS = 5000
/** With 2,000 viewers, frames arrive seconds late at the end without being lost. */
const DRAIN_MS = 15_000
const SLOW_READ_INTERVAL_MS = 1000
const SLOW_READ_MS = 5

/** Runs all sockets in one process: `show.ts PLAN`. */
const plan = JSON.parse(process.argv[2] ?? '') as ShowPlan
const times: number[] = []
const publisher = await enter('publisher', plan.streamId ?? 0)
// Pings prevent a timeout of the publisher before the show begins.
setInterval(() => publisher.send('ping'), PING_MS)
const viewers: WebSocket[] = []
while (viewers.length < plan.viewers) {
  const first = plan.firstViewer + viewers.length
  const some = Array.from({ length: Math.min(20, plan.viewers - viewers.length) }, (_, index) =>
    enter('viewer', first + index),
  )
  viewers.push(...(await Promise.all(some)))
}
console.log(JSON.stringify(await show()))
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

async function show(): Promise<ShowResult> {
  for (const [index, viewer] of viewers.entries()) {
    if (index < plan.slowViewers) readSlowly(viewer)
    else viewer.on('message', (frame: Buffer, isBinary) => isBinary && arrived(frame))
  }
  resetPeak(plan.serverPid)
  const [resident, serverBefore, before] = [
    residentBytes(plan.serverPid),
    cpuSeconds(plan.serverPid),
    process.cpuUsage(),
  ]
  const workBefore = await work()
  const started = performance.now()
  const sent = await sendAll()
  const due = sent * (plan.viewers - plan.slowViewers)
  const until = performance.now() + DRAIN_MS
  while (times.length < due && performance.now() < until) await setTimeout(5)
  const { user, system } = process.cpuUsage(before)
  const { messages, sockets } = await work()
  return {
    delivered: times.length,
    missing: due - times.length,
    times: countTimes(times),
    serverCpuSeconds: cpuSeconds(plan.serverPid) - serverBefore,
    memory: peakBytes(plan.serverPid) - resident,
    work: { messages: messages - workBefore.messages, sockets },
    generatorCpu: (user + system) / 1000 / (performance.now() - started),
  }
}

function arrived(frame: Buffer): void {
  times.push(performance.now() - frame.readDoubleBE(FRAME_HEADER_BYTES))
}

function readSlowly(viewer: WebSocket): void {
  viewer.on('message', () => undefined)
  viewer.pause()
  setInterval(() => {
    viewer.resume()
    void setTimeout(SLOW_READ_MS).then(() => viewer.pause())
  }, SLOW_READ_INTERVAL_MS)
}

async function work(): Promise<ObjectWork> {
  if (!plan.counts) return { messages: 0, sockets: 0 }
  const reply = await fetch(`${plan.origin}/work/${plan.streamId}`)
  return (await reply.json()) as ObjectWork
}

/** Sends pictures and sound at a constant rate; returns the number of frames. */
async function sendAll(): Promise<number> {
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
      send({ kind: 'picture', isKey: picture % KEY_EVERY === 0, number: picture, timeUs }, plan.pictureBytes)
    }
  }
  return sounds + pictures
}

function microseconds(seconds: number): number {
  return Math.round(seconds * 1_000_000)
}

type Words = { kind: 'picture' | 'sound'; isKey: boolean; number: number; timeUs: number }

/** The frame contains its send time. */
function send(words: Words, bytes: number): void {
  const data = new Uint8Array(bytes)
  new DataView(data.buffer).setFloat64(0, performance.now())
  publisher.send(encodeFrame({ ...words, data }))
}
