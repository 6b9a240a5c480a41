import { env } from 'cloudflare:workers'
import { strFromU8, strToU8 } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { concatBytes } from '../../../contract/bytes.ts'
import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import type { SketchHearts } from '../../../contract/http/sketches.ts'
import { HEARTS_PAGE_SIZE } from '../../../contract/limits.ts'
import { sweepFiles } from '../../../worker/features/uploads/sweep.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { box, element, mp4, mp4With, webm, webmWith } from '../../support/videos.ts'
import { withExif } from '../../support/worker/exif.ts'
import { addMembers } from '../../support/worker/fans-and-blocks.ts'
import { changedFiles } from '../../support/worker/outages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures } from '../../support/worker/pictures.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { croquisFile, openRasterFile, putFile, zipOf } from '../../support/worker/sketch-files.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate } from '../../support/worker/staff.ts'
import { addPicture, removeAllPictures, storedOriginals } from '../../support/worker/uploads.ts'
import { zipBomb } from '../../support/worker/zips.ts'
import { editBodyOf } from '../role-table.ts'

type Page = { video: boolean; videoUrl: string | null; haveFile: boolean; privateFile: boolean; hasStats: boolean }
const pageOf = (id: number, as: Person | null = null) => requestJson<Page>(`/api/v2/sketch/${id}`, { as })
const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())
const putVideo = (as: Person | null, id: number, file = mp4()) => putFile(as, `/sketch/${id}/video`, file)
const putSketchFile = (as: Person | null, id: number, file = croquisFile(), query = '') =>
  putFile(as, `/sketch/${id}/file${query}`, file)
const edit = (as: Person, id: number, fields: Parameters<typeof editBodyOf>[0]) =>
  sendRequest(`/sketch/${id}/edit?format=json`, { as, body: editBodyOf(fields) })

beforeEach(removeAllPictures)

