import { env } from 'cloudflare:workers'
import { encode } from 'fast-png'
import { imageDimensionsFromData } from 'image-dimensions'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { IMAGE_SIZES } from '../../../contract/image-sizes.ts'
import { PICTURES_MADE_PER_DAY, UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { changedFiles, failingImages } from '../../support/worker/outages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { errorOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addPicture, storedKeys } from '../../support/worker/uploads.ts'
import { bound } from '../../support/worker/watched-db.ts'

let sketch: ShownSketch
beforeAll(async () => {
  sketch = await addPicture(await addPerson(), {}, uniqueCopy(pictures.large))
})

const freshSketch = async () => addPicture(await addPerson(), {}, uniqueCopy(pictures.large))
const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())
const servedWidths = [...new Set(IMAGE_SIZES.flatMap((size) => [size, size * 2]))]

/** Wraps the environment and counts the pictures that are made. */
function countingEnv() {
  let madeCount = 0
  const images = new Proxy(env.IMAGES, {
    get(target, name) {
      if (name === 'input') madeCount++
      return bound(target, name)
    },
  })
  return { env: { ...env, IMAGES: images }, madeCount: () => madeCount }
}

describe('sizes of pictures [1 §9]', () => {
  it.each(servedWidths)('a listed width or its double is served: %i', async (width) => {
    const reply = await sendRequest(`${sketch.imageUrl}/${width}`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const shown = Math.min(width, 1300)
    expect(imageDimensionsFromData(await bytesOf(reply))).toEqual({
      width: shown,
      height: Math.round((shown * 900) / 1300),
      type: 'webp',
    })
  })

  it('no picture is larger than its header said', async () => {
    const { id, imageUrl } = await freshSketch()
    await env.DB.prepare('UPDATE sketches SET width = 26, height = 18 WHERE id = ?').bind(id).run()
    const picture = await bytesOf(await sendRequest(`${imageUrl}/800`))
    expect(imageDimensionsFromData(picture)).toEqual({ width: 26, height: 18, type: 'webp' })
  })

  it.each(['0', '1', '24', '26', '199', '201', '1023', '1025', '2047', '2049', '4096', '99999999999999999999', '0200'])(
    'no picture is made of another width: %s',
    async (width) => {
      const before = await storedKeys()
      expect(await errorOf(sendRequest(`${sketch.imageUrl}/${width}`))).toEqual([404, 'not_found'])
      expect(await storedKeys()).toEqual(before)
    },
  )

  it.each(['-200', '2e2', '200.0', '0x200', 'full', '200/..', '%32%30%30%2e', ''])(
    'a width that is not a plain number is refused: %s',
    async (width) => {
      expect(await errorOf(sendRequest(`${sketch.imageUrl}/${width}`))).toEqual([404, 'not_found'])
    },
  )

  it('a picture wider than the largest size is served with all its pixels for zooming', async () => {
    const data = new Uint8Array(2400 * 40 * 3).map((_, at) => at % 251)
    const file = new Uint8Array(encode({ width: 2400, height: 40, channels: 3, data }))
    const wide = await addPicture(await addPerson(), {}, file)
    const shown = async (width: number) =>
      imageDimensionsFromData(await bytesOf(await sendRequest(`${wide.imageUrl}/${width}`)))
    expect(await shown(2048)).toMatchObject({ width: 2048 })
    expect(await shown(4000)).toEqual({ width: 2400, height: 40, type: 'webp' })
  })

  it('a picture is never enlarged', async () => {
    const small = await addPicture(await addPerson())
    for (const width of [50, 75, 2048]) {
      const bytes = await bytesOf(await sendRequest(`${small.imageUrl}/${width}`))
      expect(imageDimensionsFromData(bytes)?.width).toBe(Math.min(width, 60))
    }
  })
})

describe('pictures', () => {
  describe.each([
    ['image/avif,image/webp,*/*', 'image/avif', 'avif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['*/*', 'image/webp', 'webp'],
    ['text/html', 'image/webp', 'webp'],
  ])('for a browser that accepts %s', (accept, contentType, type) => {
    const request = () => sendRequest(`${sketch.imageUrl}/100`, { headers: { accept } })

    it(`a picture is ${type}, also when it is requested again`, async () => {
      for (let time = 0; time < 2; time++) {
        const reply = await request()
        expect(reply.headers.get('content-type')).toBe(contentType)
        expect(imageDimensionsFromData(await bytesOf(reply))).toMatchObject({ width: 100, type })
      }
    })

    it('caches separate pictures by the formats that a browser accepts', async () => {
      const reply = await request()
      expect(reply.headers.get('vary')).toBe('Accept')
      await reply.body?.cancel()
    })
  })

  it('browsers cache a picture forever, because the content of an address never changes', async () => {
    const { imageUrl } = await freshSketch()
    for (const isRepeated of [false, true]) {
      const reply = await sendRequest(`${imageUrl}/100`)
      await bytesOf(reply)
      const control = reply.headers.get('cache-control')
      expect([isRepeated, control]).toEqual([isRepeated, 'public, max-age=31536000, immutable'])
      expect(reply.headers.get('set-cookie')).toBeNull()
    }
  })

  it('a matching If-None-Match gets 304', async () => {
    const { imageUrl } = await freshSketch()
    const address = `${imageUrl}/100`
    const first = await sendRequest(address)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    await bytesOf(first)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const reply = await sendRequest(address, { headers: { 'if-none-match': tag } })
      expect([tag, reply.status, (await bytesOf(reply)).length]).toEqual([tag, 304, 0])
      expect(reply.headers.get('etag')).toBe(etag)
    }
    const avif = await sendRequest(address, { headers: { accept: 'image/avif', 'if-none-match': etag } })
    expect(avif.status).toBe(200)
    expect(avif.headers.get('etag')).not.toBe(etag)
    expect((await sendRequest(address, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it.each([false, true])('a Range request gets the whole picture (made before: %s)', async (isMade) => {
    const { imageUrl } = await freshSketch()
    const address = `${imageUrl}/200`
    if (isMade) await bytesOf(await sendRequest(address))
    const ranged = await sendRequest(address, { headers: { range: 'bytes=10-19' } })
    expect([ranged.status, ranged.headers.get('content-range'), ranged.headers.get('accept-ranges')]).toEqual([
      200,
      null,
      null,
    ])
    expect(await bytesOf(ranged)).toEqual(await bytesOf(await sendRequest(address)))
  })

  it('a Range request for a picture that was read lately reads no file', async () => {
    const { imageUrl } = await freshSketch()
    const address = `${imageUrl}/200`
    const before = await storedKeys()
    const whole = await bytesOf(await sendRequest(address))
    await env.FILES.delete((await storedKeys()).filter((key) => !before.includes(key)))
    const counting = countingEnv()
    const ranged = await sendRequestWith(counting.env, address, { headers: { range: 'bytes=10-19' } })
    expect(await bytesOf(ranged)).toEqual(whole)
    expect(counting.madeCount()).toBe(0)
  })

  it('a picture is made on the first request and then stored', async () => {
    const { imageUrl } = await freshSketch()
    const counting = countingEnv()
    const address = `${imageUrl}/300`
    const ranged = { headers: { range: 'bytes=0-5' } }
    await bytesOf(await sendRequestWith(counting.env, address))
    expect(counting.madeCount()).toBe(1)
    expect((await storedKeys()).filter((key) => key.endsWith('/300.webp')).length).toBeGreaterThan(0)
    for (const call of [{}, ranged, {}]) await bytesOf(await sendRequestWith(counting.env, address, call))
    expect(counting.madeCount()).toBe(1)
    await bytesOf(await sendRequestWith(counting.env, address, { headers: { accept: 'image/avif' } }))
    expect(counting.madeCount()).toBe(2)
  })

  it('the copy for the edge is read on its own, because one for a slow reader would fill the memory', async () => {
    const { imageUrl } = await freshSketch()
    const get = vi.fn(env.FILES.get.bind(env.FILES))
    const read = () => sendRequestWith({ ...env, FILES: changedFiles({ get }) }, `${imageUrl}/200`)
    const unread = await read()
    const derived = get.mock.calls.filter(([key]) => key.startsWith('derived/'))
    // Before the picture is made, for the reply and for the edge.
    expect(derived).toHaveLength(3)
    get.mockClear()
    expect((await bytesOf(await read())).length).toBeGreaterThan(0)
    expect(get).not.toHaveBeenCalled()
    await unread.body?.cancel()
  })

  it('a HEAD request gets the headers only', async () => {
    const reply = await sendRequest(`${sketch.imageUrl}/100`, { method: 'HEAD' })
    expect([reply.status, reply.headers.get('content-type'), (await bytesOf(reply)).length]).toEqual([
      200,
      'image/webp',
      0,
    ])
  })

  it.each([
    ['an unknown key', `/image/${'a'.repeat(40)}/200`],
    ['a malformed key', '/image/12345/200'],
    ['a key in capitals', `/image/${'A'.repeat(40)}/200`],
    ['a path out of the folder', '/image/..%2f..%2foriginals/200'],
  ])('a request with %s gets 404', async (_name, path) => {
    expect((await sendRequest(path)).status).toBe(404)
  })

  it('the original of a picture has no address', async () => {
    const row = await env.DB.prepare('SELECT file_key FROM sketches WHERE id = ?')
      .bind(sketch.id)
      .first<{ file_key: string }>()
    const id = row?.file_key.split('/')[1] ?? ''
    for (const path of [
      `/${row?.file_key}`,
      `/image/${id}/200`,
      `/image/${id}`,
      `${sketch.imageUrl}`,
      `/derived/${id}/100.webp`,
    ]) {
      expect((await sendRequest(path)).headers.get('content-type') ?? '').not.toMatch(/^image/)
    }
  })

  it('a picture that failed to be made can be requested again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { imageUrl } = await freshSketch()
    const reply = sendRequestWith({ ...env, IMAGES: failingImages(9522).images }, `${imageUrl}/200`)
    expect((await reply).headers.get('cache-control')).toBe('no-store')
    expect(await errorOf(reply)).toEqual([500, 'internal'])
    expect((await bytesOf(await sendRequest(`${imageUrl}/200`))).length).toBeGreaterThan(0)
  })

  it('a picture whose original is gone gets 404', async () => {
    const lost = await freshSketch()
    const row = await env.DB.prepare('SELECT file_key FROM sketches WHERE id = ?')
      .bind(lost.id)
      .first<{ file_key: string }>()
    await env.FILES.delete(row?.file_key ?? '')
    expect(await errorOf(sendRequest(`${lost.imageUrl}/200`))).toEqual([404, 'not_found'])
  })
})

describe('pictures that are made at a time', () => {
  /** An environment in which Images begins no picture until `release` is called. */
  function heldEnv() {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let madeCount = 0
    const get: R2Bucket['get'] = async (key: string) => {
      if (key.startsWith('originals/')) {
        madeCount++
        await released
      }
      return env.FILES.get(key)
    }
    return { env: { ...env, FILES: changedFiles({ get }) }, madeCount: () => madeCount, release }
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 300))
  const statuses = async (replies: Promise<Response>[]) =>
    Promise.all(replies.map(async (reply) => (await bytesOf(await reply)).length > 0 && (await reply).status))

  /** Sketches whose pictures have this side in the database, which shows what their sizes need. */
  async function addOfSide(side: number, count: number) {
    const sketches = await Promise.all(Array.from({ length: count }, freshSketch))
    const ids = JSON.stringify(sketches.map(({ id }) => id))
    const resize = 'UPDATE sketches SET width = ?1, height = ?1 WHERE id IN (SELECT value FROM json_each(?2))'
    await env.DB.prepare(resize).bind(side, ids).run()
    return sketches
  }

  it('two of the largest pictures are made at a time, because they fill the memory', async () => {
    const sketches = await addOfSide(UPLOAD_MAX_SIDE, 3)
    const held = heldEnv()
    const replies = sketches.map(({ imageUrl }) => sendRequestWith(held.env, `${imageUrl}/4000`))
    await expect.poll(() => held.madeCount()).toBe(2)
    await settle()
    expect(held.madeCount()).toBe(2)
    held.release()
    expect(await statuses(replies)).toEqual([200, 200, 200])
  })

  it('more than two pictures are made at a time if they are smaller than the width that was asked for', async () => {
    const sketches = await addOfSide(UPLOAD_MAX_SIDE / 2, 4)
    const held = heldEnv()
    const replies = sketches.map(({ imageUrl }) => sendRequestWith(held.env, `${imageUrl}/4000`))
    await expect.poll(() => held.madeCount()).toBe(4)
    held.release()
    expect(await statuses(replies)).toEqual([200, 200, 200, 200])
  })

  it.each(['member', 'visitor'])('a %s has one of the largest pictures made at a time', async (who) => {
    const sketches = await addOfSide(UPLOAD_MAX_SIDE, 2)
    const as = who === 'member' ? await addPerson() : null
    const held = heldEnv()
    const read = ({ imageUrl }: ShownSketch, from: string, reader = as) =>
      sendRequestWith(held.env, `${imageUrl}/4000`, { as: reader, headers: { 'cf-connecting-ip': from } })
    const replies = sketches.map((sketch) => read(sketch, '203.0.122.1'))
    await expect.poll(() => held.madeCount()).toBe(1)
    await settle()
    expect(held.madeCount()).toBe(1)
    const [another] = await addOfSide(UPLOAD_MAX_SIDE, 1)
    if (another) replies.push(read(another, '203.0.122.2', null))
    await expect.poll(() => held.madeCount()).toBe(2)
    held.release()
    expect(await statuses(replies)).toEqual([200, 200, 200])
  })

  it('the pictures of a list are made together', async () => {
    const { imageUrl } = await freshSketch()
    const held = heldEnv()
    const widths = [25, 50, 75, 100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800]
    const replies = widths.map((width) => sendRequestWith(held.env, `${imageUrl}/${width}`))
    await expect.poll(() => held.madeCount()).toBe(widths.length)
    held.release()
    expect(new Set(await statuses(replies))).toEqual(new Set([200]))
  })

  it('a picture that is requested many times at once is made once', async () => {
    const { imageUrl } = await freshSketch()
    const held = heldEnv()
    const replies = Array.from({ length: 5 }, () => sendRequestWith(held.env, `${imageUrl}/600`))
    await expect.poll(() => held.madeCount()).toBeGreaterThan(0)
    await settle()
    held.release()
    expect(await statuses(replies)).toEqual([200, 200, 200, 200, 200])
    expect(held.madeCount()).toBe(1)
  })
})

describe('sizes of pictures that are made in a day', () => {
  const counts = () => env.DB.prepare('SELECT made_pictures AS n FROM viewer_days WHERE made_pictures > 0').first('n')
  const leave = (left: number) =>
    env.DB.prepare('UPDATE viewer_days SET made_pictures = ? WHERE made_pictures > 0')
      .bind(PICTURES_MADE_PER_DAY - left)
      .run()
  beforeEach(() => env.DB.exec('DELETE FROM viewer_days'))

  it.each([
    ['a member has', '203.0.120.1', '203.0.120.1'],
    ['a visitor has', '203.0.120.1', '203.0.120.1'],
    ['all networks of an IPv6 line together have', '2001:db8:50:1::1', '2001:db8:50:2::1'],
  ])('%s 20,000 made, and no more, and may still read those that were made', async (who, one, other) => {
    const { imageUrl } = await freshSketch()
    const as = who === 'a member has' ? await addPerson() : null
    const read = async (width: number, reader: { as: Person | null; from: string }) => {
      const headers = { 'cf-connecting-ip': reader.from }
      const reply = await sendRequest(`${imageUrl}/${width}`, { as: reader.as, headers })
      await reply.body?.cancel()
      return [reply.status, reply.headers.get('retry-after')]
    }
    const reader = { as, from: other }
    expect(await read(100, { as, from: one })).toEqual([200, null])
    expect(await counts()).toBe(1)
    await leave(1)
    expect(await read(200, { as, from: one })).toEqual([200, null])
    expect(await read(300, reader)).toEqual([429, '3600'])
    expect(await read(200, reader)).toEqual([200, null])
    expect(await counts()).toBe(PICTURES_MADE_PER_DAY)
    expect(await read(300, { as: null, from: '203.0.120.2' })).toEqual([200, null])
  })

  it('a size that is refused by the rate is looked for once', async () => {
    const { imageUrl } = await freshSketch()
    const [get, head] = [vi.fn(env.FILES.get.bind(env.FILES)), vi.fn(env.FILES.head.bind(env.FILES))]
    const refusing = {
      ...env,
      FILES: changedFiles({ get, head }),
      PICTURE_MAKE_RATE: { limit: async () => ({ success: false }) },
    }
    const headers = { 'cf-connecting-ip': '203.0.121.5' }
    expect(await errorOf(sendRequestWith(refusing, `${imageUrl}/500`, { headers }))).toEqual([429, 'too_many'])
    expect([get.mock.calls.length, head.mock.calls.length]).toEqual([1, 0])
  })

  it('a size that is requested many times at once is counted once', async () => {
    const { imageUrl } = await freshSketch()
    const headers = { 'cf-connecting-ip': '203.0.121.3' }
    const replies = await Promise.all(Array.from({ length: 5 }, () => sendRequest(`${imageUrl}/500`, { headers })))
    for (const reply of replies) await bytesOf(reply)
    expect(await counts()).toBe(1)
  })

  it('a size that was stored after a request looked for it is neither made nor counted again', async () => {
    const { imageUrl } = await freshSketch()
    const headers = { 'cf-connecting-ip': '203.0.121.4' }
    let hasLooked = false
    const get = async (key: string) => {
      if (hasLooked) return env.FILES.get(key)
      hasLooked = true
      await env.FILES.put(key, new Uint8Array([1]))
      return null
    }
    const counting = countingEnv()
    const bindings = { ...counting.env, FILES: changedFiles({ get }) }
    const reply = await sendRequestWith(bindings, `${imageUrl}/500`, { headers })
    expect(await bytesOf(reply)).toEqual(new Uint8Array([1]))
    expect([counting.madeCount(), await counts()]).toEqual([0, null])
  })

  it('a size that was made before is not counted', async () => {
    const { imageUrl } = await freshSketch()
    const read = (from: string) => sendRequest(`${imageUrl}/400`, { headers: { 'cf-connecting-ip': from } })
    await (await read('203.0.121.1')).body?.cancel()
    await env.DB.exec('DELETE FROM viewer_days')
    await (await read('203.0.121.2')).body?.cancel()
    expect(await counts()).toBeNull()
  })
})
