import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  PUBLISHER_TIMEOUT_MS,
  STORAGE_MAX_BYTES,
  STREAM_MAX_MS,
  STREAM_RESUME_WINDOW_MS,
} from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import type { StreamFrame } from '../../../contract/socket/stream-frame.ts'
import { AlarmScheduler, type AlarmTimes } from '../../../durable-objects/realtime/AlarmScheduler.ts'
import { KeyValues } from '../../../durable-objects/realtime/KeyValues.ts'
import { StreamStore } from '../../../durable-objects/stream/StreamStore.ts'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import { addPerson } from '../../support/worker/people.ts'
import {
  addStreamWithRoom,
  publishNewStream,
  publishTo,
  type StreamClient,
  segmentsOf,
  streamObject,
  streamRow,
  watch,
} from '../../support/worker/stream-sockets.ts'

const SECOND = 1_000_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Runs the alarm of the object this much later. */
async function runAlarmAfter(streamId: number, laterMs: number): Promise<void> {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + laterMs)
  await runDurableObjectAlarm(streamObject(streamId))
}

/** Sends a picture each second, every third of them a key frame. */
function publishSeconds(publisher: StreamClient, from: number, to: number): StreamFrame[] {
  const sent = []
  for (let second = from; second < to; second++)
    sent.push(publisher.publish('picture', { isKey: second % 3 === 0, timeUs: second * SECOND }))
  return sent
}

describe.each(['hibernate', 'close'] as const)('a stream that was evicted from memory (sockets: %s)', (webSockets) => {
  /** Publishes five seconds, of which three pictures are stored, evicts the object and connects the publisher again. */
  async function publishAndEvict() {
    const { owner, streamId, publisher } = await publishNewStream()
    const sent = publishSeconds(publisher, 0, 5)
    const { next } = await publisher.next('stored')
    expect(next.picture).toBe(3)
    await evictDurableObject(streamObject(streamId), { webSockets })
    const back = webSockets === 'close' ? await publishTo(owner, streamId) : publisher
    return { streamId, sent, next, back }
  }

  it('the publisher is asked for the frames that were not stored', async () => {
    const { next, back } = await publishAndEvict()
    if (webSockets === 'hibernate') {
      back.publish('picture', { timeUs: 5 * SECOND })
      expect((await back.next('publish')).next).toEqual(next)
    } else expect(back.publish('picture', { isKey: true, timeUs: 3 * SECOND }).number).toBe(next.picture)
  })

  it('the recording contains every frame once', async () => {
    const { streamId, sent, next, back } = await publishAndEvict()
    back.resumeFrom(next)
    sent.splice(3)
    sent.push(...publishSeconds(back, 3, 8))
    await (await watch(await addPerson(), streamId)).receivedFrame('picture', 7)
    await streamObject(streamId).stop('stopped')
    expect((await segmentsOf(streamId)).flat()).toEqual(sent)
  })

  it('codec, viewers and view counts are kept', async () => {
    const { owner, streamId } = await publishNewStream()
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await watch(mira, streamId)
    await evictDurableObject(streamObject(streamId), { webSockets })
    if (webSockets === 'close') await publishTo(owner, streamId, null)
    const late = await watch(tomo, streamId)
    const watching = webSockets === 'hibernate' ? 2 : 1
    expect(late.counts).toEqual([watching, 2])
    await streamObject(streamId).stop('stopped')
    expect(await streamRow(streamId)).toMatchObject({ views_count: 2, width: 640 })
  })
})

describe('a paused stream', () => {
  it('a new viewer gets the last pictures, also after hibernation', async () => {
    const { streamId, publisher } = await publishNewStream()
    const sent = publishSeconds(publisher, 0, 5)
    publisher.publish('sound', { timeUs: 5 * SECOND })
    publisher.send({ type: 'pause', paused: true })
    while ((await publisher.next('stored')).next.sound === 0);
    await evictDurableObject(streamObject(streamId), { webSockets: 'hibernate' })
    const late = await watch(await addPerson(), streamId)
    await late.receivedFrame('picture', 4)
    expect(late.frames).toEqual(sent.slice(3))
    const next = publisher.publish('picture', { isKey: true, timeUs: 6 * SECOND })
    expect(await late.receivedFrame('picture', 5)).toEqual(next)
  })
})