describe('videos', () => {
  it.each([
    ['video/mp4', mp4()],
    ['video/webm', webm()],
  ])('the content type of a video follows its first bytes: %s', async (type, file) => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    expect((await putVideo(ines, id, file)).status).toBe(200)
    const { video, videoUrl } = await pageOf(id)
    expect(video).toBe(true)
    const reply = await sendRequest(videoUrl ?? '')
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('accept-ranges')]).toEqual([
      200,
      type,
      'bytes',
    ])
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await bytesOf(reply)).toEqual(file)
    const { items } = await requestJson<{ items: { id: number; video: boolean }[] }>('/recentSketches', { as: ines })
    expect(items.find((item) => item.id === id)?.video).toBe(true)
  })

  it('a Range request gets the requested part of a video', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    const file = mp4(2000)
    await putVideo(ines, id, file)
    const { videoUrl } = await pageOf(id)
    const part = async (range: string) => {
      const reply = await sendRequest(videoUrl ?? '', { headers: { range } })
      return [reply.status, reply.headers.get('content-range'), await bytesOf(reply)]
    }
    const size = file.length
    expect(await part('bytes=0-99')).toEqual([206, `bytes 0-99/${size}`, file.slice(0, 100)])
    expect(await part('bytes=1900-')).toEqual([206, `bytes 1900-${size - 1}/${size}`, file.slice(1900)])
    expect(await part('bytes=-100')).toEqual([206, `bytes ${size - 100}-${size - 1}/${size}`, file.slice(-100)])
    expect(await part(`bytes=-${size + 9}`)).toEqual([206, `bytes 0-${size - 1}/${size}`, file])
    expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, new Uint8Array()])
    expect(await part('bytes=0-1,5-6')).toEqual([200, null, file])
  })

  it('a Range request after the end of a video reads no file', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    const file = mp4()
    await putVideo(ines, id, file)
    const { videoUrl } = await pageOf(id)
    const get = vi.fn(env.FILES.get.bind(env.FILES))
    const headers = { range: `bytes=${file.length}-` }
    const reply = await sendRequestWith({ ...env, FILES: changedFiles({ get }) }, videoUrl ?? '', { headers })
    expect([reply.status, reply.headers.get('content-range')]).toEqual([416, `bytes */${file.length}`])
    expect(get).not.toHaveBeenCalled()
  })

  it('a video is visible to the viewers of its sketch', async () => {
    const [ines, curious] = [await addPerson(), await addPerson({ showMature: true })]
    const id = await addSketch(ines, { mature: true })
    await putVideo(ines, id)
    const address = (await pageOf(id, ines)).videoUrl ?? ''
    for (const as of [ines, curious]) {
      const reply = await sendRequest(address, { as })
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    }
    for (const as of [null, await addPerson()]) expect((await sendRequest(address, { as })).status).toBe(404)
  })

  it('a video has another address when other viewers may see it', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { mature: true })
    await putVideo(ines, id)
    const address = (await pageOf(id, ines)).videoUrl ?? ''
    await edit(ines, id, { mature: false })
    expect((await sendRequest(address)).status).toBe(404)
    expect((await sendRequest((await pageOf(id)).videoUrl ?? '')).status).toBe(200)
  })

  it.each([
    ['a picture', pictures.png],
    ['a picture in the container of videos', pictures.avif],
    ['text', strToU8('<html><script>alert(1)</script>')],
    ['too short', Uint8Array.of(1, 2)],
    [
      'Matroska of another type',
      concatBytes(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82, 0x88), strToU8('matroska')),
    ],
    ['the beginning of an MP4', mp4().subarray(0, 100)],
    ['an MP4 without a picture', mp4With({ tracks: [{ handler: 'soun', codec: 'mp4a', samples: [strToU8('x')] }] })],
    ['the beginning of a WebM', webm().subarray(0, 100)],
    ['a WebM in a codec that browsers do not play', webmWith({ codec: 'V_MPEG2' })],
  ])('a video file that is %s is refused and not stored', async (_name, file) => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    expect(await errorOf(putVideo(ines, id, concatBytes(file)))).toEqual([400, 'bad_file'])
    expect(await storedOriginals()).toEqual([])
    expect(await pageOf(id)).toMatchObject({ video: false, videoUrl: null })
  })

  it.each([
    ['an MP4', mp4With({ inMovie: box('udta', box('\xa9xyz', strToU8('+50.0755+014.4378/'))) })],
    ['a WebM', webmWith({ after: element('1254c367', strToU8('+50.0755+014.4378/')) })],
  ])('a location in %s is removed, and the video keeps its length', async (_name, file) => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    expect((await putVideo(ines, id, file)).status).toBe(200)
    const reply = await sendRequest((await pageOf(id)).videoUrl ?? '')
    const served = await bytesOf(reply)
    expect(served).toHaveLength(file.length)
    expect(strFromU8(served, true)).not.toContain('+50.0755')
    expect(reply.headers.get('content-type')).toMatch(/^video\//)
    expect(await storedOriginals()).toHaveLength(1)
  })

  it('a video that cannot be stored again without its location is not stored', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    const file = mp4With({ inMovie: box('udta', strToU8('+50.0755+014.4378/')) })
    let calls = 0
    const put = (...sent: Parameters<R2Bucket['put']>) =>
      ++calls === 2 ? Promise.reject(new Error('R2 is down')) : env.FILES.put(...sent)
    const bindings = { ...env, FILES: changedFiles({ put }) }
    expect((await putFile(ines, `/sketch/${id}/video`, file, bindings)).status).toBe(500)
    expect(calls).toBe(2)
    expect(await storedOriginals()).toEqual([])
    expect(await pageOf(id)).toMatchObject({ video: false, videoUrl: null })
  })

  it('a video without a length, with a wrong length or too large is refused', async () => {
    const ines = await addPerson()
    const address = `/sketch/${await addSketch(ines)}/video`
    expect(await errorOf(putFile(ines, address, mp4(), env, null))).toEqual([411, 'length_required'])
    expect(await errorOf(putFile(ines, address, mp4(), env, 16_777_217))).toEqual([413, 'too_large'])
    expect(await errorOf(putFile(ines, address, mp4(), env, 9000))).toEqual([400, 'bad_file'])
    expect(await errorOf(putFile(ines, address, mp4(), env, 30))).toEqual([413, 'too_large'])
    expect(await storedOriginals()).toEqual([])
  })

  it('only the artist attaches a video to a sketch', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const id = await addSketch(ines)
    expect(await errorOf(putVideo(mira, id))).toEqual([403, 'forbidden'])
    expect(await errorOf(putVideo(null, id))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(putVideo(ines, 999_999))).toEqual([404, 'not_found'])
    expect(await storedOriginals()).toEqual([])
  })

  it('a new video replaces the previous one', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await putVideo(ines, id)
    const second = webm()
    await putVideo(ines, id, second)
    expect(await storedOriginals()).toHaveLength(2)
    expect(await bytesOf(await sendRequest((await pageOf(id)).videoUrl ?? ''))).toEqual(second)
  })

  it('an edit removes the video', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await putVideo(ines, id)
    await edit(ines, id, { video: false })
    expect(await pageOf(id)).toMatchObject({ video: false, videoUrl: null })
    expect(await storedOriginals()).toHaveLength(1)
  })

  it('attached files are deleted with their sketch', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await putVideo(ines, id)
    await putSketchFile(ines, id)
    await sendRequest(`/api/v2/sketch/${id}`, { as: ines, body: { action: 'delete' } })
    expect(await storedOriginals()).toEqual([])
  })
})

