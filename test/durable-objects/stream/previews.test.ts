import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { STREAM_PREVIEW_INTERVAL_MS } from '../../../contract/limits.ts'
import { previewKey } from '../../../durable-objects/stream/stream.ts'
import { addPerson } from '../../support/worker/people.ts'
import { pictures } from '../../support/worker/pictures.ts'
import { sendRequest } from '../../support/worker/site.ts'
import { publishNewStream, streamObject, streamRow, watch, webpStill } from '../../support/worker/stream-sockets.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Advances the clock and runs what is due. */
async function later(streamId: number, ms: number): Promise<void> {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + ms)
  await runDurableObjectAlarm(streamObject(streamId))
}

const previewOf = async (streamId: number, number: number) => {
  const file = await env.FILES.get(previewKey(streamId, number))
  return file && { type: file.httpMetadata?.contentType, bytes: new Uint8Array(await file.arrayBuffer()) }
}

const published = (streamId: number, number: number) => vi.waitUntil(() => previewOf(streamId, number))

describe('previews of a stream in lists [2 §3]', () => {
  it('the preview is a still of the publisher', async () => {
    const { streamId, publisher } = await publishNewStream()
    const { data } = publisher.publish('still', { data: webpStill(60, { width: 320, height: 200 }) })
    expect(await published(streamId, 1)).toEqual({ type: 'image/webp', bytes: data })
  })

  it('the preview is reported to the site with the counts of viewers', async () => {
    const { streamId, publisher } = await publishNewStream()
    await watch(await addPerson(), streamId)
    publisher.publish('still', { data: webpStill(60, { width: 320, height: 200 }) })
    await published(streamId, 1)
    await later(streamId, STREAM_PREVIEW_INTERVAL_MS)
    expect(await streamRow(streamId)).toMatchObject({
      preview_number: 1,
      width: 640,
      height: 480,
      viewers_count: 1,
      views_count: 1,
    })
  })

  it('the previous preview is deleted once the next is reported', async () => {
    const { streamId, publisher } = await publishNewStream()
    publisher.publish('still', { data: webpStill(60, { width: 320, height: 200 }) })
    await published(streamId, 1)
    await later(streamId, STREAM_PREVIEW_INTERVAL_MS)
    publisher.publish('still', { data: webpStill(70) })
    await published(streamId, 2)
    expect(await previewOf(streamId, 1)).not.toBeNull()
    await later(streamId, STREAM_PREVIEW_INTERVAL_MS)
    expect(await streamRow(streamId)).toMatchObject({ preview_number: 2 })
    expect(await previewOf(streamId, 1)).toBeNull()
  })

  it('a JPEG still, from a browser that cannot write WebP, is stored and sent as one', async () => {
    const { streamId, publisher } = await publishNewStream(null)
    await watch(await addPerson(), streamId)
    publisher.publish('still', { data: pictures.progressiveJpeg })
    expect(await published(streamId, 1)).toEqual({ type: 'image/jpeg', bytes: pictures.progressiveJpeg })
    await later(streamId, STREAM_PREVIEW_INTERVAL_MS)
    const preview = await sendRequest(`/stream/${streamId}/preview/1.webp`)
    expect(preview.headers.get('content-type')).toBe('image/jpeg')
    expect(new Uint8Array(await preview.bytes())).toEqual(pictures.progressiveJpeg)
    await streamObject(streamId).stop('stopped')
    expect(await streamRow(streamId)).toMatchObject({ width: 300, height: 200 })
  })

  /** Sends five stills and waits for the preview. */
  async function publishStills() {
    const { streamId, publisher } = await publishNewStream(null)
    const viewer = await watch(await addPerson(), streamId)
    for (let number = 0; number < 5; number++)
      publisher.publish('still', { data: webpStill(60, { width: 320, height: 400 }) })
    await viewer.receivedFrame('still', 4)
    await published(streamId, 1)
    return { streamId, viewer }
  }

  it('viewers get every still', async () => {
    const { viewer } = await publishStills()
    expect(viewer.numbers('still')).toEqual([0, 1, 2, 3, 4])
  })

  it('one of many stills becomes the preview', async () => {
    const { streamId } = await publishStills()
    expect(await previewOf(streamId, 2)).toBeNull()
  })

  it('the size of the preview is reported to the site', async () => {
    const { streamId } = await publishStills()
    await streamObject(streamId).stop('stopped')
    expect(await streamRow(streamId)).toMatchObject({ preview_number: 1, width: 320, height: 400 })
  })
})

describe('viewers of stills', () => {
  it('a viewer of stills gets stills and sound', async () => {
    const { streamId, publisher } = await publishNewStream()
    const mira = await watch(await addPerson(), streamId, 'stills')
    publisher.publish('picture', { isKey: true })
    const frames = [publisher.publish('still'), publisher.publish('sound')]
    await mira.receivedFrame('sound', 0)
    expect(mira.frames).toEqual(frames)
  })

  it('a viewer of pictures gets no stills', async () => {
    const { streamId, publisher } = await publishNewStream()
    const tomo = await watch(await addPerson(), streamId)
    publisher.publish('picture', { isKey: true })
    publisher.publish('still')
    publisher.publish('sound')
    await tomo.receivedFrame('sound', 0)
    expect(tomo.numbers('still')).toEqual([])
  })

  it('the publisher learns that a viewer needs stills', async () => {
    const { streamId, publisher } = await publishNewStream()
    await watch(await addPerson(), streamId, 'stills')
    await later(streamId, 2000)
    publisher.publish('sound')
    expect(await publisher.next('stills')).toEqual({ type: 'stills', wanted: true })
  })
})
