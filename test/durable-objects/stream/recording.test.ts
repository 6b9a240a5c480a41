import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { KeyValues } from '../../../durable-objects/realtime/KeyValues.ts'
import { manifestKey } from '../../../durable-objects/stream/stream.ts'
import { addPerson } from '../../support/worker/people.ts'
import {
  addStreamWithRoom,
  manifestOf,
  publishNewStream,
  publishTo,
  segmentsOf,
  streamObject,
  streamRow,
  VP8,
  watch,
} from '../../support/worker/stream-sockets.ts'

const SECOND = 1_000_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Waits until the clock of a stream has passed this time in milliseconds. */
async function clockPasses(streamId: number, ms: number): Promise<void> {
  const row = await streamRow(streamId)
  await expect.poll(() => Date.now() - Number(row?.started_at)).toBeGreaterThan(ms)
}

describe('the recording of a stream', () => {
  /** Records nine seconds of pictures and sound, every third picture a key frame. */
  async function recordNineSeconds() {
    const { streamId, publisher } = await publishNewStream()
    const sent = []
    for (let second = 0; second < 9; second++) {
      sent.push(publisher.publish('picture', { isKey: second % 3 === 0, timeUs: second * SECOND }))
      sent.push(publisher.publish('sound', { timeUs: second * SECOND + 1 }))
    }
    expect(await publisher.nextWhere('stored', {})).toMatchObject({ next: { picture: 3, sound: 3 } })
    await streamObject(streamId).stop('stopped')
    return { streamId, sent }
  }

  it('the recording contains every frame', async () => {
    const { streamId, sent } = await recordNineSeconds()
    expect((await segmentsOf(streamId)).flat()).toEqual(sent)
  })

  it('each segment of the recording begins with a key frame', async () => {
    const { streamId } = await recordNineSeconds()
    const segments = await segmentsOf(streamId)
    expect(segments).toHaveLength(3)
    for (const [first] of segments) expect(first).toMatchObject({ kind: 'picture', isKey: true })
  })

  it('the manifest has the codec and the times of the segments', async () => {
    const { streamId } = await recordNineSeconds()
    expect(await manifestOf(streamId)).toMatchObject({
      durationMs: 8000,
      codings: [{ fromSegment: 0, coding: VP8 }],
      segments: [
        { startMs: 0, endMs: 2000 },
        { startMs: 3000, endMs: 5000 },
        { startMs: 6000, endMs: 8000 },
      ],
    })
  })

  it('the site receives reason, length and chapters after the recording is stored in R2', async () => {
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.send({ type: 'chapter', title: 'Sketching' })
    publisher.publish('picture', { isKey: true })
    publisher.publish('picture', { timeUs: 2 * SECOND })
    await viewer.receivedFrame('picture', 1)
    await streamObject(streamId).stop('staff')
    expect(await viewer.next('ended')).toEqual({ type: 'ended', reason: 'staff' })
    expect([await viewer.closed(), await publisher.closed()]).toEqual([1000, 1000])
    expect(await streamRow(streamId)).toMatchObject({
      ...{ state: 'ended', end_reason: 'staff', duration_ms: 2000, replay: 'hidden' },
      ...{ width: 640, height: 480, viewers_count: 0, views_count: 1 },
    })
    const chapters = await env.DB.prepare('SELECT title FROM stream_chapters WHERE stream_id = ?').bind(streamId).all()
    expect(chapters.results).toEqual([{ title: 'Sketching' }])
  })

  it('a stream without frames has no recording', async () => {
    const { streamId } = await publishNewStream()
    await streamObject(streamId).stop('stopped')
    expect(await env.FILES.head(manifestKey(streamId))).toBeNull()
    expect(await streamRow(streamId)).toMatchObject({ state: 'ended', replay: 'none' })
  })

  it('later ends of a stream have no effect', async () => {
    const { streamId } = await publishNewStream()
    await streamObject(streamId).stop('stopped')
    const row = await streamRow(streamId)
    await streamObject(streamId).stop('staff')
    expect(await streamRow(streamId)).toEqual(row)
  })

  it('a recording may be sound only', async () => {
    const { streamId, publisher } = await publishNewStream({ ...VP8, picture: null })
    for (let second = 0; second < 10; second++) publisher.publish('sound', { timeUs: second * SECOND })
    await publisher.nextWhere('stored', {})
    await streamObject(streamId).stop('stopped')
    expect((await segmentsOf(streamId)).map((frames) => frames.length)).toEqual([5, 5])
  })

  it('stills are recorded while pictures are not encoded', async () => {
    const { streamId, publisher } = await publishNewStream(null)
    const stills = [0, 1, 2].map((second) => publisher.publish('still', { timeUs: second * SECOND }))
    const sound = publisher.publish('soundFile', { timeUs: 3 * SECOND })
    await (await watch(await addPerson(), streamId)).receivedFrame('still', 2)
    await streamObject(streamId).stop('stopped')
    expect((await segmentsOf(streamId)).flat()).toEqual([...stills, sound])
  })

  it('stills are not recorded while pictures are encoded', async () => {
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('still')
    const picture = publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    await streamObject(streamId).stop('stopped')
    expect((await segmentsOf(streamId)).flat()).toEqual([picture])
  })

  describe('a recording whose storage is full', () => {
    /** Publishes ten seconds, of which the first two segments of three pictures fit. */
    async function fillRecording() {
      const owner = await addPerson()
      const streamId = await addStreamWithRoom(owner)
      await streamObject(streamId).start({ streamId, ownerId: owner.id, startedAt: Date.now() }, 320, null)
      const publisher = await publishTo(owner, streamId)
      const sent = []
      for (let second = 0; second < 10; second++)
        sent.push(publisher.publish('picture', { isKey: second % 3 === 0, timeUs: second * SECOND }))
      await publisher.next('recordingFull')
      return { owner, streamId, publisher, recorded: sent.slice(0, 6) }
    }

    it('the stream continues, and its publisher may drop the frames that are not recorded', async () => {
      const { streamId, publisher, recorded } = await fillRecording()
      while ((await publisher.next('stored')).next.picture < 9);
      await (await watch(await addPerson(), streamId)).receivedFrame('picture', 9)
      await streamObject(streamId).stop('stopped')
      expect((await segmentsOf(streamId)).flat()).toEqual(recorded)
      expect(await streamRow(streamId)).toMatchObject({ replay: 'pending', duration_ms: 5000 })
    })

    it('the recording does not continue after the object was evicted', async () => {
      const { owner, streamId, recorded } = await fillRecording()
      await evictDurableObject(streamObject(streamId), { webSockets: 'close' })
      const publisher = await publishTo(owner, streamId)
      expect(await publisher.next('recordingFull')).toEqual({ type: 'recordingFull' })
      publisher.publish('sound', { timeUs: 9 * SECOND })
      await streamObject(streamId).stop('stopped')
      expect((await segmentsOf(streamId)).flat()).toEqual(recorded)
    })
  })

  it('at most five hundred pauses end a segment, also of a stream that was evicted from memory', async () => {
    const { streamId, publisher } = await publishNewStream()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let pauses = 0; pauses < 520; pauses++) {
      publisher.publish('picture', { isKey: true, timeUs: pauses })
      for (const paused of [true, false]) publisher.send({ type: 'pause', paused })
      // Stays below the rates of messages and pauses.
      if (pauses % 10 !== 9) continue
      publisher.send({ type: 'chapter', title: '' })
      await publisher.next('chapters')
      vi.setSystemTime(Date.now() + 10_000)
      if (pauses !== 259) continue
      while ((await publisher.next('stored')).next.picture <= pauses);
      await evictDurableObject(streamObject(streamId), { webSockets: 'hibernate' })
    }
    await streamObject(streamId).stop('stopped')
    expect((await manifestOf(streamId)).segments).toHaveLength(501)
  })

  it('the recording has the pauses of the stream and the absences of its publisher', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true, timeUs: 0 })
    publisher.send({ type: 'pause', paused: true })
    const { clockMs: pausedAt } = await viewer.nextWhere('stream', { state: 'paused' })
    await clockPasses(streamId, pausedAt)
    publisher.send({ type: 'pause', paused: false })
    const { clockMs: resumedAt } = await viewer.nextWhere('stream', { state: 'live' })
    publisher.close()
    const { clockMs: goneAt } = await viewer.nextWhere('stream', { state: 'waiting' })
    const back = await publishTo(owner, streamId)
    const { clockMs: backAt } = await viewer.nextWhere('stream', { state: 'live' })
    back.publish('picture', { isKey: true, timeUs: 5 * SECOND })
    await viewer.receivedFrame('picture', 1)
    await streamObject(streamId).stop('stopped')
    const { pauses, durationMs } = await manifestOf(streamId)
    expect(durationMs).toBe(5000)
    expect(pauses).toEqual([
      { startMs: pausedAt, endMs: resumedAt },
      { startMs: goneAt, endMs: backAt },
    ])
  })

  /** Interrupts the publisher for this many milliseconds. */
  async function interrupt(ms: number) {
    const { owner, streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true, timeUs: 0 })
    await viewer.receivedFrame('picture', 0)
    publisher.close()
    const { clockMs: goneAt } = await viewer.nextWhere('stream', { state: 'waiting' })
    await clockPasses(streamId, goneAt + ms)
    const back = await publishTo(owner, streamId)
    const { clockMs: backAt } = await viewer.nextWhere('stream', { state: 'live' })
    return { streamId, viewer, back, goneAt, backAt }
  }

  /** Interrupts the publisher, who then sends a frame for each millisecond of the interruption. */
  async function sendFramesOfInterruption() {
    const { streamId, viewer, back, goneAt, backAt } = await interrupt(20)
    const made = Array.from({ length: backAt - goneAt }, (_, ms) => goneAt + ms)
    for (const ms of made) back.publish('picture', { timeUs: ms * 1000 })
    await viewer.receivedFrame('picture', made.length)
    return { streamId, viewer, made }
  }

  it('viewers get the frames of an interruption once they are sent', async () => {
    const { viewer, made } = await sendFramesOfInterruption()
    expect(viewer.numbers('picture')).toEqual(Array.from({ length: made.length + 1 }, (_, number) => number))
  })

  it('the pauses of the recording do not cover frames that were sent later', async () => {
    const { streamId, made } = await sendFramesOfInterruption()
    await streamObject(streamId).stop('stopped')
    const { pauses } = await manifestOf(streamId)
    const isSkipped = (ms: number) => pauses.some(({ startMs, endMs }) => ms >= startMs && ms < endMs)
    expect(made.slice(1).filter(isSkipped)).toEqual([])
  })

  it('late frames store the shortened pause once, with their segment', async () => {
    const { streamId, viewer, back, goneAt } = await interrupt(100)
    const set = vi.spyOn(KeyValues.prototype, 'set')
    const stored = () => set.mock.calls.filter(([name]) => name === 'pauses')
    for (let ms = 100; ms > 0; ms--) back.publish('sound', { timeUs: (goneAt + ms) * 1000 })
    await viewer.receivedFrame('sound', 99)
    expect(stored()).toHaveLength(0)
    await streamObject(streamId).stop('stopped')
    expect(stored()).toHaveLength(1)
    expect((await manifestOf(streamId)).pauses.at(-1)).toEqual({ startMs: goneAt, endMs: goneAt + 1 })
  })
})
