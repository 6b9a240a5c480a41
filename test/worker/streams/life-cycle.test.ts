import { runDurableObjectAlarm } from 'cloudflare:test'
import { imageDimensionsFromData } from 'image-dimensions'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ReplayChatReply, replayManifest } from '../../../contract/http/streams.ts'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import { STREAM_PREVIEW_INTERVAL_MS, STREAM_RESUME_WINDOW_MS } from '../../../contract/limits.ts'
import { decodeSegment } from '../../../contract/socket/replay-segment.ts'
import { webpStill } from '../../support/stream/stills.ts'
import { enterRoom } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { listStreams, postToStream, shownStream, startStream, storedFiles } from '../../support/worker/stream-calls.ts'
import { openStream, publishTo, streamObject, watch } from '../../support/worker/stream-sockets.ts'

afterEach(() => vi.useRealTimers())

/** Advances the clock. */
function later(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + ms)
}

/** Starts a stream with two frames and a viewer who has received them. */
async function startLiveStream() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  const id = await startStream(mira)
  const publisher = await publishTo(mira, id)
  const viewer = await watch(ines, id)
  const sent = [
    publisher.publish('picture', { isKey: true, timeUs: 0 }),
    publisher.publish('picture', { timeUs: 2_000_000 }),
  ]
  await viewer.receivedFrame('picture', 1)
  return { mira, ines, id, publisher, viewer, sent }
}

