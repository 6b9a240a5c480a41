import { describe, expect, it } from 'vitest'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { vp8Picture } from '../../support/stream/pictures.ts'
import { addChannel, shortTicketOf, ticketOf } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'
import { authOf, openStream, publishNewStream, publishTo, watch } from '../../support/worker/stream-sockets.ts'

describe('a live stream [2 §7 Real-time]', () => {
  it('every frame is passed on unchanged to all viewers', async () => {
    const { streamId, publisher } = await publishNewStream()
    const [mira, tomo] = [await watch(await addPerson(), streamId), await watch(await addPerson(), streamId)]
    const key = publisher.publish('picture', { isKey: true })
    const sound = publisher.publish('sound')
    const picture = publisher.publish('picture', { timeUs: 100_000 })
    for (const viewer of [mira, tomo]) {
      expect(await viewer.receivedFrame('picture', 1)).toEqual(picture)
      expect(viewer.frames).toEqual([key, sound, picture])
    }
  })

  it('a late viewer gets the pictures from the last key frame at once', async () => {
    const { streamId, publisher } = await publishNewStream()
    const early = await watch(await addPerson(), streamId)
    for (let number = 0; number < 6; number++) publisher.publish('picture', { isKey: number % 3 === 0 })
    await early.receivedFrame('picture', 5)
    const late = await watch(await addPerson(), streamId)
    await late.receivedFrame('picture', 5)
    expect(late.numbers('picture')).toEqual([3, 4, 5])
  })

  it('a returning publisher continues where they were', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    publisher.close()
    await viewer.nextWhere('stream', { state: 'waiting' })
    const back = await publishTo(owner, streamId)
    await viewer.nextWhere('stream', { state: 'live' })
    expect(back.publish('picture', { isKey: true }).number).toBe(1)
    await viewer.receivedFrame('picture', 1)
  })

  it('the publisher gets the stored chapters after each change', async () => {
    const { publisher } = await publishNewStream()
    expect(await publisher.next('chapters')).toMatchObject({ chapters: [] })
    publisher.send({ type: 'chapter', title: 'Lines' })
    expect(await publisher.next('chapters')).toMatchObject({ chapters: [{ title: 'Lines' }] })
  })

  it('a returning publisher gets the stored chapters', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    await publisher.next('chapters')
    publisher.send({ type: 'chapter', title: 'Lines' })
    const kept = await publisher.next('chapters')
    expect(await (await publishTo(owner, streamId)).next('chapters')).toEqual(kept)
  })
})

describe('a further ticket on a stream', () => {
  /** Watches a stream with a ticket that expires soon. */
  async function watchFor(seconds: number) {
    const [{ streamId, publisher }, mira] = [await publishNewStream(), await addPerson()]
    const viewer = await openStream(mira, streamId)
    const auth = await authOf(mira, streamId, 'viewer')
    viewer.send({ ...auth, chatId: await shortTicketOf(mira, `stream-${streamId}`, seconds) })
    await viewer.next('coding')
    return { publisher, mira, viewer, auth }
  }

  it('a viewer goes on watching with a ticket of the stream', async () => {
    const { publisher, viewer, auth } = await watchFor(30)
    viewer.send(auth)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
  })

  it('a viewer with a ticket of another room enters the stream again', async () => {
    const { mira, viewer, auth } = await watchFor(30)
    viewer.send({ ...auth, chatId: await ticketOf(mira, await addChannel()) })
    expect(await viewer.closed()).toBe(SOCKET_CLOSE.restarting)
  })
})

describe('a viewer who reads too slowly', () => {
  const large = (isKey: boolean) => ({ isKey, data: vp8Picture({ isKey, bytes: 200_000 }) })

  /** Sends twelve large pictures and sound to a viewer who acknowledges nothing and to one who reads. */
  async function overwhelm() {
    const { streamId, publisher } = await publishNewStream()
    const [slow, quick] = [await watch(await addPerson(), streamId), await watch(await addPerson(), streamId)]
    for (let number = 0; number < 12; number++) {
      publisher.publish('picture', large(number === 0))
      await quick.receivedFrame('picture', number)
      quick.acknowledge()
    }
    publisher.publish('sound')
    await slow.receivedFrame('sound', 0)
    return { publisher, slow, quick }
  }

  it('a slow viewer gets sound and only some of the pictures', async () => {
    const { slow } = await overwhelm()
    expect(await slow.next('level')).toEqual({ type: 'level', level: 'keys' })
    expect(slow.numbers('picture').length).toBeLessThan(10)
  })

  it('a slow viewer does not affect others', async () => {
    const { quick } = await overwhelm()
    expect(quick.numbers('picture')).toHaveLength(12)
  })

  it('a slow viewer who has read gets key frames', async () => {
    const { publisher, slow, quick } = await overwhelm()
    slow.acknowledge()
    publisher.publish('picture', large(true))
    publisher.publish('picture', large(false))
    await quick.receivedFrame('picture', 13)
    publisher.publish('sound')
    await slow.receivedFrame('sound', 1)
    expect(slow.numbers('picture').slice(-1)).toEqual([12])
  })

  it('acknowledgements of another socket do not count', async () => {
    const { streamId, publisher } = await publishNewStream()
    const mira = await addPerson()
    const [unread, quick] = [await watch(mira, streamId), await watch(mira, streamId)]
    for (let number = 0; number < 12; number++) {
      publisher.publish('picture', large(number === 0))
      await quick.receivedFrame('picture', number)
      quick.acknowledge()
      unread.acknowledge(quick.mark)
      unread.send({ type: 'shown', lateMs: 0 })
    }
    expect(await unread.next('level')).toEqual({ type: 'level', level: 'keys' })
    expect(unread.numbers('picture').length).toBeLessThan(10)
  })

  it('a viewer who lost frames gets everything from the next key frame on', async () => {
    const { streamId, publisher } = await publishNewStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    await publisher.next('key')
    viewer.send({ type: 'lost' })
    publisher.publish('sound')
    await viewer.receivedFrame('sound', 0)
    publisher.publish('picture')
    publisher.publish('picture', { isKey: true })
    publisher.publish('picture')
    await viewer.receivedFrame('picture', 3)
    expect(viewer.numbers('picture')).toEqual([0, 2, 3])
  })
})
