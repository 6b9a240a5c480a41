import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { ReplaysReply } from '../../../contract/http/streams.ts'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { countRows } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import {
  addReplay,
  addStream,
  shownStream,
  storedFiles,
  storeReplay,
  streamPage,
} from '../../support/worker/stream-calls.ts'
import { addPicture, addUpload, postUpload } from '../../support/worker/uploads.ts'

/** Adds a member with a pending recording and an upload to post. */
async function withRecording(fields: Parameters<typeof addReplay>[1] = {}) {
  const mira = await addPerson()
  const streamId = await addReplay(mira, { replay: 'pending', ...fields })
  await storeReplay(streamId)
  const { id: uploadId } = await addUpload(mira)
  return { mira, streamId, uploadId }
}

const post = (as: Person, uploadId: string, streamId: number) =>
  jsonOf<{ sketchId: number }>(postUpload(as, uploadId, { title: 'Heron', streamId }))
const sketchPage = (id: number, as: Person | null = null) => requestJson<ShownSketch>(`/api/v2/sketch/${id}`, { as })

describe('the last preview of a stream', () => {
  describe.each<[string, Parameters<typeof addReplay>[1]]>([
    ['whose replay is hidden by staff', { replay: 'hidden' }],
    ['ended by staff', { endReason: 'staff', replay: 'none' }],
    ['ended by staff before the recording is complete', { endReason: 'staff', replay: 'none', finalized: false }],
  ])('of a stream %s', (_which, fields) => {
    async function addEnded() {
      const mira = await addPerson()
      const id = await addReplay(mira, { previewNumber: 1, ...fields })
      await storeReplay(id)
      return { mira, id, picture: `/stream/${id}/preview/1.webp` }
    }

    it('the last preview is not served to other viewers', async () => {
      const { id, picture } = await addEnded()
      for (const as of [null, await addPerson()]) {
        expect(await shownStream(as, id)).toMatchObject({ preview: null })
        for (const path of [picture, `/stream/${id}/preview/7.webp`])
          expect(await errorOf(sendRequest(path, { as }))).toEqual([404, 'not_found'])
      }
    })

    it('the last preview is served to the artist and staff', async () => {
      const { mira, id, picture } = await addEnded()
      for (const as of [mira, await addPerson({ flags: 'm' })]) {
        expect(await shownStream(as, id)).toMatchObject({ preview: picture })
        expect((await sendRequest(picture, { as })).status).toBe(200)
      }
    })

    it('shared caches do not store the last preview', async () => {
      const { mira, picture } = await addEnded()
      const reply = await sendRequest(picture, { as: mira })
      expect(reply.headers.get('cache-control')).toBe('private, max-age=3600')
      await reply.body?.cancel()
    })
  })

  it('the last preview of a stream ended by staff is public once they show the replay', async () => {
    const id = await addReplay(await addPerson(), { endReason: 'staff', replay: 'kept', previewNumber: 1 })
    await storeReplay(id)
    expect(await shownStream(null, id)).toMatchObject({ replay: 'kept', preview: `/stream/${id}/preview/1.webp` })
    expect((await sendRequest(`/stream/${id}/preview/1.webp`)).status).toBe(200)
  })
})

