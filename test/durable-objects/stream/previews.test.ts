import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { imageDimensionsFromData } from 'image-dimensions'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { concatBytes } from '../../../contract/bytes.ts'
import {
  STREAM_PREVIEW_INTERVAL_MS,
  STREAM_PREVIEW_LATER_INTERVAL_MS,
  STREAM_PREVIEW_START_MS,
} from '../../../contract/limits.ts'
import { encodeFrame } from '../../../contract/socket/stream-frame.ts'
import { Previews } from '../../../durable-objects/stream/Previews.ts'
import { StreamStore } from '../../../durable-objects/stream/StreamStore.ts'
import { previewKey, streamFolder } from '../../../durable-objects/stream/stream.ts'
import { webpStill } from '../../support/stream/stills.ts'
import { changedFiles } from '../../support/worker/outages.ts'
import { addPerson } from '../../support/worker/people.ts'
import { pictures } from '../../support/worker/pictures.ts'
import { publishNewStream, streamObject, streamRow, watch } from '../../support/worker/stream-sockets.ts'

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

async function published(streamId: number, number: number) {
  await expect.poll(() => previewOf(streamId, number)).toBeTruthy()
  return previewOf(streamId, number)
}

/** A JPEG with a comment before its segments. */
const withComment = (jpeg: Uint8Array<ArrayBuffer>) =>
  concatBytes(jpeg.subarray(0, 2), Uint8Array.of(0xff, 0xfe, 0, 6), new TextEncoder().encode('Noor'), jpeg.subarray(2))