describe('a stream without its publisher', () => {
  /** Starts a stream with one picture whose publisher then disconnects. */
  async function losePublisher() {
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true, timeUs: SECOND })
    await viewer.receivedFrame('picture', 0)
    publisher.close()
    await viewer.nextWhere('stream', { state: 'waiting' })
    return { streamId, viewer }
  }

  it('the stream waits for half a minute', async () => {
    const { streamId } = await losePublisher()
    await runAlarmAfter(streamId, STREAM_RESUME_WINDOW_MS - 1000)
    expect(await streamRow(streamId)).toMatchObject({ state: 'live' })
  })

  it('the stream ends as lost after half a minute', async () => {
    const { streamId, viewer } = await losePublisher()
    await runAlarmAfter(streamId, STREAM_RESUME_WINDOW_MS + 1000)
    expect(await viewer.next('ended')).toEqual({ type: 'ended', reason: 'lost' })
    expect(await streamRow(streamId)).toMatchObject({
      state: 'ended',
      end_reason: 'lost',
      replay: 'pending',
      duration_ms: 1000,
    })
  })

  it('a lost stream keeps its recording', async () => {
    const { streamId, viewer } = await losePublisher()
    await runAlarmAfter(streamId, STREAM_RESUME_WINDOW_MS + 1000)
    await viewer.next('ended')
    expect((await segmentsOf(streamId)).flat()).toHaveLength(1)
  })

  it('a silent publisher is noticed although the socket seems open', async () => {
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    await runAlarmAfter(streamId, PUBLISHER_TIMEOUT_MS + 1000)
    await viewer.nextWhere('stream', { state: 'waiting' })
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.restarting)
  })

  it('a paused publisher who only pings, which the platform answers, is not considered gone [2 §2 Streams]', async () => {
    // Backdates other messages by two seconds, because the platform measures the time of a ping itself.
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() - 2000)
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.send({ type: 'pause', paused: true })
    await viewer.nextWhere('stream', { state: 'paused' })
    vi.useRealTimers()
    await publisher.ping()
    await runAlarmAfter(streamId, 13_500)
    vi.useRealTimers()
    await publisher.ping()
    await runAlarmAfter(streamId, 25_000)
    await viewer.nextWhere('stream', { state: 'waiting' })
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.restarting)
  })

  it('a silent publisher is noticed after hibernation', async () => {
    const { streamId, publisher } = await publishNewStream()
    await runAlarmAfter(streamId, 10_000)
    vi.useRealTimers()
    await evictDurableObject(streamObject(streamId), { webSockets: 'hibernate' })
    await runAlarmAfter(streamId, PUBLISHER_TIMEOUT_MS + 11_000)
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.restarting)
  })

  it('a stream whose publisher never connected ends', async () => {
    const owner = await addPerson()
    const streamId = await addStreamWithRoom(owner)
    await streamObject(streamId).start({ streamId, ownerId: owner.id, startedAt: Date.now() }, STORAGE_MAX_BYTES, null)
    await runAlarmAfter(streamId, STREAM_RESUME_WINDOW_MS + 1000)
    expect(await streamRow(streamId)).toMatchObject({ state: 'ended', end_reason: 'lost', replay: 'none' })
  })
})

it('a stream ends after a day with that reason', async () => {
  const { streamId, publisher } = await publishNewStream()
  const viewer = await watch(await addPerson(), streamId)
  publisher.publish('picture', { isKey: true })
  await viewer.receivedFrame('picture', 0)
  await runAlarmAfter(streamId, STREAM_MAX_MS)
  expect(await viewer.next('ended')).toEqual({ type: 'ended', reason: 'day' })
  expect(await streamRow(streamId)).toMatchObject({ state: 'ended', end_reason: 'day', replay: 'pending' })
})

