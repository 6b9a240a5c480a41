import { env } from 'cloudflare:workers'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import type { EditBody, EditReply } from '../../../contract/http/edit-sketch.ts'
import { type SketchList, sketchList } from '../../../contract/http/sketches.ts'
import { pixelsOf } from '../../../worker/lib/pixels.ts'
import { documentedImages } from '../../support/worker/documented-images.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addPicture, addUpload } from '../../support/worker/uploads.ts'
import { editBodyOf } from '../role-table.ts'

const bindings = { ...env, IMAGES: documentedImages }

let count = 0
/** A PNG of one alpha value, different each time. */
function pngOfAlpha(alpha: number): Uint8Array<ArrayBuffer> {
  const red = count++ % 200
  const data = Uint8Array.from({ length: 40 * 30 * 4 }, (_, at) => (at % 4 === 3 ? alpha : at % 4 === 0 ? red : 30))
  return new Uint8Array(encode({ width: 40, height: 30, channels: 4, depth: 8, data }))
}

/** Red, green, blue and alpha of the first pixel. */
async function firstPixel(address: string, as?: Person): Promise<number[]> {
  const reply = await sendRequestWith(bindings, address, as ? { as } : {})
  expect(reply.status).toBe(200)
  const png = await env.IMAGES.input(reply.body as ReadableStream).output({ format: 'image/png' })
  return [...pixelsOf(new Uint8Array(await new Response(png.image()).arrayBuffer())).data.slice(0, 4)]
}

const edit = (as: Person, id: number, fields: EditBody) =>
  sendRequest(`/sketch/${id}/edit?format=json`, { as, body: editBodyOf(fields) })
const pageOf = async (as: Person, id: number) =>
  (await requestJson<EditReply>(`/sketch/${id}/edit?format=json`, { as })).fields

describe('the mat of a transparent picture', () => {
  it('an upload with transparent parts has a white mat', async () => {
    expect((await addUpload(await addPerson(), pngOfAlpha(128))).mat).toBe('white')
  })

  it('an opaque upload has no mat', async () => {
    expect((await addUpload(await addPerson(), pngOfAlpha(255))).mat).toBeNull()
  })

  it('made pictures lie on the mat that the artist chose, white by default', async () => {
    const artist = await addPerson()
    for (const [mat, shade] of [
      [undefined, 255],
      ['gray', 128],
      ['black', 0],
    ] as const) {
      const sketch = await addPicture(artist, { ...(mat && { mat }) }, pngOfAlpha(0))
      expect(sketch.mat).toBe(mat ?? 'white')
      const [red = 0, green = 0, blue = 0, alpha] = await firstPixel(`${sketch.imageUrl}/25`)
      for (const channel of [red, green, blue]) expect(Math.abs(channel - shade)).toBeLessThan(4)
      expect(alpha).toBe(255)
    }
  })

  it('a mat chosen for an opaque picture is ignored', async () => {
    const artist = await addPerson()
    const sketch = await addPicture(artist, { mat: 'black' }, pngOfAlpha(255))
    expect(sketch.mat).toBeNull()
    await edit(artist, sketch.id, { mat: 'gray' })
    expect((await pageOf(artist, sketch.id)).mat).toBeNull()
  })

  it('another mat gives the picture another address', async () => {
    const artist = await addPerson()
    const sketch = await addPicture(artist, {}, pngOfAlpha(0))
    expect((await edit(artist, sketch.id, { mat: 'black' })).status).toBe(200)
    expect((await sendRequest(`${sketch.imageUrl}/25`)).status).toBe(404)
    const { items } = sketchList.parse(await requestJson<SketchList>(`/user/${artist.id}/sketches?format=json`))
    expect(items[0]).toMatchObject({ id: sketch.id, mat: 'black' })
    expect((await firstPixel(`${items[0]?.imageUrl}/25`))[0]).toBeLessThan(4)
  })

  it('another mat counts as an upload of the day', async () => {
    const artist = await addPerson()
    const { id } = await addPicture(artist, {}, pngOfAlpha(0))
    const counted = () =>
      env.DB.prepare('SELECT sum(uploads) AS n FROM member_counts WHERE user_id = ?').bind(artist.id).first('n')
    for (const [mat, uploads] of [
      ['white', 1],
      ['black', 2],
      ['black', 2],
      ['gray', 3],
    ] as const) {
      expect((await edit(artist, id, { mat })).status).toBe(200)
      expect([mat, await counted()]).toEqual([mat, uploads])
    }
  })

  it('the downloaded PNG stays transparent', async () => {
    const artist = await addPerson()
    const { id } = await addPicture(artist, { mat: 'black' }, pngOfAlpha(0))
    expect((await firstPixel(`/sketch/${id}.png`, artist))[3]).toBe(0)
  })
})
