import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { previewKey } from '../../../durable-objects/stream/stream.ts'
import { changedFiles } from '../../support/worker/outages.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, ORIGIN, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addReplay, addStream, postToStream, storeReplay } from '../../support/worker/stream-calls.ts'
import { countTrips } from '../../support/worker/trips.ts'

describe('files of a replay', () => {
  it('a previous preview number returns the current preview with a short cache time', async () => {
    const id = await addReplay(await addPerson(), { previewNumber: 1 })
    await storeReplay(id)
    const reply = await sendRequest(`/stream/${id}/preview/7.webp`)
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=5'])
  })

  it.each([
    ['the edge answers a previous preview number', 7, 0],
    ['an ended stream has no newer preview to look for', 2, 0],
  ])('%s', async (_, number, reads) => {
    const id = await addReplay(await addPerson())
    await storeReplay(id)
    await (await sendRequest(`/stream/${id}/preview/1.webp`)).arrayBuffer()
    const edge = new Request(`${ORIGIN}/stream/${id}/preview/1.webp`)
    await expect.poll(() => caches.default.match(edge)).toBeDefined()
    const get = vi.fn(env.FILES.get.bind(env.FILES))
    const counted = { ...env, FILES: changedFiles({ get }) }
    const reply = await sendRequestWith(counted, `/stream/${id}/preview/${number}.webp`)
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(new Uint8Array([5, 6, 7, 8]))
    expect(get).toHaveBeenCalledTimes(reads)
  })

  it('the number of a preview that a replica does not know yet returns that preview', async () => {
    const id = await addStream(await addPerson(), { previewNumber: 1 })
    await storeReplay(id)
    await env.FILES.put(previewKey(id, 2), new Uint8Array([9]))
    const reply = await sendRequest(`/stream/${id}/preview/2.webp`)
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(new Uint8Array([9]))
  })

  it('the first preview of a live stream that a replica does not know yet is returned', async () => {
    const id = await addStream(await addPerson())
    expect(await errorOf(sendRequest(`/stream/${id}/preview/1.webp`))).toEqual([404, 'not_found'])
    await env.FILES.put(previewKey(id, 1), new Uint8Array([9]))
    const reply = await sendRequest(`/stream/${id}/preview/1.webp`)
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(new Uint8Array([9]))
  })

  it.each([
    ['a live stream without a preview', 0, false],
    ['a live stream whose preview the edge has', 1, false],
    ['a live mature stream', 1, true],
  ])('one file at most is read for the next preview of %s', async (_, previewNumber, mature) => {
    const [mira, viewer] = [await addPerson(), await addPerson({ showMature: true })]
    const id = await addStream(mira, { previewNumber, mature })
    await env.FILES.put(previewKey(id, previewNumber), new Uint8Array([9]))
    if (previewNumber > 0 && !mature) {
      await (await sendRequest(`/stream/${id}/preview/1.webp`)).arrayBuffer()
      await expect.poll(() => caches.default.match(new Request(`${ORIGIN}/stream/${id}/preview/1.webp`))).toBeDefined()
    }
    const get = vi.fn(env.FILES.get.bind(env.FILES))
    const counted = { ...env, FILES: changedFiles({ get }) }
    const as = mature ? viewer : null
    const reply = await sendRequestWith(counted, `/stream/${id}/preview/${previewNumber + 1}.webp`, { as })
    expect(reply.status).toBe(previewNumber > 0 ? 200 : 404)
    await reply.body?.cancel()
    expect(get).toHaveBeenCalledOnce()
  })

  it('a stream without a preview returns none', async () => {
    const id = await addReplay(await addPerson())
    expect(await errorOf(sendRequest(`/stream/${id}/preview/1.webp`))).toEqual([404, 'not_found'])
  })

  it('the preview of a removed recording is not served from the edge', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    await storeReplay(id)
    const address = `/stream/${id}/preview/1.webp`
    await (await sendRequest(address)).arrayBuffer()
    await jsonOf(postToStream(mira, 'replay', { id, keep: false }))
    for (const as of [null, mira]) expect(await errorOf(sendRequest(address, { as }))).toEqual([404, 'not_found'])
  })

  it('the copy for the edge is read on its own, because one for a slow reader would fill the memory', async () => {
    const id = await addReplay(await addPerson())
    await storeReplay(id)
    const get = vi.fn(env.FILES.get.bind(env.FILES))
    const read = () => sendRequestWith({ ...env, FILES: changedFiles({ get }) }, `/stream/${id}/replay/0.seg`)
    const unread = await read()
    expect(get).toHaveBeenCalledTimes(2)
    expect((await (await read()).arrayBuffer()).byteLength).toBe(4)
    expect(get).toHaveBeenCalledTimes(2)
    await unread.body?.cancel()
  })

  it.each(['00.seg', '000000000.seg'])('a segment has one address, so %s is none', async (name) => {
    const id = await addReplay(await addPerson())
    await storeReplay(id)
    expect((await sendRequest(`/stream/${id}/replay/0.seg`)).status).toBe(200)
    expect((await sendRequest(`/stream/${id}/replay/${name}`)).status).toBe(404)
  })

  describe.each(['replay/manifest.json', 'replay/0.seg', 'preview/1.webp'])('the file %s', (file) => {
    async function addStored(fields: Parameters<typeof addReplay>[1]): Promise<string> {
      const id = await addReplay(await addPerson(), fields)
      await storeReplay(id)
      return `/stream/${id}/${file}`
    }

    it('a file of a mature stream is served only to members who show mature sketches', async () => {
      const address = await addStored({ mature: true })
      expect(await errorOf(sendRequest(address))).toEqual([404, 'not_found'])
      expect((await sendRequest(address, { as: await addPerson({ showMature: true }) })).status).toBe(200)
    })

    it('shared caches do not store a file of a mature stream', async () => {
      const reply = await sendRequest(await addStored({ mature: true }), { as: await addPerson({ showMature: true }) })
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    })

    it('a file takes one trip to the database', async () => {
      const as = await addPerson({ showMature: true })
      expect((await countTrips(await addStored({ mature: false }), { as })).trips).toBe(1)
    })

    it('a file of a mature stream takes two trips to the database', async () => {
      const as = await addPerson({ showMature: true })
      expect((await countTrips(await addStored({ mature: true }), { as })).trips).toBe(2)
    })
  })
})
