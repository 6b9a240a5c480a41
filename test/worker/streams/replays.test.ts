import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { ReplaysReply } from '../../../contract/http/streams.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { ask, askJson, jsonOf, refusal } from '../../support/worker/site.ts'
import {
  addReplay,
  addStream,
  shownStream,
  storedFiles,
  storeReplay,
  streamPage,
} from '../../support/worker/stream-calls.ts'
import { addUpload, postUpload } from '../../support/worker/uploads.ts'

/** Someone with a recording that waits for their decision, and a picture that waits to be posted. */
async function withRecording(fields: Parameters<typeof addReplay>[1] = {}) {
  const mira = await addPerson()
  const streamId = await addReplay(mira, { replay: 'pending', ...fields })
  await storeReplay(streamId)
  const { id: uploadId } = await addUpload(mira)
  return { mira, streamId, uploadId }
}

const post = (as: Person, uploadId: string, streamId: number) =>
  jsonOf<{ sketchId: number }>(postUpload(as, uploadId, { title: 'Heron', streamId }))
const sketchPage = (id: number, as: Person | null = null) => askJson<ShownSketch>(`/api/v2/sketch/${id}`, { as })

describe('the last picture of a stream', () => {
  it.each<[string, Parameters<typeof addReplay>[1]]>([
    ['whose replay staff hid', { replay: 'hidden' }],
    ['that staff ended', { endReason: 'staff', replay: 'none' }],
    [
      'that staff ended, and whose recording is not known of yet',
      { endReason: 'staff', replay: 'none', finalized: false },
    ],
  ])('%s is for its artist and staff alone, and kept by no shared cache', async (_which, fields) => {
    const [mira, ines, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addReplay(mira, { previewNumber: 1, ...fields })
    await storeReplay(id)
    const picture = `/stream/${id}/preview/1.webp`
    for (const as of [null, ines]) {
      expect(await shownStream(as, id)).toMatchObject({ preview: null })
      for (const path of [picture, `/stream/${id}/preview/7.webp`])
        expect(await refusal(ask(path, { as }))).toEqual([404, 'not_found'])
    }
    for (const as of [mira, staff]) {
      expect(await shownStream(as, id)).toMatchObject({ preview: picture })
      const reply = await ask(picture, { as })
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    }
  })

  it('that staff ended is for all where they show its replay', async () => {
    const id = await addReplay(await addPerson(), { endReason: 'staff', replay: 'kept', previewNumber: 1 })
    await storeReplay(id)
    expect(await shownStream(null, id)).toMatchObject({ replay: 'kept', preview: `/stream/${id}/preview/1.webp` })
    expect((await ask(`/stream/${id}/preview/1.webp`)).status).toBe(200)
  })
})

describe('a sketch that is posted with a replay', () => {
  it('keeps the replay, and each page leads to the other', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    expect(await post(mira, uploadId, streamId)).toEqual({ sketchId })
    expect(await sketchPage(sketchId)).toMatchObject({ replay: { streamId } })
    expect(await shownStream(null, streamId)).toMatchObject({
      replay: 'kept',
      sketch: { id: sketchId, title: 'Heron' },
    })
    expect(await storedFiles(streamId)).toContain('chat.json')
  })

  it('shows its replay to those who see it: unlisted, in no list, and listed again as it is', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await jsonOf<{ sketchId: number }>(
      postUpload(mira, uploadId, { title: 'Heron', streamId, unlisted: true }),
    )
    const isListed = async () => {
      const { items } = await askJson<ReplaysReply>('/api/v2/streams/replays')
      return items.some(({ id }) => id === streamId)
    }
    expect(await isListed()).toBe(false)
    expect(await shownStream(null, streamId)).toMatchObject({ replay: 'kept', sketch: { id: sketchId } })
    await env.DB.prepare('UPDATE sketches SET unlisted = 0 WHERE id = ?').bind(sketchId).run()
    expect(await isListed()).toBe(true)
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(sketchId).run()
    expect(await isListed()).toBe(false)
    expect(await streamPage(null, streamId)).toEqual({ hidden: true, id: streamId, notice: 'mature' })
    const grown = await addPerson({ showMature: true })
    const { items } = await askJson<ReplaysReply>('/api/v2/streams/replays', { as: grown })
    expect(items.find(({ id }) => id === streamId)).toMatchObject({ mature: true })
    expect(await shownStream(mira, streamId)).toMatchObject({ mature: false })
  })

  it('that staff hid takes its replay along, also to another sketch', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(sketchId).run()
    expect(await shownStream(null, streamId)).toMatchObject({ replay: 'none', preview: null, sketch: null })
    expect(await shownStream(mira, streamId)).toMatchObject({ replay: 'kept', sketch: { id: sketchId } })
    const { id: another } = await addUpload(mira)
    expect(await refusal(postUpload(mira, another, { streamId }))).toEqual([404, 'not_found'])
    await env.DB.prepare('UPDATE sketches SET violation = NULL WHERE id = ?').bind(sketchId).run()
    expect(await shownStream(null, streamId)).toMatchObject({ replay: 'kept' })
  })

  it('leaves what was said beside a replay that was kept before as it is', async () => {
    const { mira, streamId, uploadId } = await withRecording({ replay: 'kept' })
    const said = JSON.stringify({
      lines: [{ atMs: 1, user: { id: 1, nickname: 'Ines', avatar: null }, message: 'Lovely' }],
    })
    await env.FILES.put(replayChatKey(streamId), said)
    await post(mira, uploadId, streamId)
    expect(await (await ask(`/stream/${streamId}/replay/chat.json`)).text()).toBe(said)
  })

  it('takes the replay with it when it is deleted', async () => {
    const { mira, streamId, uploadId } = await withRecording()
    const { sketchId } = await post(mira, uploadId, streamId)
    await jsonOf(ask(`/api/v2/sketch/${sketchId}`, { as: mira, body: { action: 'delete' } }))
    expect(await shownStream(mira, streamId)).toMatchObject({ replay: 'none', sketch: null, preview: null })
    expect(await storedFiles(streamId)).toEqual([])
  })

  it('that a stream was only about does not', async () => {
    const { mira, streamId, uploadId } = await withRecording({ replay: 'kept' })
    const { sketchId } = await jsonOf<{ sketchId: number }>(postUpload(mira, uploadId))
    await env.DB.prepare('UPDATE streams SET sketch_id = ? WHERE id = ?').bind(sketchId, streamId).run()
    expect(await sketchPage(sketchId)).toMatchObject({ replay: null })
    await jsonOf(ask(`/api/v2/sketch/${sketchId}`, { as: mira, body: { action: 'delete' } }))
    expect(await shownStream(null, streamId)).toMatchObject({ replay: 'kept', sketch: null })
    expect(await storedFiles(streamId)).toContain('0.seg')
  })

  it('names no replay to who may not see it: of a mature stream, hidden or removed', async () => {
    const { mira, streamId, uploadId } = await withRecording({ mature: true })
    const { sketchId } = await post(mira, uploadId, streamId)
    expect(await sketchPage(sketchId)).toMatchObject({ replay: null })
    expect(await sketchPage(sketchId, await addPerson({ showMature: true }))).toMatchObject({ replay: { streamId } })
    await env.DB.prepare("UPDATE streams SET replay = 'hidden' WHERE id = ?").bind(streamId).run()
    expect(await sketchPage(sketchId, mira)).toMatchObject({ replay: null })
  })

  it.each<[string, (mira: Person) => Promise<number>, [number, string]]>([
    ['of someone else', async () => addReplay(await addPerson()), [403, 'forbidden']],
    ['of a stream that is live', (mira) => addStream(mira), [404, 'not_found']],
    ['that was removed', (mira) => addReplay(mira, { replay: 'none' }), [404, 'not_found']],
    ['that staff hid', (mira) => addReplay(mira, { replay: 'hidden' }), [404, 'not_found']],
    ['that is none', async () => 999_999, [404, 'not_found']],
  ])('is not posted with a replay %s', async (_which, streamOf, refused) => {
    const { mira, uploadId } = await withRecording()
    const streamId = await streamOf(mira)
    expect(await refusal(postUpload(mira, uploadId, { streamId }))).toEqual(refused)
  })
})

describe('a recording that waits', () => {
  it.each([true, false])(
    'may become a replay, for all who ask, until its artist has decided (keeps it: %s)',
    async (keep) => {
      const { mira, streamId } = await withRecording()
      for (const viewer of [null, mira]) expect(await shownStream(viewer, streamId)).toMatchObject({ undecided: true })
      await jsonOf(ask('/api/v2/stream/replay', { as: mira, body: { id: streamId, keep } }))
      expect(await shownStream(null, streamId)).toMatchObject({ undecided: false, replay: keep ? 'kept' : 'none' })
    },
  )
})
