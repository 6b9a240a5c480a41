import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExportReply } from '../../../contract/http/export.ts'
import { EXPORT_DOWNLOADS_PER_PART } from '../../../contract/limits.ts'
import { bytesOf, downloadPart, makeExport } from '../../support/worker/exports.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addPicture, fileKeysOf } from '../../support/worker/uploads.ts'

let mira: Person
let made: ExportReply
let sketchId: number
beforeEach(async () => {
  mira = await addPerson()
  sketchId = (await addPicture(mira, { title: 'Ebb' })).id
  made = await makeExport(mira)
})
afterEach(() => vi.restoreAllMocks())

const range = (value: string, ifRange?: string) => ({
  headers: { range: `bytes=${value}`, ...(ifRange && { 'if-range': ifRange }) },
})
const pictureName = () => `sketches/${String(sketchId).padStart(6, '0')} Ebb.png`
const deleteSketch = () => jsonOf(sendRequest(`/api/v2/sketch/${sketchId}`, { as: mira, body: { action: 'delete' } }))

describe('ranges of a zip', () => {
  it('a download that was cut at any byte goes on with the same bytes [issue 19]', async () => {
    const whole = await bytesOf(await downloadPart(mira, made))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.length - 1 }), async (cut) => {
        const rest = await downloadPart(mira, made, range(`${cut}-`))
        expect([rest.status, rest.headers.get('content-range')]).toEqual([
          206,
          `bytes ${cut}-${whole.length - 1}/${whole.length}`,
        ])
        expect(await bytesOf(rest)).toEqual(whole.slice(cut))
      }),
      { numRuns: 20 },
    )
  })

  it('the middle and the end of a zip can be asked for', async () => {
    const whole = await bytesOf(await downloadPart(mira, made))
    expect(await bytesOf(await downloadPart(mira, made, range('30-2999')))).toEqual(whole.slice(30, 3000))
    expect(await bytesOf(await downloadPart(mira, made, range('-40')))).toEqual(whole.slice(-40))
  })

  it('a range after the end is refused with the size', async () => {
    const whole = await bytesOf(await downloadPart(mira, made))
    const reply = await downloadPart(mira, made, range(`${whole.length}-`))
    expect([reply.status, reply.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
  })

  it('a request for the headers alone sends no bytes', async () => {
    const reply = await sendRequest(made.parts[0]?.url ?? '', { as: mira, method: 'HEAD' })
    expect([reply.status, (await bytesOf(reply)).length]).toEqual([200, 0])
    expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(1000)
  })
})

describe('the number of downloads', () => {
  const setDownloads = (count: number) =>
    env.DB.prepare('UPDATE account_exports SET downloads_count = ? WHERE user_id = ?').bind(count, mira.id).run()

  it('an export can be downloaded a limited number of times, resumed downloads included', async () => {
    await bytesOf(await downloadPart(mira, made))
    const { meta } = await env.DB.prepare(
      'UPDATE account_exports SET downloads_count = ? WHERE user_id = ? AND downloads_count = 1',
    )
      .bind(EXPORT_DOWNLOADS_PER_PART - 1, mira.id)
      .run()
    expect(meta.changes).toBe(1)
    expect((await bytesOf(await downloadPart(mira, made, range('10-19')))).length).toBe(10)
    expect(await errorOf(downloadPart(mira, made))).toEqual([409, 'export_download_limit'])
    expect(await errorOf(downloadPart(mira, made, range('10-19')))).toEqual([409, 'export_download_limit'])
  })

  it.each([
    ['a request for the headers alone', () => ({ method: 'HEAD' })],
    ['a range after the end', () => range('999999999-')],
  ])('%s counts as a download', async (_, options) => {
    await setDownloads(EXPORT_DOWNLOADS_PER_PART - 1)
    const ask = async () => (await sendRequest(made.parts[0]?.url ?? '', { as: mira, ...options() })).status
    expect(await ask()).not.toBe(409)
    expect(await ask()).toBe(409)
  })

  it('a refused download does not read the files of the part', async () => {
    await setDownloads(EXPORT_DOWNLOADS_PER_PART)
    const rows = await countRowsRead(async (bindings) => {
      const reply = await sendRequestWith(bindings, made.parts[0]?.url ?? '', { as: mira })
      expect(reply.status).toBe(409)
    })
    expect(rows).toBeLessThanOrEqual(5)
  })

  it('a part that the export does not have counts no download', async () => {
    const [url] = made.parts.map((part) => part.url)
    expect((await sendRequest(url?.replace(/1$/, '2') ?? '', { as: mira })).status).toBe(404)
    const count = env.DB.prepare('SELECT downloads_count FROM account_exports WHERE user_id = ?').bind(mira.id)
    expect(await count.first('downloads_count')).toBe(0)
  })
})

describe('a sketch that is deleted while its export exists', () => {
  it('the zip stays whole and says that the file is gone', async () => {
    await deleteSketch()
    const files = unzipSync(await bytesOf(await downloadPart(mira, made)))
    expect(files[pictureName()]).toBeUndefined()
    expect(new TextDecoder().decode(files[`${pictureName()}.missing.txt`])).toContain('was deleted')
  })

  it('a download that began before it starts anew instead of joining two zips', async () => {
    const before = await downloadPart(mira, made)
    const etag = before.headers.get('etag') ?? ''
    await before.arrayBuffer()
    expect((await downloadPart(mira, made, range('10-19', etag))).status).toBe(206)
    await deleteSketch()
    const after = await downloadPart(mira, made, range('10-19', etag))
    expect(after.status).toBe(200)
    expect(Object.keys(unzipSync(await bytesOf(after)))).toContain(`${pictureName()}.missing.txt`)
  })

  it('a file that R2 has lost breaks the download off, and the next one says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await env.FILES.delete(await fileKeysOf(mira))
    await expect(bytesOf(await downloadPart(mira, made))).rejects.toThrow()
    const files = unzipSync(await bytesOf(await downloadPart(mira, made)))
    expect(Object.keys(files)).toContain(`${pictureName()}.missing.txt`)
  })
})
