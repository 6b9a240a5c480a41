import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sweepFiles } from '../../../worker/features/uploads/sweep.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { changedFiles, failingImages } from '../../support/worker/outages.ts'
import { addPerson } from '../../support/worker/people.ts'
import { another, joined, pictures } from '../../support/worker/pictures.ts'
import { jsonOf, refusal } from '../../support/worker/site.ts'
import { fileKeysOf, sendFile, storedOriginals } from '../../support/worker/uploads.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Sends a sound picture through `on`, which must fail and leave nothing; then without the fault, which must succeed. */
async function failedOnce(on: Partial<Cloudflare.Env>, file = another(pictures.png)): Promise<[number, string]> {
  const mira = await addPerson()
  const before = await storedOriginals()
  const answer = await refusal(sendFile(mira, file, { env: { ...env, ...on } }))
  expect(await storedOriginals()).toEqual(before)
  expect(await fileKeysOf(mira)).toEqual([])
  expect(await jsonOf(sendFile(mira, file))).toMatchObject({ known: false })
  return answer
}

const unanswered = () => Promise.reject(new Error('get: Unspecified error (0)'))

describe('when the service that decodes pictures fails', () => {
  it.each([9401, 9422, 9516, 9522, 9523, 9527, 9529, undefined])(
    'a sound picture is not blamed for it, nothing is left, and it can be sent again: %s',
    async (code) => {
      expect(await failedOnce({ IMAGES: failingImages(code).images })).toEqual([500, 'internal'])
    },
  )

  it('the log says with which code', async () => {
    const lines: string[] = []
    vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
    await failedOnce({ IMAGES: failingImages(9422).images })
    expect(lines.join('\n')).toContain('IMAGES_TRANSFORM_ERROR 9422')
  })

  it.each([9412, 9413, 9420, 9520])('for the picture alone, the picture is refused: %i', async (code) => {
    const { images, calls } = failingImages(code)
    expect(await failedOnce({ IMAGES: images })).toEqual([400, 'bad_image'])
    expect(calls()).toBeLessThanOrEqual(2)
  })

  it.each([9516, 9522, 9523, undefined])('for a moment, nobody notices: %s', async (code) => {
    const images = failingImages(code, 1).images
    const reply = await sendFile(await addPerson(), another(pictures.png), { env: { ...env, IMAGES: images } })
    expect([reply.status, await reply.json()]).toMatchObject([200, { known: false }])
  })
})

describe('when the file store fails while a picture is looked at', () => {
  it('the picture is not blamed for it: nothing can be read', async () => {
    expect(await failedOnce({ FILES: changedFiles({ get: unanswered }) })).toEqual([500, 'internal'])
  })

  it('the picture is not blamed for it: it breaks off', async () => {
    for (const picture of [pictures.png, pictures.jpeg]) {
      const file = another(picture)
      const breaking = async (...asked: Parameters<R2Bucket['get']>) => {
        const object = await env.FILES.get(...asked)
        let pieces = 0
        const body = new ReadableStream({
          pull(controller) {
            if (pieces++ === 0) controller.enqueue(file.slice(0, 40))
            else controller.error(new Error('get: connection lost'))
          },
        })
        return new Proxy(object ?? {}, { get: (target, name) => (name === 'body' ? body : Reflect.get(target, name)) })
      }
      expect(await failedOnce({ FILES: changedFiles({ get: breaking }) }, file)).toEqual([500, 'internal'])
    }
  })

  it('the picture is not blamed for it: it is not there', async () => {
    expect(await failedOnce({ FILES: changedFiles({ get: async () => null }) })).toEqual([500, 'internal'])
  })

  it('what could not be removed is left to the sweep', async () => {
    const mira = await addPerson()
    const before = await storedOriginals()
    const files = changedFiles({ get: unanswered, delete: unanswered })
    const answer = await refusal(sendFile(mira, another(pictures.png), { env: { ...env, FILES: files } }))
    expect(answer).toEqual([500, 'internal'])
    expect(await storedOriginals()).toHaveLength(before.length + 1)
    await sweepFiles(openDb(env.DB), env.FILES, { now: Date.now() + 2 * HOUR_MS })
    expect(await storedOriginals()).toEqual(before)
  })
})

describe('when the file store refuses a file', () => {
  const large = () => joined(another(pictures.png), new Uint8Array(400_000))

  it('without reading it, that is said at once', async () => {
    const put = () => Promise.reject(new Error('put: Internal error (10001)'))
    for (const file of [another(pictures.png), large()]) {
      expect(await failedOnce({ FILES: changedFiles({ put }) }, file)).toEqual([500, 'internal'])
    }
  })

  it('in the middle of it, that is said at once', async () => {
    const put = async (_key: string, body: ReadableStream) => {
      await body.getReader().read()
      throw new Error('put: Internal error (10001)')
    }
    expect(await failedOnce({ FILES: changedFiles({ put }) }, large())).toEqual([500, 'internal'])
  })

  it('though it has kept it, it is removed', async () => {
    const put = async (...sent: Parameters<R2Bucket['put']>) => {
      await env.FILES.put(...sent)
      throw new Error('put: Network connection lost.')
    }
    expect(await failedOnce({ FILES: changedFiles({ put }) })).toEqual([500, 'internal'])
  })
})
