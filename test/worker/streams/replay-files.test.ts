import { describe, expect, it } from 'vitest'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, sendRequest } from '../../support/worker/site.ts'
import { addReplay, storeReplay } from '../../support/worker/stream-calls.ts'
import { countTrips } from '../../support/worker/trips.ts'

describe('files of a replay', () => {
  it('a previous preview number returns the current preview with a short cache time', async () => {
    const id = await addReplay(await addPerson(), { previewNumber: 1 })
    await storeReplay(id)
    const reply = await sendRequest(`/stream/${id}/preview/7.webp`)
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=5'])
  })

  it('a stream without a preview returns none', async () => {
    const id = await addReplay(await addPerson())
    expect(await errorOf(sendRequest(`/stream/${id}/preview/1.webp`))).toEqual([404, 'not_found'])
  })

  it('the replay of a mature stream is served to members who show mature sketches and never cached publicly', async () => {
    const [mira, matureViewer] = [await addPerson(), await addPerson({ showMature: true })]
    const id = await addReplay(mira, { mature: true })
    await storeReplay(id)
    for (const file of ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp']) {
      expect(await errorOf(sendRequest(`/stream/${id}/${file}`))).toEqual([404, 'not_found'])
      const reply = await sendRequest(`/stream/${id}/${file}`, { as: matureViewer })
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    }
  })

  it('a file of a replay takes one trip to the database, and two when it is restricted', async () => {
    const matureViewer = await addPerson({ showMature: true })
    for (const [mature, trips] of [
      [false, 1],
      [true, 2],
    ] as const) {
      const id = await addReplay(await addPerson(), { mature })
      await storeReplay(id)
      for (const file of ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp'])
        expect([file, (await countTrips(`/stream/${id}/${file}`, { as: matureViewer })).trips]).toEqual([file, trips])
    }
  })
})
