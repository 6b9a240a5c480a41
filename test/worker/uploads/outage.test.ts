import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { concatBytes } from '../../../contract/bytes.ts'
import { sweepFiles } from '../../../worker/features/uploads/sweep.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { changedFiles, failingImages } from '../../support/worker/outages.ts'
import { addPerson } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { errorOf, jsonOf } from '../../support/worker/site.ts'
import { fileKeysOf, sendFile, storedOriginals } from '../../support/worker/uploads.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Sends a valid picture through `bindings`, which must fail and leave nothing, and again without the fault. */
async function errorOfFailedUpload(
  bindings: Partial<Cloudflare.Env>,
  file = uniqueCopy(pictures.png),
): Promise<[number, string]> {
  const mira = await addPerson()
  const before = await storedOriginals()
  const answer = await errorOf(sendFile(mira, file, { env: { ...env, ...bindings } }))
  expect(await storedOriginals()).toEqual(before)
  expect(await fileKeysOf(mira)).toEqual([])
  expect(await jsonOf(sendFile(mira, file))).toMatchObject({ known: false })
  return answer
}

const unanswered = () => Promise.reject(new Error('get: Unspecified error (0)'))

describe('a failure of the service that decodes pictures', () => {
  it.each([9401, 9422, 9516, 9522, 9523, 9527, 9529, undefined])(
    'a failure is not reported as a bad picture: %s',
    async (code) => {
      expect(await errorOfFailedUpload({ IMAGES: failingImages(code).images })).toEqual([500, 'internal'])
    },
  )

  it('a failed upload leaves neither row nor file', async () => {
    const mira = await addPerson()
    const before = await storedOriginals()
    const bindings = { ...env, IMAGES: failingImages(9401).images }
    await sendFile(mira, uniqueCopy(pictures.png), { env: bindings })
    expect([await storedOriginals(), await fileKeysOf(mira)]).toEqual([before, []])
  })

  it('a picture can be sent again after a failure', async () => {
    const mira = await addPerson()
    const file = uniqueCopy(pictures.png)
    await sendFile(mira, file, { env: { ...env, IMAGES: failingImages(9401).images } })
    expect(await jsonOf(sendFile(mira, file))).toMatchObject({ known: false })
  })

  it('the error code is logged', async () => {
    const lines: string[] = []
    vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
    await errorOfFailedUpload({ IMAGES: failingImages(9422).images })
    expect(lines.join('\n')).toContain('IMAGES_TRANSFORM_ERROR 9422')
  })

  it.each([9412, 9413, 9420, 9520])('an error about the picture itself refuses the picture: %i', async (code) => {
    const { images, calls } = failingImages(code)
    expect(await errorOfFailedUpload({ IMAGES: images })).toEqual([400, 'bad_image'])
    expect(calls()).toBeLessThanOrEqual(2)
  })

  it.each([9516, 9522, 9523, undefined])('a single transient error is retried without notice: %s', async (code) => {
    const images = failingImages(code, 1).images
    const reply = await sendFile(await addPerson(), uniqueCopy(pictures.png), { env: { ...env, IMAGES: images } })
    expect([reply.status, await reply.json()]).toMatchObject([200, { known: false }])
  })
})

describe('a failure of the file store while a picture is analysed', () => {
  it('a read error is not reported as a bad picture', async () => {
    expect(await errorOfFailedUpload({ FILES: changedFiles({ get: unanswered }) })).toEqual([500, 'internal'])
  })

  it('an interrupted read is not reported as a bad picture', async () => {
    for (const picture of [pictures.png, pictures.jpeg]) {
      const file = uniqueCopy(picture)
      const breaking = async (...parameters: Parameters<R2Bucket['get']>) => {
        const object = await env.FILES.get(...parameters)
        let pieces = 0
        const body = new ReadableStream({
          pull(controller) {
            if (pieces++ === 0) controller.enqueue(file.slice(0, 40))
            else controller.error(new Error('get: connection lost'))
          },
        })
        return new Proxy(object ?? {}, { get: (target, name) => (name === 'body' ? body : Reflect.get(target, name)) })
      }
      expect(await errorOfFailedUpload({ FILES: changedFiles({ get: breaking }) }, file)).toEqual([500, 'internal'])
    }
  })

  it('a missing object is not reported as a bad picture', async () => {
    expect(await errorOfFailedUpload({ FILES: changedFiles({ get: async () => null }) })).toEqual([500, 'internal'])
  })

  it('a file that could not be deleted is left to the sweep', async () => {
    const mira = await addPerson()
    const before = await storedOriginals()
    const files = changedFiles({ get: unanswered, delete: unanswered })
    const answer = await errorOf(sendFile(mira, uniqueCopy(pictures.png), { env: { ...env, FILES: files } }))
    expect(answer).toEqual([500, 'internal'])
    expect(await storedOriginals()).toHaveLength(before.length + 1)
    await sweepFiles(openDb(env.DB), env.FILES, { now: Date.now() + 2 * HOUR_MS })
    expect(await storedOriginals()).toEqual(before)
  })
})

describe('a refusal by the file store', () => {
  const large = () => concatBytes(uniqueCopy(pictures.png), new Uint8Array(400_000))

  it('a refusal without reading is returned at once', async () => {
    const put = () => Promise.reject(new Error('put: Internal error (10001)'))
    for (const file of [uniqueCopy(pictures.png), large()]) {
      expect(await errorOfFailedUpload({ FILES: changedFiles({ put }) }, file)).toEqual([500, 'internal'])
    }
  })

  it('a refusal in the middle of the file is returned at once', async () => {
    const put = async (_key: string, body: ReadableStream) => {
      await body.getReader().read()
      throw new Error('put: Internal error (10001)')
    }
    expect(await errorOfFailedUpload({ FILES: changedFiles({ put }) }, large())).toEqual([500, 'internal'])
  })

  it('a file that was stored despite the error is deleted', async () => {
    const put = async (...sent: Parameters<R2Bucket['put']>) => {
      await env.FILES.put(...sent)
      throw new Error('put: Network connection lost.')
    }
    expect(await errorOfFailedUpload({ FILES: changedFiles({ put }) })).toEqual([500, 'internal'])
  })
})
