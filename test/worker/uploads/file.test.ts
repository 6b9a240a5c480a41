import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../../contract/bytes.ts'
import type { UploadReply } from '../../../contract/http/uploads.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { gifOfSize, pictures, pngHeader, uniqueCopy } from '../../support/worker/pictures.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { fileKeysOf, sendFile, storedOriginals } from '../../support/worker/uploads.ts'

const MAX_BYTES = 16_777_216
const text = (value: string) => new TextEncoder().encode(value)

/** Sends a request that must be refused and leave neither row nor file. */
async function expectRefusal(request: (as: Person) => Promise<Response>): Promise<[number, string]> {
  const mira = await addPerson()
  const before = await storedOriginals()
  const answer = await errorOf(request(mira))
  expect(await storedOriginals()).toEqual(before)
  expect(await fileKeysOf(mira)).toEqual([])
  return answer
}

/** Creates a body that arrives in pieces of `size` bytes and, with `breaks`, fails after the last one. */
function inPieces(bytes: Uint8Array, size: number, breaks = false): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const piece = bytes.slice(at, at + size)
      at += size
      if (piece.length > 0) controller.enqueue(piece)
      else if (breaks) controller.error(new Error('the connection was cut'))
      else controller.close()
    },
  })
}

describe('uploaded files', () => {
  it.each([
    ['PNG', pictures.png, 'image/png'],
    ['JPEG', pictures.jpeg, 'image/jpeg'],
    ['progressive JPEG', pictures.progressiveJpeg, 'image/jpeg'],
    ['WebP', pictures.webp, 'image/webp'],
    ['lossy WebP', pictures.lossyWebp, 'image/webp'],
    ['GIF', pictures.gif, 'image/gif'],
  ])('the type of a file follows its content, not its name or header: %s', async (_kind, bytes, contentType) => {
    const mira = await addPerson()
    const file = uniqueCopy(bytes)
    const reply = await jsonOf<UploadReply>(sendFile(mira, file, { name: 'notes.txt', type: 'text/html' }))
    const [width, height] = bytes === pictures.progressiveJpeg ? [300, 200] : [60, 40]
    expect(reply).toEqual({
      known: false,
      upload: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        fileName: 'notes.txt',
        width,
        height,
        bytes: file.length,
        imageUrl: expect.stringMatching(/^\/image\/[0-9a-f]{40}$/),
        thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]{8,}=*$/),
        mat: null,
        dateCreated: expect.stringMatching(/^\d{14}$/),
      },
    })
    const [key = ''] = await fileKeysOf(mira)
    const stored = await env.FILES.get(key)
    expect(stored?.httpMetadata?.contentType).toBe(contentType)
    expect(new Uint8Array((await stored?.arrayBuffer()) ?? [])).toEqual(file)
  })

  it('the colours and perceptual hash of a file are stored', async () => {
    const mira = await addPerson()
    await sendFile(mira, uniqueCopy(pictures.png))
    const row = await env.DB.prepare('SELECT colours, perceptual_hash FROM pending_uploads WHERE user_id = ?')
      .bind(mira.id)
      .first<{ colours: string; perceptual_hash: string }>()
    expect(JSON.parse(row?.colours ?? '').sort()).toEqual(['#1e3cdc', '#1ec83c', '#dc1e1e', '#f0dc28'])
    expect(row?.perceptual_hash).toMatch(/^(?!0{16})[0-9a-f]{16}$/)
  })

  it.each([
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG with a prologue', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['text', text('Just a few words about the tide.')],
    ['a few bytes', text('tide')],
    ['PDF', text('%PDF-1.7\n1 0 obj <<>> endobj')],
    ['AVIF', pictures.avif],
    ['HEIC', concatBytes(Uint8Array.of(0, 0, 0, 24), text('ftypheic\0\0\0\0mif1heic'), new Uint8Array(200))],
    ['BMP', concatBytes(text('BM'), new Uint8Array(100))],
    ['TIFF', concatBytes(text('II*\0'), new Uint8Array(100))],
    ['a program', concatBytes(Uint8Array.of(0x7f), text('ELF'), new Uint8Array(100))],
    ['a sound in RIFF', concatBytes(text('RIFF'), Uint8Array.of(40, 0, 0, 0), text('WAVEfmt '), new Uint8Array(60))],
    ['zeros', new Uint8Array(1000)],
  ])('a file other than PNG, JPEG, WebP or GIF is refused: %s', async (_kind, bytes) => {
    const send = (as: Person) => sendFile(as, uniqueCopy(bytes), { name: 'sketch.png', type: 'image/png' })
    expect(await expectRefusal(send)).toEqual([415, 'wrong_type'])
  })

  it('a file with a declared length over 16,777,216 bytes is refused before it is read', async () => {
    const unread = new ReadableStream(
      {
        pull() {
          throw new Error('the body was read')
        },
      },
      { highWaterMark: 0 },
    )
    expect(await expectRefusal((as) => sendFile(as, unread, { length: MAX_BYTES + 1 }))).toEqual([413, 'too_large'])
  })

  it('a file of 16,777,216 bytes is accepted', async () => {
    const file = concatBytes(pictures.png, crypto.getRandomValues(new Uint8Array(16)), new Uint8Array(MAX_BYTES))
    const reply = await jsonOf<UploadReply>(sendFile(await addPerson(), file.slice(0, MAX_BYTES)))
    expect(reply).toMatchObject({ known: false, upload: { bytes: MAX_BYTES } })
  })

  it('a file without a declared length is refused', async () => {
    const send = (as: Person) => sendFile(as, inPieces(uniqueCopy(pictures.png), 50), { length: null })
    expect(await expectRefusal(send)).toEqual([411, 'length_required'])
  })

  it('a file longer or shorter than declared is refused', async () => {
    const file = uniqueCopy(pictures.png)
    expect(await expectRefusal((as) => sendFile(as, inPieces(file, 50), { length: file.length - 1 }))).toEqual([
      413,
      'too_large',
    ])
    expect(await expectRefusal((as) => sendFile(as, inPieces(file, 50), { length: file.length + 1 }))).toEqual([
      400,
      'bad_image',
    ])
  })

  it('an empty file is refused', async () => {
    expect(await expectRefusal((as) => sendFile(as, new Uint8Array()))).toEqual([400, 'bad_image'])
  })

  it('a file that arrives byte by byte is accepted', async () => {
    for (const picture of [pictures.png, pictures.jpeg, pictures.webp, pictures.lossyWebp, pictures.gif]) {
      const file = uniqueCopy(picture)
      const reply = await sendFile(await addPerson(), inPieces(file, 1), { length: file.length })
      expect(await reply.json()).toMatchObject({ known: false, upload: { width: 60, height: 40 } })
    }
  })

  it.each([
    ['PNG', pngHeader(30_000, 30_000)],
    ['PNG of the largest 32-bit size', pngHeader(4_294_967_295, 4_294_967_295)],
    ['GIF', gifOfSize(30_000, 30_000)],
    ['4001 pixels wide', pictures.tooWide],
    ['4001 pixels high', pngHeader(1, 4001)],
  ])('a file over 4000 pixels a side is refused from its header: %s', async (_kind, header) => {
    const send = (as: Person) => {
      const body = inPieces(header, 33, true)
      return sendFile(as, body, { length: 5_000_000 })
    }
    expect(await expectRefusal(send)).toEqual([400, 'image_too_wide'])
  })

  it.each([
    ['wide', pictures.widest],
    ['high', pictures.tallest],
  ])('a file 4000 pixels %s is accepted', async (_way, picture) => {
    expect((await sendFile(await addPerson(), uniqueCopy(picture))).status).toBe(200)
  })

  it('a file of any shape is accepted, from a single pixel on', async () => {
    const sizes: [number, number][] = [
      [1, 1],
      [1, 300],
      [300, 1],
      [200, 300],
      [300, 200],
      [2, 3],
      [7, 1000],
      [66, 99],
    ]
    const shapes = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }))
    sizes.push(...fc.sample(shapes, { numRuns: 10, seed: 7 }))
    const mira = await addPerson()
    const refused: string[] = []
    for (const [width, height] of sizes) {
      const data = new Uint8Array(width * height * 3).fill(120)
      const reply = await sendFile(mira, uniqueCopy(encode({ width, height, data, channels: 3 })))
      if (reply.status !== 200) refused.push(`${width} × ${height}: ${await reply.text()}`)
      else expect(await reply.json()).toMatchObject({ upload: { width, height } })
    }
    expect(refused).toEqual([])
  })

  it.each([
    ['a PNG without pixels', pngHeader(60, 40)],
    ['a PNG of no size', pngHeader(0, 0)],
    ['a PNG cut short', pictures.large.slice(0, 700)],
    [
      'a PNG with noise for pixels',
      concatBytes(pictures.png.slice(0, 80), crypto.getRandomValues(new Uint8Array(300))),
    ],
    ['a JPEG cut short', pictures.progressiveJpeg.slice(0, 500)],
    ['a JPEG of 20 bytes', pictures.jpeg.slice(0, 20)],
    ['a WebP cut short', pictures.lossyWebp.slice(0, 100)],
    ['a GIF without frames', pictures.gif.slice(0, 13)],
  ])('an unreadable file is refused: %s', async (_kind, bytes) => {
    const send = (as: Person) => sendFile(as, Uint8Array.from(bytes))
    expect(await expectRefusal(send)).toEqual([400, 'bad_image'])
  })

  /** A JPEG whose header seems to have this size, to readers that take the marker of a restart for a segment. */
  function jpegOfSize(width: number, height: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(2 + 2 + 2 + 65_535)
    bytes.set([0xff, 0xd8, 0xff, 0xd0, 0xff, 0xe0, 0xff, 0xff])
    const view = new DataView(bytes.buffer)
    const frameAt = 4 + 0xffe0
    bytes.set([0xff, 0xc0, 0, 17, 8], frameAt)
    view.setUint16(frameAt + 5, height)
    view.setUint16(frameAt + 7, width)
    return concatBytes(bytes, pictures.jpeg.subarray(2))
  }

  it.each([
    ['of another shape', 40, 400],
    ['of the same shape', 60, 40],
  ])('a JPEG is refused if some readers find a header %s in it', async (_shape, width, height) => {
    const send = (as: Person) => sendFile(as, uniqueCopy(jpegOfSize(width, height)))
    expect(await expectRefusal(send)).toEqual([400, 'bad_image'])
  })

  it('a file that is not a JPEG is accepted if Images turns its picture', async () => {
    const input: ImagesBinding['input'] = (stream) => env.IMAGES.input(stream).transform({ rotate: 90 })
    const turning = { ...env, IMAGES: { ...env.IMAGES, input } }
    const send = (file: Uint8Array<ArrayBuffer>) => (as: Person) => sendFile(as, uniqueCopy(file), { env: turning })
    expect((await send(pictures.png)(await addPerson())).status).toBe(200)
    expect(await expectRefusal(send(pictures.jpeg))).toEqual([400, 'bad_image'])
  })

  it('an upload whose connection is cut leaves neither row nor file', async () => {
    const file = concatBytes(pictures.png, new Uint8Array(400_000))
    for (const arrived of [0, 5, 20, 150, 200_000]) {
      const cut = inPieces(file.slice(0, arrived), 4096, true)
      const [status] = await expectRefusal((as) => sendFile(as, cut, { length: file.length }))
      expect([arrived, status >= 400]).toEqual([arrived, true])
    }
  })

  it('an upload needs a login', async () => {
    const file = uniqueCopy(pictures.png)
    const before = await storedOriginals()
    const request = sendRequest('/api/v2/upload/file', {
      method: 'PUT',
      raw: file,
      headers: { 'content-length': String(file.length) },
    })
    expect(await errorOf(request)).toEqual([401, 'not_logged_in'])
    expect(await storedOriginals()).toEqual(before)
  })

  it('a file name over 200 characters is refused', async () => {
    const mira = await addPerson()
    expect(await errorOf(sendFile(mira, uniqueCopy(pictures.png), { name: 'a'.repeat(201) }))).toEqual([
      400,
      'bad_request',
    ])
  })

  it('a file name loses direction marks and does not name the stored file', async () => {
    const mira = await addPerson()
    const reply = await jsonOf<UploadReply>(
      sendFile(mira, uniqueCopy(pictures.png), { name: '../../<b>\u202egnp.exe' }),
    )
    expect(reply).toMatchObject({ upload: { fileName: '../../<b>gnp.exe' } })
    expect((await fileKeysOf(mira))[0]).toMatch(/^originals\/[0-9a-f-]{36}$/)
  })
})