describe('a publisher with a short interruption', () => {
  /** Interrupts the publisher in the middle of a group, after which they publish three more seconds. */
  async function interrupt() {
    const { owner, streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    const sent = publishSeconds(publisher, 0, 2)
    await viewer.receivedFrame('picture', 1)
    publisher.close()
    await viewer.nextWhere('stream', { state: 'waiting' })
    const back = await publishTo(owner, streamId)
    sent.push(...publishSeconds(back, 2, 5))
    await viewer.receivedFrame('picture', 4)
    return { streamId, viewer, sent }
  }

  it('the stream continues in the middle of a group', async () => {
    const { viewer, sent } = await interrupt()
    expect(viewer.frames).toEqual(sent)
  })

  it('the recording has no gap', async () => {
    const { streamId, sent } = await interrupt()
    await streamObject(streamId).stop('stopped')
    expect((await segmentsOf(streamId)).flat()).toEqual(sent)
  })
})

describe('temporary faults', () => {
  const files = Object.getPrototypeOf(env.FILES) as R2Bucket

  it('a failed write to R2 is retried', async () => {
    const { streamId, publisher } = await publishNewStream()
    vi.spyOn(files, 'put').mockRejectedValueOnce(new Error('injected fault'))
    const sent = publishSeconds(publisher, 0, 7)
    await publisher.next('stored')
    await streamObject(streamId).stop('stopped')
    expect((await segmentsOf(streamId)).flat()).toEqual(sent)
  })

  it('frames are acknowledged once they are stored, in order', async () => {
    const { publisher } = await publishNewStream()
    vi.spyOn(files, 'put').mockRejectedValueOnce(new Error('injected fault'))
    publishSeconds(publisher, 0, 7)
    expect((await publisher.next('stored')).next.picture, 'the retried segment comes first').toBe(3)
  })

  it('an object that was evicted while the stream ended still notifies its viewers', async () => {
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    const now = Date.now()
    await runInDurableObject(streamObject(streamId), (_stream, { storage }) => {
      const values = new KeyValues<{ ending: object; alarms: AlarmTimes }>(storage.sql)
      values.set('ending', { why: 'staff', at: now, isConfirmed: false })
      new AlarmScheduler(storage, values).set('ended', now)
    })
    await evictDurableObject(streamObject(streamId), { webSockets: 'hibernate' })
    await runDurableObjectAlarm(streamObject(streamId))
    expect(await viewer.next('ended')).toEqual({ type: 'ended', reason: 'staff' })
    expect(await viewer.closed()).toBe(1000)
  })

  it('a segment that cannot be noted is dropped, and the stream ends with the others', async () => {
    const { streamId, publisher } = await publishNewStream()
    vi.spyOn(StreamStore.prototype, 'addSegment').mockImplementationOnce(() => {
      throw new Error('injected fault')
    })
    const sent = publishSeconds(publisher, 0, 7)
    await publisher.next('stored')
    await streamObject(streamId).stop('stopped')
    expect(await streamRow(streamId)).toMatchObject({ state: 'ended' })
    expect((await segmentsOf(streamId)).flat()).toEqual(sent.slice(3))
  })

  it('after an eviction the publisher continues after a segment that could not be noted', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    vi.spyOn(StreamStore.prototype, 'addSegment').mockImplementationOnce(() => {
      throw new Error('injected fault')
    })
    publishSeconds(publisher, 0, 5)
    const { next } = await publisher.next('stored')
    await evictDurableObject(streamObject(streamId), { webSockets: 'close' })
    const back = await publishTo(owner, streamId)
    expect(back.publish('picture', { isKey: true, timeUs: 3 * SECOND }).number).toBe(next.picture)
  })

  it('a failed report to the site is repeated by an alarm', async () => {
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    await env.DB.exec('ALTER TABLE streams RENAME TO streams_away')
    await streamObject(streamId).stop('staff')
    await viewer.next('ended')
    await env.DB.exec('ALTER TABLE streams_away RENAME TO streams')
    expect(await streamRow(streamId)).toMatchObject({ state: 'live' })
    await runAlarmAfter(streamId, 30_000)
    expect(await streamRow(streamId)).toMatchObject({ state: 'ended', end_reason: 'staff', replay: 'hidden' })
  })

  it('the ids of viewers are deleted once the end of the stream is reported', async () => {
    const { streamId } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    await streamObject(streamId).stop('stopped')
    await viewer.next('ended')
    const seen = await runInDurableObject(streamObject(streamId), (_stream, { storage }) =>
      storage.sql.exec('SELECT * FROM seen').toArray(),
    )
    expect([seen, (await streamRow(streamId))?.views_count]).toEqual([[], 1])
  })

  it('the rest of a recording is not stored after the stream was erased', async () => {
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    const put = vi.spyOn(files, 'put').mockRejectedValue(new Error('injected fault'))
    await streamObject(streamId).stop('stopped')
    await streamObject(streamId).erase()
    put.mockRestore()
    await runAlarmAfter(streamId, 30_000)
    expect((await env.FILES.list({ prefix: streamFolder(streamId) })).objects).toEqual([])
  })
})
