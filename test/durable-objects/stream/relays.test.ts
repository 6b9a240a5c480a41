import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { relayName } from '../../../durable-objects/stream/stream.ts'
import { addPerson } from '../../support/worker/people.ts'
import {
  publishNewStream,
  publishTo,
  type StreamClient,
  streamObject,
  watch,
} from '../../support/worker/stream-sockets.ts'

const relayObject = (streamId: number, relay: number) => env.STREAM_RELAY.getByName(relayName(streamId, relay))

/** Starts a stream whose origin is full, so that viewers are sent to a relay. */
async function startWithFullOrigin() {
  const stream = await publishNewStream()
  const max = Number(env.STREAM_VIEWERS_MAX)
  for (let userId = 1_000_000; userId < 1_000_000 + max; userId++)
    await streamObject(stream.streamId).objectNameFor(userId)
  return stream
}

const socketsAt = (streamId: number, relay: number) =>
  runInDurableObject(relayObject(streamId, relay), (_relay, state) => state.getWebSockets().length)

const countsReceived = (viewer: StreamClient, watching: number, total: number) =>
  viewer.until(() => viewer.counts[0] === watching && viewer.counts[1] === total, `${watching} of ${total}`)

describe('a stream with more viewers than one object takes', () => {
  it('viewers get frames, codec, state and counts through a relay', async () => {
    const { streamId, publisher } = await startWithFullOrigin()
    const key = publisher.publish('picture', { isKey: true })
    const mira = await watch(await addPerson(), streamId)
    expect(await socketsAt(streamId, 1)).toBe(1)
    expect(await mira.receivedFrame('picture', 0)).toEqual(key)
    const tomo = await watch(await addPerson(), streamId)
    await countsReceived(mira, 2, 2)
    const [sound, picture] = [publisher.publish('sound'), publisher.publish('picture')]
    for (const viewer of [mira, tomo]) {
      expect(await viewer.receivedFrame('sound', 0)).toEqual(sound)
      expect(await viewer.receivedFrame('picture', 1)).toEqual(picture)
    }
    publisher.send({ type: 'pause', paused: true })
    for (const viewer of [mira, tomo]) await viewer.nextWhere('stream', { state: 'paused' })
  })

  /** Lets two viewers watch through one relay. */
  async function watchThroughRelay() {
    const { streamId, publisher } = await startWithFullOrigin()
    const viewers = [await watch(await addPerson(), streamId), await watch(await addPerson(), streamId)]
    await countsReceived(viewers[0] as StreamClient, 2, 2)
    return { streamId, publisher }
  }

  it('the origin sends once to each relay', async () => {
    const { streamId } = await watchThroughRelay()
    const sockets = await runInDurableObject(streamObject(streamId), (_origin, state) => state.getWebSockets().length)
    expect(sockets, 'its publisher and a relay').toBe(2)
  })

  it('a relay requests a key frame for its viewers', async () => {
    const { publisher } = await watchThroughRelay()
    await publisher.next('key')
  })

  it('the end of the stream closes the sockets at relays', async () => {
    const { streamId } = await startWithFullOrigin()
    const viewer = await watch(await addPerson(), streamId)
    await countsReceived(viewer, 1, 1)
    await streamObject(streamId).stop('stopped')
    expect(await viewer.next('ended')).toEqual({ type: 'ended', reason: 'stopped' })
    expect(await viewer.closed()).toBe(1000)
  })

  it('a member who loses access is disconnected at relays too', async () => {
    const { streamId } = await startWithFullOrigin()
    const mira = await addPerson()
    const viewer = await watch(mira, streamId)
    await streamObject(streamId).revokeSessions({ userId: mira.id }, SOCKET_CLOSE.notLoggedIn)
    expect(await viewer.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a member with several sockets counts once until the last one closes', async () => {
    const { streamId } = await startWithFullOrigin()
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const [first, second] = [await watch(mira, streamId), await watch(mira, streamId)]
    const other = await watch(tomo, streamId)
    await countsReceived(first, 2, 2)
    second.close()
    other.close()
    await countsReceived(first, 1, 2)
  })
})

describe('relays', () => {
  it('viewers of a failed relay reconnect and continue with the current pictures', async () => {
    const { streamId, publisher } = await startWithFullOrigin()
    const mira = await addPerson()
    const viewer = await watch(mira, streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    await runInDurableObject(relayObject(streamId, 1), (_relay, state) => state.abort('it dies')).catch(() => undefined)
    await viewer.closed()
    const back = await watch(mira, streamId)
    await back.receivedFrame('picture', 0)
    await countsReceived(back, 1, 1)
  })

  it('a relay reconnects to an origin that was evicted', async () => {
    const { owner, streamId, publisher } = await startWithFullOrigin()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    await evictDurableObject(streamObject(streamId), { webSockets: 'close' })
    const back = await publishTo(owner, streamId)
    back.publish('picture', { isKey: true })
    back.publish('picture')
    await viewer.receivedFrame('picture', 1)
  })
})