describe('previews of a stream in lists [2 §3]', () => {
  it('the preview is a still of the publisher, encoded again as WebP', async () => {
    const { streamId, publisher } = await publishNewStream()
    publisher.publish('still', { data: withComment(pictures.jpeg) })
    const preview = await published(streamId, 1)
    expect(preview?.type).toBe('image/webp')
    expect(imageDimensionsFromData(preview?.bytes ?? new Uint8Array())).toMatchObject({ type: 'webp', width: 60 })
    expect(new TextDecoder('latin1').decode(preview?.bytes)).not.toContain('Noor')
  })

  it('a preview is at most 480 pixels wide and 960 high', async () => {
    const { streamId, publisher } = await publishNewStream()
    publisher.publish('still', { data: webpStill(60, { width: 1000, height: 500 }) })
    await published(streamId, 1)
    vi.setSystemTime(Date.now() + STREAM_PREVIEW_INTERVAL_MS)
    publisher.publish('still', { data: webpStill(60, { width: 500, height: 2000 }) })
    const sizes = [await published(streamId, 1), await published(streamId, 2)].map((preview) =>
      imageDimensionsFromData(preview?.bytes ?? new Uint8Array()),
    )
    expect(sizes).toMatchObject([
      { width: 480, height: 240 },
      { width: 240, height: 960 },
    ])
  })

  it('a still that cannot be decoded makes no preview, and a later one does', async () => {
    const { streamId, publisher } = await publishNewStream(null)
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('still', { data: new Uint8Array(pictures.lossyWebp).fill(0xff, 30) })
    await viewer.receivedFrame('still', 0)
    vi.setSystemTime(Date.now() + STREAM_PREVIEW_INTERVAL_MS)
    await expect
      .poll(() => {
        publisher.publish('still', { data: webpStill(60, { width: 64, height: 48 }) })
        return previewOf(streamId, 1)
      })
      .toBeTruthy()
    const preview = await previewOf(streamId, 1)
    expect(imageDimensionsFromData(preview?.bytes ?? new Uint8Array())).toMatchObject({ width: 64, height: 48 })
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

  /** Sends a still at each of these times of a stream. Returns the times whose still became the preview. */
  async function timesOfPreviews(times: readonly number[]): Promise<number[]> {
    const startedAt = Date.now()
    const store = { values: new Map([['facts', { startedAt }]]) } as unknown as StreamStore
    const previews = new Previews({ files: env.FILES, images: env.IMAGES, store, streamId: startedAt })
    const header = { kind: 'still', isKey: true, number: 0, timeUs: 0 } as const
    const still = { ...header, bytes: encodeFrame({ ...header, data: webpStill(60) }) }
    const saved: number[] = []
    for (const time of times) if (await previews.saveIfDue(still, startedAt + time)) saved.push(time)
    return saved
  }

  it('a stream has a new preview every ten seconds in its first five minutes', async () => {
    const last = STREAM_PREVIEW_START_MS - STREAM_PREVIEW_INTERVAL_MS
    expect(await timesOfPreviews([0, 9000, 10_000, 19_000, 20_000, last - 1, last + 9999])).toEqual([
      ...[0, 10_000, 20_000],
      ...[last - 1, last + 9999],
    ])
  })

  it('a stream has a new preview every minute after its first five minutes', async () => {
    const last = STREAM_PREVIEW_START_MS - 1
    const next = last + STREAM_PREVIEW_LATER_INTERVAL_MS
    expect(await timesOfPreviews([last, last + STREAM_PREVIEW_INTERVAL_MS, next - 1000, next, next + 59_000])).toEqual([
      last,
      next,
    ])
  })

  it('a preview that failed is tried again after a minute, even if the object slept meanwhile', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const startedAt = Date.now() - STREAM_PREVIEW_START_MS
    const store = { values: new Map([['facts', { startedAt }]]) } as unknown as StreamStore
    let calls = 0
    const input = () => {
      calls++
      throw new Error('not a picture')
    }
    const images = { input } as unknown as ImagesBinding
    const header = { kind: 'still', isKey: true, number: 0, timeUs: 0 } as const
    const still = { ...header, bytes: encodeFrame({ ...header, data: webpStill(60) }) }
    const now = Date.now()
    for (const time of [0, STREAM_PREVIEW_INTERVAL_MS, STREAM_PREVIEW_LATER_INTERVAL_MS - 1000])
      await new Previews({ files: env.FILES, images, store, streamId: startedAt }).saveIfDue(still, now + time)
    expect(calls).toBe(1)
    const at = now + STREAM_PREVIEW_LATER_INTERVAL_MS
    await new Previews({ files: env.FILES, images, store, streamId: startedAt }).saveIfDue(still, at)
    errors.mockRestore()
    expect(calls).toBe(2)
  })

  it('a thousand old previews are deleted in each call, which is the maximum', async () => {
    const before = Array.from({ length: 2500 }, (_, at) => at + 1)
    const last = { number: 2501, sw: 480, sh: 270, before }
    const values = new Map([['preview', last]])
    const counts: number[] = []
    const files = changedFiles({ delete: async (keys: string[]) => counts.push(keys.length) })
    const store = { values } as unknown as StreamStore
    await new Previews({ files, images: env.IMAGES, store, streamId: 1 }).removeBefore(2501)
    expect(counts).toEqual([1000, 1000, 500])
    expect(values.get('preview')).toEqual({ ...last, before: [] })
  })

  it('a preview that is saved while old ones are deleted keeps its number', async () => {
    const values = new Map([['preview', { number: 3, sw: 480, sh: 270, before: [1, 2] }]])
    const saved = { number: 4, sw: 480, sh: 300, before: [1, 2, 3] }
    const files = changedFiles({ delete: async () => void values.set('preview', saved) })
    const store = { values } as unknown as StreamStore
    await new Previews({ files, images: env.IMAGES, store, streamId: 1 }).removeBefore(3)
    expect(values.get('preview')).toEqual({ ...saved, before: [3] })
  })

  it('a stream ends once, even if its old previews cannot be deleted', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const removal = vi.spyOn(Previews.prototype, 'removeBefore').mockRejectedValue(new Error('R2 is gone'))
    const { streamId } = await publishNewStream()
    await streamObject(streamId).stop('stopped')
    expect(removal).toHaveBeenCalled()
    removal.mockRestore()
    await runInDurableObject(streamObject(streamId), (_object, { storage }) => {
      expect(new StreamStore(storage).values.get('ending')).toMatchObject({ isConfirmed: true })
    })
  })

  it('a preview that is being made while its stream is erased is not stored', async () => {
    const images = Object.getPrototypeOf(env.IMAGES) as ImagesBinding
    const input = images.input
    const { promise: isErasing, resolve: proceed } = Promise.withResolvers<void>()
    const made = vi.spyOn(images, 'input').mockImplementation(function (this: ImagesBinding, picture) {
      const pipeline = input.call(this, picture).transform({ width: 480 })
      const output: ImageTransformer['output'] = (options) => isErasing.then(() => pipeline.output(options))
      return { transform: () => ({ output }) } as unknown as ImageTransformer
    })
    const saving = vi.spyOn(Previews.prototype, 'saveIfDue')
    const { streamId, publisher } = await publishNewStream()
    publisher.publish('still', { data: webpStill(60) })
    await expect.poll(() => made).toHaveBeenCalled()
    await streamObject(streamId).stop('stopped')
    const erased = streamObject(streamId).erase()
    await runInDurableObject(streamObject(streamId), () => proceed())
    await erased
    await expect.poll(() => saving.mock.settledResults[0]?.type).toBe('fulfilled')
    for (const spy of [made, saving]) spy.mockRestore()
    expect((await env.FILES.list({ prefix: streamFolder(streamId) })).objects).toEqual([])
  })

  it('a JPEG still, from a browser that cannot write WebP, reaches viewers without metadata', async () => {
    const { streamId, publisher } = await publishNewStream(null)
    const viewer = await watch(await addPerson(), streamId)
    publisher.publish('still', { data: withComment(pictures.progressiveJpeg) })
    await viewer.receivedFrame('still', 0)
    expect(viewer.frames.map(({ data }) => data)).toEqual([pictures.progressiveJpeg])
    await published(streamId, 1)
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
