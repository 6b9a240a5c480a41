import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { encode } from 'fast-png'
import { describe, expect, it, vi } from 'vitest'
import type { EditBody, EditReply } from '../../../contract/http/edit-sketch.ts'
import type { SketchPageReply } from '../../../contract/http/sketch-page.ts'
import { WATERMARK } from '../../../contract/watermark.ts'
import { app } from '../../../worker/app.ts'
import { storePicture } from '../../../worker/lib/pictures.ts'
import { type Pixels, pixelsOf } from '../../../worker/lib/pixels.ts'
import { changedFiles } from '../../support/worker/outages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { buildRequest, errorOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addPicture } from '../../support/worker/uploads.ts'
import { editBodyOf } from '../role-table.ts'

const LIGHT = 220
/** Pictures that Images reads for one drawing: the original, the watermark and the result. */
const INPUTS_OF_A_DRAWING = 3

function plainPng(width: number, height: number, shade: number, alpha = 255): Uint8Array<ArrayBuffer> {
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? alpha : shade))
  return new Uint8Array(encode({ width, height, channels: 4, depth: 8, data }))
}

const textOf = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const dark = (alpha = 255) => textOf(plainPng(WATERMARK.width, WATERMARK.height, 0, alpha))

const edit = (as: Person, id: number, fields: EditBody) =>
  sendRequest(`/sketch/${id}/edit?format=json`, { as, body: editBodyOf(fields) })
const imageOf = async (id: number) => {
  const page = await requestJson<SketchPageReply>(`/api/v2/sketch/${id}`)
  return page.hidden ? '' : page.imageUrl
}

/** Checks whether the picture of this width is dark at its lower right. */
async function isMarked(image: string, width: number): Promise<boolean> {
  const reply = await sendRequest(`${image}/${width}`)
  expect(reply.status).toBe(200)
  const { width: made, height, data } = await pixelsIn(reply)
  expect(data[0]).toBeGreaterThan(LIGHT)
  return (data[((height - Math.ceil(made * 0.02)) * made + Math.floor(made * 0.9)) * 4] ?? 255) < LIGHT
}

async function pixelsIn(reply: Response): Promise<Pixels> {
  const png = await env.IMAGES.input(reply.body as ReadableStream).output({ format: 'image/png' })
  return pixelsOf(new Uint8Array(await new Response(png.image()).arrayBuffer()))
}

