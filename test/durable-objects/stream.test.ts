import { describe, expect, it } from 'vitest'
import { addPerson } from '../support/worker/people.ts'
import { publishTo, startStream, watch } from '../support/worker/streams.ts'

describe('a live stream [2 §7 Real-time]', () => {
  it('passes every frame on to all who watch, as it was sent', async () => {
    const { streamId, publisher } = await startStream()
    const [mira, tomo] = [await watch(await addPerson(), streamId), await watch(await addPerson(), streamId)]
    const key = publisher.publish('picture', { isKey: true })
    const sound = publisher.publish('sound')
    const picture = publisher.publish('picture', { timeUs: 100_000 })
    for (const viewer of [mira, tomo]) {
      expect(await viewer.shown('picture', 1)).toEqual(picture)
      expect(viewer.frames).toEqual([key, sound, picture])
    }
  })

  it('shows who comes late the pictures from the last key frame on, at once', async () => {
    const { streamId, publisher } = await startStream()
    const early = await watch(await addPerson(), streamId)
    for (let number = 0; number < 6; number++) publisher.publish('picture', { isKey: number % 3 === 0 })
    await early.shown('picture', 5)
    const late = await watch(await addPerson(), streamId)
    await late.shown('picture', 5)
    expect(late.numbers('picture')).toEqual([3, 4, 5])
  })

  it('goes on with the publisher who comes back where they were', async () => {
    const { owner, streamId, publisher } = await startStream()
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    await viewer.shown('picture', 0)
    publisher.close()
    await viewer.nextWhere('stream', { state: 'waiting' })
    const back = await publishTo(owner, streamId)
    await viewer.nextWhere('stream', { state: 'live' })
    expect(back.publish('picture', { isKey: true }).number).toBe(1)
    await viewer.shown('picture', 1)
  })
})
