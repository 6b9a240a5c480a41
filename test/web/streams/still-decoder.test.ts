import { afterEach, describe, expect, it, vi } from 'vitest'
import { StillDecoder } from '../../../web/features/streams/watch/still-decoder.ts'

afterEach(() => vi.unstubAllGlobals())

/** Decodes in a browser that finishes one picture at a time. */
function decoder() {
  const decoding: PromiseWithResolvers<object>[] = []
  vi.stubGlobal('createImageBitmap', () => {
    const picture = Promise.withResolvers<object>()
    decoding.push(picture)
    return picture.promise
  })
  const shown: number[] = []
  const stills = new StillDecoder((_, timeUs) => shown.push(timeUs))
  const receive = (timeUs: number) => stills.decode({ timeUs, data: Uint8Array.of(1) })
  return { receive, decoding, shown }
}

describe('stills that a viewer decodes', () => {
  it('one still is decoded at a time, and the latest after it', async () => {
    const { receive, decoding, shown } = decoder()
    const done = [1, 2, 3, 4].map(receive)
    expect(decoding).toHaveLength(1)
    decoding[0]?.resolve({})
    await expect.poll(() => decoding).toHaveLength(2)
    decoding[1]?.resolve({})
    await Promise.all(done)
    expect([decoding.length, shown]).toEqual([2, [1, 4]])
  })

  it('a still that cannot be decoded does not stop the next one', async () => {
    const { receive, decoding, shown } = decoder()
    const done = [receive(1), receive(2)]
    decoding[0]?.reject(new Error('unreadable'))
    await expect.poll(() => decoding).toHaveLength(2)
    decoding[1]?.resolve({})
    await Promise.all(done)
    expect(shown).toEqual([2])
  })
})