describe('sketch files', () => {
  it('a sketch file is downloaded unchanged under the title of its sketch', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { title: 'Low tide' })
    const file = croquisFile()
    expect((await putSketchFile(ines, id, file)).status).toBe(200)
    expect(await pageOf(id)).toMatchObject({ haveFile: true, privateFile: false, hasStats: true })
    const reply = await sendRequest(`/sketch-file/${id}.croquis`)
    expect(
      Object.fromEntries(['content-type', 'content-disposition'].map((name) => [name, reply.headers.get(name)])),
    ).toEqual({
      'content-type': 'application/x-croquis',
      'content-disposition': `attachment; filename="Low tide.croquis"; filename*=UTF-8''Low%20tide.croquis`,
    })
    expect(await bytesOf(reply)).toEqual(file)
  })

  it('a sketch file is not found for viewers who may not see the sketch', async () => {
    const ines = await addPerson()
    const hidden = await addSketch(ines, { mature: true })
    await putSketchFile(ines, hidden)
    expect(await errorOf(sendRequest(`/sketch-file/${hidden}.croquis`))).toEqual([404, 'not_found'])
  })

  it('a sketch without a file has no download', async () => {
    const id = await addSketch(await addPerson())
    expect(await errorOf(sendRequest(`/sketch-file/${id}.croquis`))).toEqual([404, 'not_found'])
  })

  it('the statistics of a sketch come from its file [1 §3]', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    await putSketchFile(ines, id)
    expect(await requestJson(`/api/v2/sketchStats/${id}`)).toEqual({
      snapshots: 12,
      brushes: ['Ink', 'Wash'],
      images: 3,
      uuids: ['0b6f2c0e-4a57-4f0c-9a7b-0b8f6f5a6c11'],
      template: 'A4',
      appVersion: '2.4.0',
      tokens: [
        { token: 'strokes', value: 1904 },
        { token: 'hand', value: 'left' },
      ],
    })
  })

  it('the statistics of an OpenRaster file come from its layers', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    expect((await putSketchFile(ines, id, openRasterFile())).status).toBe(200)
    expect(await requestJson(`/api/v2/sketchStats/${id}`)).toMatchObject({
      images: 2,
      appVersion: 'OpenRaster 0.0.5',
      tokens: [
        { token: 'layers', value: 2 },
        { token: 'w', value: 60 },
        { token: 'h', value: 40 },
      ],
    })
  })

  it('an OpenRaster file is downloaded with its own extension', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    await putSketchFile(ines, id, openRasterFile())
    const reply = await sendRequest(`/sketch-file/${id}.croquis`)
    expect(reply.headers.get('content-disposition')).toContain('.ora')
    expect(reply.headers.get('content-type')).toBe('image/openraster')
  })

  /** A manifest with names of 64 characters. */
  const manifestWithNames = (count: number) => {
    const names = Array.from({ length: count }, (_, number) => String(number).padEnd(64, 'é'))
    return JSON.stringify({ format: 'croquis', version: 1, brushes: names })
  }

  it('the statistics of a sketch have up to 16 KB', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    const file = zipOf({ 'manifest.json': strToU8(manifestWithNames(120)) })
    expect((await putSketchFile(ines, id, file)).status).toBe(200)
    expect((await requestJson<SketchStats>(`/api/v2/sketchStats/${id}`)).brushes).toHaveLength(120)
  })

  it.each([
    ['not a zip', pictures.png],
    ['a zip of something else', zipOf({ 'readme.txt': strToU8('hello') })],
    ['a manifest of something else', zipOf({ 'manifest.json': strToU8('{"format":"other","version":1}') })],
    ['a manifest that is not JSON', zipOf({ 'manifest.json': strToU8('{') })],
    [
      'a zip with a path out of the folder',
      zipOf({ 'manifest.json': strToU8('{}'), '../../etc/passwd': strToU8('x') }),
    ],
    ['a manifest with more than 16 KB of statistics', zipOf({ 'manifest.json': strToU8(manifestWithNames(200)) })],
    ['a manifest that unpacks to megabytes', zipOf({ 'manifest.json': new Uint8Array(4_000_000) })],
    ['a manifest that unpacks to a gigabyte and claims less', zipBomb('manifest.json', 1000, 1_000_000)],
    ['an OpenRaster that declares entities', openRasterFile('<!DOCTYPE x [<!ENTITY a "a">]><image/>')],
  ])('a sketch file that is %s is refused and not stored', async (_name, file) => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    expect(await errorOf(putSketchFile(ines, id, concatBytes(file)))).toEqual([400, 'bad_file'])
    expect(await storedOriginals()).toEqual([])
    expect(await pageOf(id)).toMatchObject({ haveFile: false })
  })

  it('a sketch file with the location of a photo is refused, named and not stored', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    const photo = withExif(pictures.jpeg, { orientation: 1 })
    const reply = await putSketchFile(
      ines,
      id,
      zipOf({ 'manifest.json': strToU8('{"format":"croquis","version":1}'), 'photo.jpg': photo }),
    )
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: { code: 'personal_data', field: 'photo.jpg' } },
    ])
    expect(await storedOriginals()).toEqual([])
  })

  it('only patrons make a sketch file private [1 §5]', async () => {
    const plain = await addPerson()
    const own = await addSketch(plain)
    expect(await errorOf(putSketchFile(plain, own, croquisFile(), '?private=true'))).toEqual([403, 'forbidden'])
    await putSketchFile(plain, own)
    expect(await errorOf(edit(plain, own, { privateFile: true }))).toEqual([403, 'forbidden'])
  })

  describe('a private sketch file', () => {
    let patron: Person
    let id: number
    beforeEach(async () => {
      patron = await addPerson({ flags: 'p' })
      id = await addSketch(patron)
      await putSketchFile(patron, id, croquisFile(), '?private=true')
    })
    const answers = async (as: Person | null) => [
      (await sendRequest(`/sketch-file/${id}.croquis`, { as })).status,
      (await sendRequest(`/api/v2/sketchStats/${id}`, { as })).status,
      (await pageOf(id, as)).haveFile,
      (await requestJson<{ fileBytes: number | null }>(`/api/v2/sketchInfo/${id}`, { as })).fileBytes !== null,
    ]

    it('only the artist gets a private sketch file and its statistics [1 §5]', async () => {
      expect(await answers(patron)).toEqual([200, 200, true, true])
      for (const as of [null, await addPerson(), await addPerson({ flags: 'm' })]) {
        expect(await answers(as)).toEqual([404, 404, false, false])
      }
    })

    it('staff who act as the artist get neither', async () => {
      const staff = await addPerson({ flags: 'm' })
      await impersonate(staff, patron)
      expect(await errorOf(sendRequest(`/sketch-file/${id}.croquis`, { as: staff }))).toEqual([403, 'impersonating'])
      expect(await errorOf(sendRequest(`/api/v2/sketchStats/${id}`, { as: staff }))).toEqual([404, 'not_found'])
    })

    it('a private sketch file stays private when it is replaced', async () => {
      await putSketchFile(patron, id)
      expect(await pageOf(id, patron)).toMatchObject({ privateFile: true })
    })

    it('a private sketch file of a member who is no longer a patron stays private, and is not made private again', async () => {
      await env.DB.prepare("UPDATE users SET flags = '' WHERE id = ?").bind(patron.id).run()
      expect(await answers(null)).toEqual([404, 404, false, false])
      await putSketchFile(patron, id)
      await jsonOf(edit(patron, id, { privateFile: true }))
      expect(await answers(null)).toEqual([404, 404, false, false])
      await jsonOf(edit(patron, id, { privateFile: false }))
      expect(await answers(null)).toEqual([200, 200, true, true])
      expect(await errorOf(edit(patron, id, { privateFile: true }))).toEqual([403, 'forbidden'])
    })

    it('everyone gets a sketch file that its artist made public', async () => {
      await edit(patron, id, { privateFile: false })
      expect(await answers(null)).toEqual([200, 200, true, true])
    })
  })

  const sweepLater = () => sweepFiles(openDb(env.DB), env.FILES, { now: Date.now() + 7_200_000 })

  async function addSketchWithFiles(): Promise<number> {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await putSketchFile(ines, id)
    await putVideo(ines, id)
    return id
  }

  it('the sweep keeps the attached files of sketches', async () => {
    await addSketchWithFiles()
    expect(await sweepLater()).toMatchObject({ filesWithoutRow: 0, rowsChecked: 3 })
  })

  it('the sweep removes the rows of lost attached files', async () => {
    const id = await addSketchWithFiles()
    const { results } = await env.DB.prepare('SELECT file_key FROM sketch_files').all<{ file_key: string }>()
    await env.FILES.delete(results.map((row) => row.file_key))
    expect(await sweepLater()).toMatchObject({ rowsWithoutFile: 2 })
    expect(await pageOf(id)).toMatchObject({ haveFile: false, video: false, videoUrl: null })
  })
})

