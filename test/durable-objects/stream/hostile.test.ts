import { evictDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { STILL_SIDE_MAX } from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { encodeFrame, FRAME_MAX_BYTES, type StreamFrame } from '../../../contract/socket/stream-frame.ts'
import { streamSocketPath } from '../../../contract/socket/stream-messages.ts'
import { ConnectionRegistry } from '../../../durable-objects/realtime/ConnectionRegistry.ts'
import type { StreamConnection } from '../../../durable-objects/stream/StreamConnection.ts'
import { vp8Picture } from '../../support/stream/pictures.ts'
import { webpStill } from '../../support/stream/stills.ts'
import { SOCKET_FRAMES } from '../../support/unit/stream.ts'
import { openHalfOpen } from '../../support/worker/half-open.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf } from '../../support/worker/site.ts'
import { postToStream, startStream } from '../../support/worker/stream-calls.ts'
import {
  authOf,
  openStream,
  publishNewStream,
  publishTo,
  type StreamClient,
  streamObject,
  watch,
} from '../../support/worker/stream-sockets.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The code of a socket whose object restarted. */
const CONNECTION_LOST = 1006

const FIRST: StreamFrame = { kind: 'picture', isKey: true, number: 0, timeUs: 0, data: vp8Picture({ isKey: true }) }
const bytesOf = (fields: Partial<StreamFrame>) => encodeFrame({ ...FIRST, ...fields })

const large = (isKey: boolean) => ({ isKey, data: vp8Picture({ isKey, bytes: 1_400_000 }) })

/** Starts a stream with a viewer who gets whatever is passed on. */
async function startWatched() {
  const stream = await publishNewStream()
  const viewer = await watch(await addPerson(), stream.streamId)
  return { ...stream, viewer }
}

/** Returns the frames of the viewer up to the first one of the returning publisher. */
async function receivedBy({
  owner,
  streamId,
  viewer,
}: Awaited<ReturnType<typeof startWatched>>): Promise<StreamFrame[]> {
  const back = await publishTo(owner, streamId)
  viewer.acknowledge()
  const honest = back.publish('picture', { isKey: true })
  await viewer.receivedFrame('picture', honest.number)
  return viewer.frames
}

/** Has the object close a socket, whose client leaves its side open. */
async function leaveHalfOpen(person: Person, streamId: number): Promise<void> {
  const { socket, closed } = await openHalfOpen(person, streamSocketPath(streamId))
  socket.send('no message')
  await closed
}

describe('hostile clients of a stream [2 §7 Real-time]', () => {
  it.each([
    ['a truncated frame', () => bytesOf({}).slice(0, 12)],
    ['a frame that is too long', () => new Uint8Array([...bytesOf({}), ...new Uint8Array(FRAME_MAX_BYTES.picture)])],
    ['a frame of an unknown kind', () => new Uint8Array([9, ...bytesOf({}).slice(1)])],
    ['a gap in the numbers', () => bytesOf({ number: 7 })],
    ['a time in the future', () => bytesOf({ number: 1, timeUs: 3_600_000_000 })],
    ['a malformed still', () => bytesOf({ kind: 'still' })],
    [
      'a picture that is larger than declared',
      () => bytesOf({ number: 1, data: vp8Picture({ isKey: true, width: 641 }) }),
      SOCKET_CLOSE.badPicture,
    ],
  ])(
    '%s from the publisher is refused before it reaches viewers',
    async (_name, bytes, code: number = SOCKET_CLOSE.badMessage) => {
      const stream = await startWatched()
      // A publisher who just connected may skip numbers, and one who has sent both kinds may not.
      const { publisher } = stream
      const honest = [
        publisher.publish('picture', { isKey: true }),
        publisher.publish('still', { data: webpStill(40) }),
      ]
      publisher.sendRaw(bytes())
      expect(await publisher.closed()).toBe(code)
      const shown = await receivedBy(stream)
      expect(shown.slice(0, -1)).toEqual(honest.slice(0, 1))
    },
  )

  it('pictures without a declared codec are refused', async () => {
    const stream = await publishNewStream(null)
    stream.publisher.publish('picture', { isKey: true })
    expect(await stream.publisher.closed()).toBe(SOCKET_CLOSE.badMessage)
  })

  it('a colour space unknown to decoders is refused', async () => {
    const { publisher } = await publishNewStream()
    const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'mine', fullRange: false }
    const picture = { codec: 'vp8', width: 640, height: 480, colorSpace }
    publisher.sendRaw(JSON.stringify({ type: 'coding', coding: { picture, sound: null } }))
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.badMessage)
  })

  it('a description of sound longer than 256 letters is refused', async () => {
    const { publisher, viewer } = await startWatched()
    const describe = (letters: number) => {
      const sound = { codec: 'opus', sampleRate: 48_000, channels: 1, description: 'A'.repeat(letters) } as const
      publisher.send({ type: 'coding', coding: { picture: null, sound } })
      return sound
    }
    const sound = describe(256)
    await expect.poll(async () => (await viewer.next('coding')).coding).toEqual({ picture: null, sound })
    describe(257)
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.badMessage)
  })

  it.each([
    ['a frame', bytesOf({})],
    ['a codec', JSON.stringify({ type: 'coding', coding: { picture: null, sound: null } })],
    ['a pause', JSON.stringify({ type: 'pause', paused: true })],
    ['a chapter', JSON.stringify({ type: 'chapter', title: 'Mine' })],
  ])('%s from a viewer is refused before it reaches others', async (_name, raw) => {
    const stream = await startWatched()
    const other = await watch(await addPerson(), stream.streamId)
    other.sendRaw(raw)
    expect([SOCKET_CLOSE.forbidden, SOCKET_CLOSE.badMessage]).toContain(await other.closed())
    expect(await receivedBy(stream)).toHaveLength(1)
  })

  /** Opens a socket with changed credentials; returns its close code. */
  async function closeCodeOf(mira: Person, streamId: number, fields: object): Promise<number> {
    const client = await openStream(mira, streamId)
    client.sendRaw(JSON.stringify({ ...(await authOf(mira, streamId, 'viewer')), ...fields }))
    return client.closed()
  }

  it('only the owner publishes', async () => {
    const { streamId } = await publishNewStream()
    expect(await closeCodeOf(await addPerson(), streamId, { as: 'publisher' })).toBe(SOCKET_CLOSE.forbidden)
  })

  it('credentials of another member or stream are refused', async () => {
    const { streamId } = await publishNewStream()
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const { chatId } = await authOf(tomo, streamId, 'viewer')
    for (const fields of [{ userId: tomo.id }, { chatId }, { streamId: streamId + 1 }])
      expect(await closeCodeOf(mira, streamId, fields)).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('malformed credentials are refused', async () => {
    const { streamId } = await publishNewStream()
    expect(await closeCodeOf(await addPerson(), streamId, { level: 'more' })).toBe(SOCKET_CLOSE.badMessage)
  })

  it('a socket without credentials is closed when the access rules change', async () => {
    const { streamId } = await publishNewStream()
    const early = await openStream(await addPerson(), streamId)
    await streamObject(streamId).recheckAccess()
    expect(await early.closed()).toBe(SOCKET_CLOSE.restarting)
  })

  it('a message before the credentials closes the socket', async () => {
    const { streamId } = await publishNewStream()
    const early = await openStream(await addPerson(), streamId)
    early.send({ type: 'lost' })
    expect(await early.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a publisher who connects from another page replaces the connection of the previous page', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    const nextPublisher = await publishTo(owner, streamId)
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.replaced)
    nextPublisher.publish('picture', { isKey: true })
    expect(await viewer.receivedFrame('picture', 1)).toBeTruthy()
  })

  it('a viewer who sends too many messages is disconnected', async () => {
    const { streamId } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    for (let times = 0; times < 1000; times++) viewer.send({ type: 'lost' })
    expect(await viewer.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it('a publisher who sends too much data is disconnected', async () => {
    const { publisher } = await publishNewStream()
    // On a slow machine the frames would pause for long enough to count as silence.
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let frames = 0; frames < 30; frames++) publisher.publish('picture', large(frames === 0))
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it('a publisher whose pictures have too many pixels for viewers is disconnected', async () => {
    const picture = { codec: 'vp8', width: 4096, height: 4096 }
    const { publisher } = await publishNewStream({ picture, sound: null })
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let frames = 0; frames < 475; frames++) publisher.publish('picture', { isKey: true })
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it('a publisher whose stills have too many pixels for viewers is disconnected', async () => {
    const { publisher } = await publishNewStream()
    vi.useFakeTimers({ toFake: ['Date'] })
    const data = webpStill(60, { width: STILL_SIDE_MAX, height: STILL_SIDE_MAX })
    for (let stills = 0; stills < 1900; stills++) publisher.publish('still', { data })
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it('a publisher who pauses more than once a second is disconnected after sixty pauses', async () => {
    const { publisher } = await publishNewStream()
    await publisher.next('chapters')
    vi.useFakeTimers({ toFake: ['Date'] })
    const pause = (times: number) => {
      for (; times > 0; times--) for (const paused of [true, false]) publisher.send({ type: 'pause', paused })
    }
    // Stays below the rate of messages.
    for (let seconds = 0; seconds < 6; seconds += 2) {
      pause(20)
      publisher.send({ type: 'chapter', title: '' })
      await publisher.next('chapters')
      vi.setSystemTime(Date.now() + 2000)
    }
    pause(20)
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it('a publisher who sends too much data over several connections is disconnected', async () => {
    const { owner, streamId, publisher, viewer } = await startWatched()
    vi.useFakeTimers({ toFake: ['Date'] })
    // With the frame before the return, 23 after it are more than the burst.
    publisher.publish('picture', large(true))
    await viewer.receivedFrame('picture', 0)
    const back = await publishTo(owner, streamId)
    for (let frames = 0; frames < 23; frames++) back.publish('picture', large(true))
    expect(await back.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it('a publisher who sends too much data over several streams is disconnected', async () => {
    const owner = await addPerson()
    vi.useFakeTimers({ toFake: ['Date'] })
    const begin = async () => {
      const id = await startStream(owner)
      return { id, publisher: await publishTo(owner, id) }
    }
    const publish = (publisher: StreamClient) => {
      for (let frames = 0; frames < 4; frames++) publisher.publish('picture', large(frames === 0))
    }
    const first = await begin()
    publish(first.publisher)
    await jsonOf(postToStream(owner, 'end', { id: first.id }))
    expect(await first.publisher.closed()).toBe(1000)
    const second = await begin()
    publish(second.publisher)
    expect(await second.publisher.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it('a member may have five sockets', async () => {
    const { streamId } = await publishNewStream()
    const mira = await addPerson()
    for (let sockets = 0; sockets < 5; sockets++) await watch(mira, streamId)
    expect(await (await openStream(mira, streamId)).closed()).toBe(SOCKET_CLOSE.tooManySockets)
  })

  it('closing sockets of an artist do not keep the artist from returning', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    const mira = await addPerson()
    for (const person of [mira, owner])
      for (let sockets = 0; sockets < 5; sockets++) await leaveHalfOpen(person, streamId)
    publisher.close()
    expect(await (await openStream(mira, streamId)).closed()).toBe(SOCKET_CLOSE.tooManySockets)
    await publishTo(owner, streamId)
  })

  it('a disconnected member may reconnect any number of times', async () => {
    const { streamId } = await publishNewStream()
    const mira = await addPerson()
    for (let times = 0; times < 12; times++) {
      const viewer = await watch(mira, streamId)
      viewer.sendRaw('no message')
      expect(await viewer.closed()).toBe(SOCKET_CLOSE.badMessage)
    }
  })

  it('members whose closing sockets made the object restart are refused for ten minutes', async () => {
    const { owner, streamId, viewer } = await startWatched()
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const closing = [mira, owner, tomo].map(({ id }, index) => {
      const unread = index < 2 ? 13 * 2 ** 20 : 3 * 2 ** 20
      return { state: { member: { id } }, acks: { unread }, isRelay: false } as StreamConnection
    })
    const spy = vi.spyOn(ConnectionRegistry.prototype, 'closing').mockReturnValue(closing)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 })
    viewer.send({ type: 'lost' })
    expect(await viewer.closed()).toBe(CONNECTION_LOST)
    spy.mockRestore()
    expect(await (await openStream(mira, streamId)).closed()).toBe(SOCKET_CLOSE.tooSlow)
    await watch(tomo, streamId)
    await publishTo(owner, streamId)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await watch(mira, streamId)
  })

  it('repeated reports of lost frames cause one request for a key frame', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    const viewers = [await watch(await addPerson(), streamId), await watch(await addPerson(), streamId)]
    await publisher.next('key')
    for (const viewer of viewers) {
      for (let times = 0; times < 10; times++) viewer.send({ type: 'lost' })
      viewer.close()
      await viewer.closed()
    }
    await publishTo(owner, streamId)
    await expect(publisher.next('key')).rejects.toThrow(`${SOCKET_CLOSE.replaced}`)
  })

  it('the codec may change five hundred times, also of a stream that was evicted from memory', async () => {
    const { streamId, publisher } = await publishNewStream()
    vi.useFakeTimers({ toFake: ['Date'] })
    const changeCodec = (width: number) =>
      publisher.send({ type: 'coding', coding: { picture: { codec: 'vp8', width, height: 480 }, sound: null } })
    // The new stream has set a codec already.
    for (let changes = 1; changes < 500; changes++) {
      changeCodec(100 + changes)
      // Stays below the rate of messages.
      if (changes % 20 !== 19) continue
      publisher.send({ type: 'chapter', title: '' })
      await publisher.next('chapters')
      vi.setSystemTime(Date.now() + 2000)
      if (changes === 259) await evictDurableObject(streamObject(streamId), { webSockets: 'hibernate' })
    }
    changeCodec(700)
    expect(await publisher.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it('frames from viewers never reach other viewers', async () => {
    const stream = await startWatched()
    const sends = fc.asyncProperty(fc.array(SOCKET_FRAMES, { minLength: 1, maxLength: 5 }), async (frames) => {
      const hostile = await openStream(await addPerson(), stream.streamId)
      for (const frame of frames) hostile.sendRaw(frame)
      hostile.close()
      stream.viewer.acknowledge()
    })
    await fc.assert(sends, { numRuns: 60 })
    expect(await receivedBy(stream)).toHaveLength(1)
    expect(stream.viewer.counts).toEqual([1, 1])
  })

  it('viewers get frames once and in order, whatever the publisher sends', async () => {
    const stream = await startWatched()
    const property = fc.asyncProperty(fc.array(SOCKET_FRAMES, { minLength: 1, maxLength: 8 }), async (frames) => {
      // The codec is set already, and setting it again would count towards the rate of messages.
      const publisher = await publishTo(stream.owner, stream.streamId, null)
      for (const frame of frames) publisher.sendRaw(frame)
      publisher.close()
      stream.viewer.acknowledge()
    })
    await fc.assert(property, { numRuns: 40 })
    await receivedBy(stream)
    for (const kind of ['picture', 'sound', 'still', 'soundFile'] as const) {
      const numbers = stream.viewer.numbers(kind)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    }
  })
})