describe('sketches posted with a replay', () => {
  it('a recording is kept when a sketch is posted with it', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    await post(mira, uploadId, streamId)
    expect(await shownStream(null, streamId)).toMatchObject({ replay: 'kept' })
    expect(await storedFiles(streamId)).toContain('chat.json')
  })

  it('a request to post an upload that does not exist stores no chat', async () => {
    const { mira, streamId } = await withRecording()
    expect(await errorOf(postUpload(mira, crypto.randomUUID(), { streamId }))).toEqual([404, 'not_found'])
    expect(await storedFiles(streamId)).not.toContain('chat.json')
  })

  it('a request to continue a sketch that the member may not continue stores no chat', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const parentSketchId = await addSketch(await addPerson())
    expect(await errorOf(postUpload(mira, uploadId, { streamId, parentSketchId }))).toEqual([409, 'bad_parent'])
    expect(await storedFiles(streamId)).not.toContain('chat.json')
  })

  it('neither the upload nor the recording changes when a restored version is the same picture', async () => {
    const { mira, streamId } = await withRecording()
    const file = uniqueCopy(pictures.png)
    const { id } = await addPicture(mira, {}, file)
    const replace = (body: object) => jsonOf(sendRequest(`/sketch/${id}/version`, { as: mira, body }))
    await replace({ uploadId: (await addUpload(mira)).id })
    const { id: uploadId } = await addUpload(mira, file)
    const { items } = await requestJson<{ items: { id: string }[] }>(`/sketch/${id}/versions?format=json`, { as: mira })
    await replace({ versionId: items[0]?.id, action: 'restore' })
    expect(await errorOf(postUpload(mira, uploadId, { streamId }))).toEqual([409, 'same_file'])
    const { written } = await countRows(async (bindings) => {
      const reply = postUpload(mira, uploadId, { tags: ['a tag of a refused post'] }, bindings)
      expect(await errorOf(reply)).toEqual([409, 'same_file'])
    })
    // D1 counts the insertion of the sketch, which ends in a conflict.
    expect(written).toBe(1)
    expect(await shownStream(mira, streamId)).toMatchObject({ replay: 'pending' })
    expect(await storedFiles(streamId)).not.toContain('chat.json')
    const { pending } = await requestJson<UploadConfig>('/api/v2/upload/sketch', { as: mira })
    expect(pending.map((upload) => upload.id)).toContain(uploadId)
  })

  it('a repeated request to post returns the same sketch', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const first = await post(mira, uploadId, streamId)
    expect(await post(mira, uploadId, streamId)).toEqual(first)
  })

  it('the page of the sketch links the replay', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    expect(await sketchPage(sketchId)).toMatchObject({ replay: { streamId } })
  })

  it('the page of the replay links the sketch', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    expect(await shownStream(null, streamId)).toMatchObject({ sketch: { id: sketchId, title: 'Heron' } })
  })

  describe('the visibility of a replay with a sketch', () => {
    let mira: Person
    let streamId: number
    let sketchId: number
    beforeEach(async () => {
      const recording = await withRecording()
      ;({ mira, streamId } = recording)
      ;({ sketchId } = await post(mira, recording.uploadId, streamId))
    })
    const setSketch = (fields: string) =>
      env.DB.prepare(`UPDATE sketches SET ${fields} WHERE id = ?`).bind(sketchId).run()
    const inList = async (as: Person | null = null) => {
      const { items } = await requestJson<ReplaysReply>('/api/v2/streams/replays', { as })
      return items.find(({ id }) => id === streamId)
    }

    it('a replay is listed only while its sketch is', async () => {
      await setSketch('unlisted = 1')
      expect(await inList()).toBeUndefined()
      await setSketch('unlisted = 0')
      expect(await inList()).toBeDefined()
    })

    it('a replay that is posted with an unlisted sketch is not listed', async () => {
      const { mira: artist, streamId: id, uploadId } = await withRecording()
      await jsonOf(postUpload(artist, uploadId, { title: 'Heron', streamId: id, unlisted: true }))
      const { items } = await requestJson<ReplaysReply>('/api/v2/streams/replays')
      expect(items.map((item) => item.id)).not.toContain(id)
    })

    it('[1 §5] the replay of an unlisted sketch exists only for its artist and for everyone with the link', async () => {
      const linkKey = 'a1'.repeat(20)
      await setSketch(`unlisted = 1, link_key = '${linkKey}'`)
      const kept = { replay: 'kept', sketch: { id: sketchId, linkKey } }
      expect(await shownStream(null, streamId)).toMatchObject({ replay: 'none', sketch: null, chapters: [] })
      expect(await shownStream(mira, streamId)).toMatchObject(kept)
      expect(await requestJson(`/api/v2/stream/${streamId}?key=${linkKey}`)).toMatchObject(kept)
      for (const file of ['replay/manifest.json', 'replay/chat.json']) {
        const path = `/stream/${streamId}/${file}`
        expect((await sendRequest(path)).status).toBe(404)
        const linked = await sendRequest(path, { headers: { cookie: `links=${linkKey}` } })
        expect([linked.status, linked.headers.get('cache-control')]).toEqual([200, expect.stringContaining('private')])
      }
    })

    it('the replay of a mature sketch is listed only for members who show mature sketches', async () => {
      await setSketch('mature = 1')
      expect(await inList()).toBeUndefined()
      expect(await inList(await addPerson({ showMature: true }))).toMatchObject({ mature: true })
    })

    it('the replay of a mature sketch is hidden from other viewers', async () => {
      await setSketch('mature = 1')
      expect(await streamPage(null, streamId)).toEqual({ hidden: true, id: streamId, notice: 'mature' })
    })

    it('a mature sketch does not change what the artist chose for the stream', async () => {
      await setSketch('mature = 1')
      expect(await shownStream(mira, streamId)).toMatchObject({ mature: false })
    })
  })

  it('a replay is hidden while staff hide its sketch', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(sketchId).run()
    expect(await shownStream(null, streamId)).toMatchObject({ replay: 'none', preview: null, sketch: null })
    expect(await shownStream(mira, streamId)).toMatchObject({ replay: 'kept', sketch: { id: sketchId } })
    await env.DB.prepare('UPDATE sketches SET violation = NULL WHERE id = ?').bind(sketchId).run()
    expect(await shownStream(null, streamId)).toMatchObject({ replay: 'kept' })
  })

  it('a replay cannot move from a hidden sketch to another', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(sketchId).run()
    const { id: another } = await addUpload(mira)
    expect(await errorOf(postUpload(mira, another, { streamId }))).toEqual([404, 'not_found'])
  })

  it('a replay cannot move from a mature sketch to another', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(sketchId).run()
    expect(await post(mira, uploadId, streamId)).toEqual({ sketchId })
    const { id: another } = await addUpload(mira)
    expect(await errorOf(postUpload(mira, another, { streamId }))).toEqual([409, 'mature_replay'])
    expect(await streamPage(null, streamId)).toMatchObject({ hidden: true, notice: 'mature' })
  })

  it('posting does not change the chat of a replay that was kept before', async () => {
    const { mira, streamId, uploadId } = await withRecording({ replay: 'kept' })
    const chat = JSON.stringify({
      lines: [{ atMs: 1, user: { id: 1, nickname: 'Ines', avatar: null }, message: 'Lovely' }],
    })
    await env.FILES.put(replayChatKey(streamId), chat)
    await post(mira, uploadId, streamId)
    expect(await (await sendRequest(`/stream/${streamId}/replay/chat.json`)).text()).toBe(chat)
  })

  it('deleting the sketch deletes its replay', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    await jsonOf(sendRequest(`/api/v2/sketch/${sketchId}`, { as: mira, body: { action: 'delete' } }))
    expect(await shownStream(mira, streamId)).toMatchObject({ replay: 'none', sketch: null, preview: null })
    expect(await storedFiles(streamId)).toEqual([])
  })

  it('deleting a sketch that a stream was only linked to keeps the replay', async () => {
    const { mira, streamId, uploadId } = await withRecording({ replay: 'kept' })
    const { sketchId } = await jsonOf<{ sketchId: number }>(postUpload(mira, uploadId))
    await env.DB.prepare('UPDATE streams SET sketch_id = ? WHERE id = ?').bind(sketchId, streamId).run()
    expect(await sketchPage(sketchId)).toMatchObject({ replay: null })
    await jsonOf(sendRequest(`/api/v2/sketch/${sketchId}`, { as: mira, body: { action: 'delete' } }))
    expect(await shownStream(null, streamId)).toMatchObject({ replay: 'kept', sketch: null })
    expect(await storedFiles(streamId)).toContain('0.seg')
  })

  it('the sketch does not mention a replay that is hidden or that the viewer may not see', async () => {
    const { mira, streamId, uploadId } = await withRecording({ mature: true })
    const { sketchId } = await post(mira, uploadId, streamId)
    expect(await sketchPage(sketchId)).toMatchObject({ replay: null })
    expect(await sketchPage(sketchId, await addPerson({ showMature: true }))).toMatchObject({ replay: { streamId } })
    await env.DB.prepare("UPDATE streams SET replay = 'hidden' WHERE id = ?").bind(streamId).run()
    expect(await sketchPage(sketchId, mira)).toMatchObject({ replay: null })
  })

  it.each<[string, (mira: Person) => Promise<number>, [number, string]]>([
    ['of another artist', async () => addReplay(await addPerson()), [403, 'forbidden']],
    ['of a live stream', (mira) => addStream(mira), [404, 'not_found']],
    ['that was removed', (mira) => addReplay(mira, { replay: 'none' }), [404, 'not_found']],
    ['that is hidden by staff', (mira) => addReplay(mira, { replay: 'hidden' }), [404, 'not_found']],
    ['that is unknown', async () => 999_999, [404, 'not_found']],
  ])('posting a sketch with a replay %s is refused', async (_which, streamOf, refused) => {
    const { mira, uploadId } = await withRecording()
    const streamId = await streamOf(mira)
    expect(await errorOf(postUpload(mira, uploadId, { streamId }))).toEqual(refused)
  })
})

describe('pending recordings', () => {
  it.each([true, false])(
    'a pending recording is announced as undecided to everyone until its artist decides (keeps it: %s)',
    async (keep) => {
      const { mira, streamId } = await withRecording()
      for (const viewer of [null, mira]) expect(await shownStream(viewer, streamId)).toMatchObject({ undecided: true })
      await jsonOf(sendRequest('/api/v2/stream/replay', { as: mira, body: { id: streamId, keep } }))
      expect(await shownStream(null, streamId)).toMatchObject({ undecided: false, replay: keep ? 'kept' : 'none' })
    },
  )
})