describe('the limit of 200 pending uploads', () => {
  const fill = ({ id }: Person, rows: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO pending_uploads (id, user_id, file_name, width, height, file_key, image_key, rotation, bytes, content_type,
         content_hash, thumbhash, colours, perceptual_hash, created_at)
       SELECT ?1 || '-' || i, ?1, '', 1, 1, 'originals/' || ?1 || '-' || i, ?1 || '-' || i, 0, 1, 'image/png',
         'hash ' || i, '', '[]', '', 0 FROM n`,
    )
      .bind(id, rows)
      .run()

  it('an upload over the limit is refused and not stored', async () => {
    const mira = await addPerson()
    await fill(mira, 200)
    const before = await storedOriginals()
    expect(await errorOf(sendFile(mira, uniqueCopy(pictures.png)))).toEqual([409, 'upload_limit'])
    expect(await storedOriginals()).toEqual(before)
    expect(await fileKeysOf(mira)).toHaveLength(200)
  })

  it('concurrent uploads do not exceed the limit', async () => {
    const mira = await addPerson()
    await fill(mira, 198)
    const before = await storedOriginals()
    const replies = await Promise.all(Array.from({ length: 5 }, () => sendFile(mira, uniqueCopy(pictures.png))))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409])
    expect(await fileKeysOf(mira)).toHaveLength(200)
    expect(await storedOriginals()).toHaveLength(before.length + 2)
  })
})