describe('a stream from its start to its replay', () => {
  it('the end of a stream reaches its publisher and viewers', async () => {
    const { mira, ines, id, publisher, viewer } = await startLiveStream()
    expect((await listStreams(ines)).streams.map((stream) => stream.id)).toContain(id)
    await jsonOf(postToStream(mira, 'end', { id }))
    expect(await viewer.next('ended')).toEqual({ type: 'ended', reason: 'stopped' })
    expect(await publisher.closed()).toBe(1000)
  })

  it('the recording of an ended stream is pending', async () => {
    const { mira, ines, id, viewer } = await startLiveStream()
    await jsonOf(postToStream(mira, 'end', { id }))
    await viewer.next('ended')
    expect(await shownStream(mira, id)).toMatchObject({
      ...{ state: 'ended', end: 'stopped', replay: 'pending', durationMs: 2000, totalViews: 1, watching: 0 },
    })
    expect(await errorOf(sendRequest(`/stream/${id}/replay/manifest.json`, { as: ines }))).toEqual([404, 'not_found'])
  })

  it('the recording counts in the storage of its artist until it is removed', async () => {
    const { mira, id, viewer } = await startLiveStream()
    await jsonOf(postToStream(mira, 'end', { id }))
    await viewer.next('ended')
    const usedBytes = async () => (await requestJson<UploadConfig>('/api/v2/upload/sketch', { as: mira })).usedBytes
    await jsonOf(postToStream(mira, 'replay', { id, keep: true }))
    const manifest = replayManifest.parse(await requestJson(`/stream/${id}/replay/manifest.json`))
    expect(await usedBytes()).toBe(manifest.segments[0]?.bytes)
    await jsonOf(postToStream(mira, 'replay', { id, keep: false }))
    expect(await usedBytes()).toBe(0)
  })

  it('a kept replay plays the frames of the stream for everyone [2 §2 Streams]', async () => {
    const { mira, id, viewer, sent } = await startLiveStream()
    await jsonOf(postToStream(mira, 'end', { id }))
    await viewer.next('ended')
    await jsonOf(postToStream(mira, 'replay', { id, keep: true }))
    const manifest = replayManifest.parse(await requestJson(`/stream/${id}/replay/manifest.json`))
    expect(manifest.segments).toHaveLength(1)
    const segment = await (await sendRequest(`/stream/${id}/replay/0.seg`)).bytes()
    expect(decodeSegment(new Uint8Array(segment))).toEqual(sent)
  })

  it('a kept replay has the chat of the stream [2 §2 Streams]', async () => {
    const { mira, ines, id, viewer } = await startLiveStream()
    const room = await enterRoom(ines, `stream-${id}`)
    await room.say('what a line')
    await jsonOf(postToStream(mira, 'end', { id }))
    await viewer.next('ended')
    await jsonOf(postToStream(mira, 'replay', { id, keep: true }))
    const { lines } = await requestJson<ReplayChatReply>(`/stream/${id}/replay/chat.json`)
    expect(lines.map(({ message }) => message)).toEqual(['what a line'])
    room.close()
  })

  describe('a stream ended by staff', () => {
    async function endByStaff() {
      const live = await startLiveStream()
      const staff = await addPerson({ flags: 'm' })
      await jsonOf(postToStream(staff, 'end', { id: live.id, reason: 'shows a film' }))
      return { ...live, staff }
    }

    it('a stream ended by staff disconnects everyone', async () => {
      const { publisher, viewer } = await endByStaff()
      for (const socket of [publisher, viewer])
        expect(await socket.next('ended')).toEqual({ type: 'ended', reason: 'staff' })
    })

    it('a stream ended by staff has a replay that is hidden', async () => {
      const { mira, ines, id, staff } = await endByStaff()
      for (const person of [staff, mira])
        expect(await shownStream(person, id)).toMatchObject({ end: 'staff', replay: 'hidden' })
      expect(await shownStream(ines, id)).toMatchObject({ end: 'staff', replay: 'none' })
      expect(await errorOf(sendRequest(`/stream/${id}/replay/manifest.json`, { as: ines }))).toEqual([404, 'not_found'])
    })

    it('the artist cannot publish the replay of a stream ended by staff', async () => {
      const { mira, id } = await endByStaff()
      expect(await errorOf(postToStream(mira, 'replay', { id, keep: true }))).toEqual([404, 'not_found'])
    })

    it('a stream ended by staff refuses viewers', async () => {
      const { ines, id } = await endByStaff()
      expect(await (await openStream(ines, id)).closed()).toBe(4404)
    })
  })

  it('a stream whose replay is not kept leaves no files', async () => {
    const { mira, id } = await startLiveStream()
    await jsonOf(postToStream(mira, 'end', { id }))
    expect(await storedFiles(id)).not.toEqual([])
    await jsonOf(postToStream(mira, 'replay', { id, keep: false }))
    expect(await storedFiles(id)).toEqual([])
    expect(await shownStream(mira, id)).toMatchObject({ state: 'ended', replay: 'none', preview: null })
  })

  describe.each(['stopped', 'lost'] as const)('a stream whose end was "%s" [2 §2 Streams]', (end) => {
    const stills = [320, 200].map((width) => webpStill(60, { width, height: 240 }))
    let mira: Person
    let id: number
    let preview: string

    /** Sends two stills, a line before the end and a line after it. */
    beforeAll(async () => {
      const live = await startLiveStream()
      ;({ mira, id } = live)
      preview = `/stream/${id}/preview/2.webp`
      const room = await enterRoom(live.ines, `stream-${id}`)
      for (const [index, data] of stills.entries()) {
        later(STREAM_PREVIEW_INTERVAL_MS)
        live.publisher.publish('still', { data })
        const isStored = async () => (await storedFiles(id)).includes(`preview-${index + 1}.webp`)
        await vi.waitUntil(isStored, { timeout: 30_000 })
      }
      await room.say('what a line')
      if (end === 'stopped') await jsonOf(postToStream(mira, 'end', { id }))
      else {
        live.publisher.close()
        await live.viewer.nextWhere('stream', { state: 'waiting' })
        later(STREAM_RESUME_WINDOW_MS)
        await runDurableObjectAlarm(streamObject(id))
      }
      expect(await live.viewer.next('ended')).toEqual({ type: 'ended', reason: end })
      later(5000)
      await room.say('good night')
      room.close()
      vi.useRealTimers()
    })

    it('the pending recording shows the last preview', async () => {
      expect(await shownStream(mira, id)).toMatchObject({
        ...{ end, replay: 'pending', durationMs: 2000 },
        ...{ preview, sw: 640, sh: 480, orientation: 'landscape' },
      })
    })

    it('earlier previews are deleted', async () => {
      expect((await storedFiles(id)).filter((name) => name.startsWith('preview'))).toEqual(['preview-2.webp'])
    })

    describe('once its replay is kept', () => {
      beforeAll(async () => {
        await jsonOf(postToStream(mira, 'replay', { id, keep: true }))
      })

      it('the replay shows the last preview', async () => {
        expect(await shownStream(null, id)).toMatchObject({
          ...{ end, replay: 'kept' },
          ...{ preview, sw: 640, sh: 480, orientation: 'landscape' },
        })
        const picture = await (await sendRequest(preview)).bytes()
        expect(imageDimensionsFromData(picture)).toMatchObject({ type: 'webp', width: 200, height: 240 })
      })

      it('the replay has the chat until the end of the stream', async () => {
        const { lines } = await requestJson<ReplayChatReply>(`/stream/${id}/replay/chat.json`)
        expect(lines.map(({ message }) => message)).toEqual(['what a line'])
      })
    })
  })

  it('the artist ends a stream without a publisher', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    await jsonOf(postToStream(mira, 'end', { id }))
    expect(await shownStream(mira, id)).toMatchObject({ state: 'ended', replay: 'none' })
  })

  it('the artist of an ended stream can start another', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    await jsonOf(postToStream(mira, 'end', { id }))
    expect(await startStream(mira)).toBeGreaterThan(id)
  })
})