describe('the watermark of a patron [1 §5], [1 §6]', () => {
  it('the watermark is drawn on every picture of the sketch that is large enough to read it', async () => {
    const patron = await addPerson({ flags: 'p' })
    const { id, imageUrl } = await addPicture(patron, {}, plainPng(600, 400, 255))
    expect(await isMarked(imageUrl, 400)).toBe(false)
    expect((await edit(patron, id, { watermark: true, watermarkPicture: dark() })).status).toBe(200)
    const image = await imageOf(id)
    expect(image).not.toBe(imageUrl)
    expect((await sendRequest(`${imageUrl}/400`)).status).toBe(404)
    expect([await isMarked(image, 400), await isMarked(image, 600), await isMarked(image, 100)]).toEqual([
      true,
      true,
      false,
    ])
    const form = await requestJson<EditReply>(`/sketch/${id}/edit?format=json`, { as: patron })
    expect(form.fields).toMatchObject({ watermark: true })
    expect(form.fields).not.toHaveProperty('watermarkPicture')
  })

  it('the sizes with a former watermark are deleted, and those without one are kept', async () => {
    const patron = await addPerson({ flags: 'p' })
    const { id } = await addPicture(patron, {}, plainPng(600, 410, 255))
    const stored = async () => {
      await sendRequest(`${await imageOf(id)}/400`)
      const fileKey = await env.DB.prepare('SELECT file_key FROM sketches WHERE id = ?')
        .bind(id)
        .first<string>('file_key')
      const { objects } = await env.FILES.list({ prefix: fileKey?.replace('originals/', 'derived/') ?? 'none' })
      return objects.map(({ key }) => key.replace(/^.*\//, '').replace(/[0-9a-f]{16}/, 'mark'))
    }
    const marked = (body: EditBody) => edit(patron, id, { watermark: true, ...body })
    await stored()
    expect((await marked({ watermarkPicture: dark() })).status).toBe(200)
    expect(await stored()).toEqual(['400-mark.webp', '400.webp'])
    expect((await marked({ angle: 90 })).status).toBe(200)
    expect(await stored()).toEqual(['400-90-mark.webp', '400-mark.webp', '400.webp'])
    expect((await marked({ angle: 90, watermarkPicture: dark(200) })).status).toBe(200)
    expect(await stored()).toEqual(['400-90-mark.webp', '400.webp'])
    expect((await edit(patron, id, { angle: 90, watermark: false })).status).toBe(200)
    expect(await stored()).toEqual(['400-90.webp', '400.webp'])
  })

  it('only one picture at a time is drawn with a watermark', async () => {
    const patron = await addPerson({ flags: 'p' })
    await addPicture(patron, {}, plainPng(600, 433, 255))
    const row = await env.DB.prepare('SELECT file_key FROM sketches ORDER BY id DESC LIMIT 1').first<{
      file_key: string
    }>()
    let [drawn, most] = [0, 0]
    const input: ImagesBinding['input'] = (stream) => {
      most = Math.max(most, ++drawn)
      return env.IMAGES.input(stream)
    }
    const bindings: Cloudflare.Env = { ...env, IMAGES: { ...env.IMAGES, input } }
    const original = {
      fileKey: row?.file_key ?? '',
      contentType: 'image/png',
      rotation: 0,
      mirrored: false,
      width: 600,
      height: 433,
    }
    const watermark = plainPng(WATERMARK.width, WATERMARK.height, 0)
    const draw = async (width: number) => {
      await storePicture(bindings, original, {
        key: `marked/${width}`,
        owner: null,
        limit: async () => undefined,
        count: async () => undefined,
        width,
        format: 'image/webp',
        watermark,
      })
      drawn = 0
    }
    await Promise.all([400, 500, 600].map(draw))
    expect(most).toBe(INPUTS_OF_A_DRAWING)
  })

  it('forty pictures at most wait for their watermark, and further ones are refused', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<null>()
    const bindings = { ...env, FILES: changedFiles({ get: () => released }) }
    const original = {
      fileKey: 'gone',
      contentType: 'image/png',
      rotation: 0,
      mirrored: false,
      width: 600,
      height: 433,
    }
    const watermark = plainPng(WATERMARK.width, WATERMARK.height, 0)
    const draw = () =>
      storePicture(bindings, original, {
        key: 'marked',
        owner: null,
        limit: async () => undefined,
        count: async () => undefined,
        width: 400,
        format: 'image/webp',
        watermark,
      })
    const drawnAndWaiting = Array.from({ length: 1 + 40 }, draw)
    await expect(draw()).rejects.toMatchObject({ code: 'too_many' })
    release(null)
    expect(new Set(await Promise.all(drawnAndWaiting))).toEqual(new Set([false]))
  })

  it('a size with a watermark takes three calls of Images, which count for the day, and smaller sizes one', async () => {
    const patron = await addPerson({ flags: 'p' })
    const { id } = await addPicture(patron, {}, plainPng(600, 435, 255))
    await edit(patron, id, { watermark: true, watermarkPicture: dark() })
    const image = await imageOf(id)
    const input = vi.fn(env.IMAGES.input.bind(env.IMAGES))
    const bindings: Cloudflare.Env = { ...env, IMAGES: { ...env.IMAGES, input } }
    const counts = () => env.DB.prepare('SELECT sum(made_pictures) AS n FROM viewer_days').first('n')
    for (const [width, calls] of [
      [400, INPUTS_OF_A_DRAWING],
      [250, 1],
    ] as const) {
      await env.DB.exec('DELETE FROM viewer_days')
      input.mockClear()
      const headers = { 'cf-connecting-ip': '203.0.123.1' }
      const reply = await sendRequestWith(bindings, `${image}/${width}`, { headers })
      await reply.body?.cancel()
      expect([width, input.mock.calls.length, await counts()]).toEqual([width, calls, calls])
    }
  })

  it('a picture is stored even if its request is cancelled while it is drawn', async () => {
    const patron = await addPerson({ flags: 'p' })
    const { id } = await addPicture(patron, {}, plainPng(600, 434, 255))
    await edit(patron, id, { watermark: true, watermarkPicture: dark() })
    const image = await imageOf(id)
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const input: ImagesBinding['input'] = (stream) => {
      begin()
      return env.IMAGES.input(stream)
    }
    const countFiles = async () => (await env.FILES.list()).objects.length
    const before = await countFiles()
    const context = createExecutionContext()
    void app.fetch(buildRequest(`${image}/400`), { ...env, IMAGES: { ...env.IMAGES, input } }, context)
    await begun
    await waitOnExecutionContext(context)
    expect(await countFiles()).toBe(before + 1)
  })

  it('the watermark survives edits of other fields', async () => {
    const patron = await addPerson({ flags: 'p' })
    const { id } = await addPicture(patron, {}, plainPng(600, 401, 255))
    await edit(patron, id, { watermark: true, watermarkPicture: dark() })
    const marked = await imageOf(id)
    await edit(patron, id, { watermark: true, title: 'Only words' })
    expect(await imageOf(id)).toBe(marked)
  })

  it('the watermark is removed when it is turned off', async () => {
    const patron = await addPerson({ flags: 'p' })
    const { id } = await addPicture(patron, {}, plainPng(600, 409, 255))
    await edit(patron, id, { watermark: true, watermarkPicture: dark() })
    expect(await isMarked(await imageOf(id), 400)).toBe(true)
    await edit(patron, id, { watermark: false })
    expect(await isMarked(await imageOf(id), 400)).toBe(false)
  })

  it('a changed watermark is drawn again', async () => {
    const patron = await addPerson({ flags: 'p' })
    const { id } = await addPicture(patron, {}, plainPng(600, 402, 255))
    await edit(patron, id, { watermark: true, watermarkPicture: dark(8) })
    expect(await isMarked(await imageOf(id), 400)).toBe(false)
    await edit(patron, id, { watermark: true, watermarkPicture: dark() })
    expect(await isMarked(await imageOf(id), 400)).toBe(true)
  })

  it('the PNG download has no watermark', async () => {
    const patron = await addPerson({ flags: 'p' })
    const { id } = await addPicture(patron, {}, plainPng(600, 403, 255))
    await edit(patron, id, { watermark: true, watermarkPicture: dark() })
    const { data } = await pixelsIn(await sendRequest(`/sketch/${id}.png`, { as: patron }))
    expect(Math.min(...data.subarray(-4 * 600 * 40))).toBeGreaterThan(LIGHT)
  })

  it('only patrons turn a watermark on', async () => {
    const member = await addPerson()
    const { id } = await addPicture(member, {}, plainPng(600, 404, 255))
    expect(await errorOf(edit(member, id, { watermark: true, watermarkPicture: dark() }))).toEqual([403, 'forbidden'])
  })

  /** Adds a sketch with a watermark by a member who was a patron then. */
  async function addMarkedByFormer(height: number) {
    const former = await addPerson({ flags: 'p' })
    const { id } = await addPicture(former, {}, plainPng(600, height, 255))
    await edit(former, id, { watermark: true, watermarkPicture: dark() })
    await env.DB.prepare("UPDATE users SET flags = '' WHERE id = ?").bind(former.id).run()
    return { former, id }
  }

  it('a former patron keeps an existing watermark', async () => {
    const { former, id } = await addMarkedByFormer(405)
    const marked = await imageOf(id)
    expect((await edit(former, id, { watermark: true, title: 'Kept' })).status).toBe(200)
    expect(await imageOf(id)).toBe(marked)
  })

  it('a former patron cannot change an existing watermark', async () => {
    const { former, id } = await addMarkedByFormer(410)
    const changed = edit(former, id, { watermark: true, watermarkPicture: dark(9) })
    expect(await errorOf(changed)).toEqual([403, 'forbidden'])
  })

  it.each([
    ['missing', undefined],
    ['not a PNG', textOf(new Uint8Array(100))],
    ['a PNG of another size', textOf(plainPng(10, 10, 0))],
    ['transparent', dark(0)],
    ['not base64', '%%%'],
    ['too large', 'A'.repeat(54_000)],
  ])('a watermark is refused when its picture is %s', async (_name, watermarkPicture) => {
    const patron = await addPerson({ flags: 'p' })
    const { id, imageUrl } = await addPicture(patron, {}, plainPng(600, 406, 255))
    const reply = edit(patron, id, { watermark: true, ...(watermarkPicture !== undefined && { watermarkPicture }) })
    expect(await errorOf(reply)).toEqual([400, 'bad_request'])
    expect(await imageOf(id)).toBe(imageUrl)
  })
})