describe('the read calls of a sketch', () => {
  it('the info of a sketch includes its files', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    const [file, video] = [croquisFile(), mp4()]
    await putSketchFile(ines, id, file)
    await putVideo(ines, id, video)
    expect(await requestJson(`/api/v2/sketchInfo/${id}`)).toEqual({
      width: 60,
      height: 40,
      bytes: pictures.png.length + 12,
      contentType: 'image/png',
      colours: expect.arrayContaining([expect.stringMatching(/^#[0-9a-f]{6}$/)]),
      versions: 0,
      fileBytes: file.length,
      videoBytes: video.length,
    })
  })

  it.each(['sketchInfo', 'sketchStats', 'sketchHearts', 'sketchHasCoOps'])(
    'a viewer who may not see the sketch gets 404: %s',
    async (call) => {
      const ines = await addPerson()
      const id = await addSketch(ines, { mature: true })
      await putSketchFile(ines, id)
      expect((await sendRequest(`/api/v2/${call}/${id}`, { as: ines })).status).toBe(200)
      for (const as of [null, await addPerson()]) {
        expect(await errorOf(sendRequest(`/api/v2/${call}/${id}`, { as }))).toEqual([404, 'not_found'])
      }
      expect(await errorOf(sendRequest(`/api/v2/${call}/999999`))).toEqual([404, 'not_found'])
      expect(await errorOf(sendRequest(`/api/v2/${call}/x`))).toEqual([400, 'bad_request'])
    },
  )

  describe('the list of the hearts of a sketch', () => {
    let ines: Person
    let givers: number[]
    let address: string
    beforeEach(async () => {
      ines = await addPerson()
      const id = await addSketch(ines)
      givers = (await addMembers(HEARTS_PAGE_SIZE + 3, `Giver to ${ines.id}`)).toReversed()
      address = `/api/v2/sketchHearts/${id}`
      await env.DB.prepare(
        'INSERT INTO hearts (sketch_id, user_id, created_at) SELECT ?1, value, 1000000 - key * 1000 FROM json_each(?2)',
      )
        .bind(id, JSON.stringify(givers))
        .run()
    })

    it('the hearts are listed latest first, page by page', async () => {
      const first = await requestJson<SketchHearts>(address)
      const second = await requestJson<SketchHearts>(`${address}?cursor=${first.cursor}`)
      expect([...first.items, ...second.items].map(({ userId }) => userId)).toEqual(givers)
      expect([first.done, second.done, second.cursor]).toEqual([false, true, ''])
    })

    it('a page reads at most three rows per heart', async () => {
      expect(await rowsRead(address)).toBeLessThanOrEqual(3 * HEARTS_PAGE_SIZE)
    })

    it('the cursor of another sketch is refused', async () => {
      const { cursor } = await requestJson<SketchHearts>(address)
      const other = `/api/v2/sketchHearts/${await addSketch(ines)}?cursor=${cursor}`
      expect(await errorOf(sendRequest(other))).toEqual([400, 'bad_cursor'])
    })

    it('the hearts of members hidden by a block are missing', async () => {
      const mira = await addPerson()
      await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 1)')
        .bind(mira.id, givers[0])
        .run()
      const seen = await requestJson<SketchHearts>(address, { as: mira })
      expect(seen.items.map(({ userId }) => userId)).not.toContain(givers[0])
    })

    it('many hearts of blocked members in a row make no page read more rows, and the list goes on behind them', async () => {
      const mira = await addPerson()
      const before = await rowsRead(address, { as: mira })
      await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) SELECT ?, value, 1 FROM json_each(?)')
        .bind(mira.id, JSON.stringify(givers.slice(0, -1)))
        .run()
      // A block is one row for each member.
      expect(await rowsRead(address, { as: mira })).toBeLessThanOrEqual(before + HEARTS_PAGE_SIZE)
      const first = await requestJson<SketchHearts>(address, { as: mira })
      const second = await requestJson<SketchHearts>(`${address}?cursor=${first.cursor}`, { as: mira })
      expect([first.items, first.done]).toEqual([[], false])
      expect(second.items.map(({ userId }) => userId)).toEqual(givers.slice(-1))
    })
  })
})
