import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditReply } from '../../../contract/http/edit-sketch.ts'
import { sweepFiles } from '../../../worker/features/uploads/sweep.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { mp4 } from '../../support/videos.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { croquisFile, putFile } from '../../support/worker/sketch-files.ts'
import { addPicture, addUpload, fileKeysOf, removeAllPictures, storedOriginals } from '../../support/worker/uploads.ts'
import { editBodyOf } from '../role-table.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(async () => {
  await removeAllPictures()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Checks that every row of this member has its file. */
async function expectWhole(artist: Person, at: string): Promise<void> {
  const files = new Set(await storedOriginals())
  expect([at, (await fileKeysOf(artist)).filter((key) => !files.has(key))]).toEqual([at, []])
}

/** Checks that the sweep leaves exactly the files of rows, and no derived picture of others. */
async function expectSwept(artist: Person): Promise<void> {
  await sweepFiles(openDb(env.DB), env.FILES, { now: Date.now() + 7_200_000 })
  expect(await storedOriginals()).toEqual((await fileKeysOf(artist)).sort())
  const derived = (await env.FILES.list({ prefix: 'derived/' })).objects.map(({ key }) => key.split('/')[1])
  const known = (await fileKeysOf(artist)).map((key) => key.split('/')[1])
  expect(derived.filter((name) => !known.includes(name))).toEqual([])
}

async function expectExactTags(): Promise<void> {
  const { results } = await env.DB.prepare(
    'SELECT name FROM tags WHERE sketches_count <> (SELECT count(*) FROM sketch_tags WHERE tag_id = tags.id AND listed_for_all)',
  ).all()
  expect(results).toEqual([])
}

const formOf = (id: number, as: Person) => requestJson<EditReply>(`/sketch/${id}/edit?format=json`, { as })

describe.each(faults)('writes of the edit page with one database or file call %s', (fault) => {
  it('an edit is stored completely or not at all', async () => {
    const ines = await addPerson()
    const make = async () => {
      const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea', 'mud'] })
      await putFile(ines, `/sketch/${id}/video`, mp4())
      return { id, before: await formOf(id, ines) }
    }
    let { id, before } = await make()
    const body = editBodyOf({ title: 'Flood', tags: ['mud', 'gulls'], angle: 90, privacy: 'unlisted', video: false })
    const calls = await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, `/sketch/${id}/edit?format=json`, { as: ines, body }),
      async (_reply, n) => {
        const after = await formOf(id, ines)
        if (after.fields.title === 'Ebb') expect([n, after]).toEqual([n, before])
        else {
          expect([n, after.fields]).toEqual([n, { ...body, file: false }])
          expect([after.width, after.height, after.imageUrl === before.imageUrl]).toEqual([40, 60, false])
        }
        await expectWhole(ines, `call ${n}`)
        await expectExactTags()
        const again = await sendRequest(`/sketch/${id}/edit?format=json`, { as: ines, body })
        expect([n, again.status, (await formOf(id, ines)).fields]).toEqual([n, 200, { ...body, file: false }])
        await expectExactTags()
        ;({ id, before } = await make())
      },
    )
    expect(calls).toBeGreaterThanOrEqual(4)
    await expectSwept(ines)
  })

  describe.each(['upload', 'version'] as const)('replacing a picture from a stored %s', (from) => {
    let ines: Person
    let id: number
    let body: object
    const replace = (bindings: typeof env) => sendRequestWith(bindings, `/sketch/${id}/version`, { as: ines, body })
    const versions = async () =>
      (
        await requestJson<{ items: { id: string; width: number }[] }>(`/sketch/${id}/versions?format=json`, {
          as: ines,
        })
      ).items
    /** Adds a picture of 60 pixels and another of 1,300 to replace it, or the reverse to restore a version. */
    const addReplacement = async () => {
      id = (await addPicture(ines, {}, uniqueCopy(pictures.png))).id
      const upload = await addUpload(ines, uniqueCopy(pictures.large))
      body = { uploadId: upload.id }
      if (from === 'upload') return
      await replace(env)
      body = { versionId: (await versions())[0]?.id, action: 'restore' }
    }
    const widths = async () => ({
      current: (await requestJson<{ width: number }>(`/api/v2/sketch/${id}`)).width,
      previous: (await versions()).map(({ width }) => width),
    })
    beforeEach(async () => {
      ines = await addPerson()
      await addReplacement()
    })

    it('a picture is replaced completely or not at all', async () => {
      await withEveryFault(fault, replace, async (_reply, n) => {
        const { current, previous } = await widths()
        expect([[], [60], [1300]]).toContainEqual(previous)
        expect(previous).not.toContain(current)
        await expectWhole(ines, `call ${n}`)
        await addReplacement()
      })
      await expectSwept(ines)
    })

    it('a retry replaces the picture', async () => {
      await withEveryFault(fault, replace, async () => {
        expect((await replace(env)).status).toBe(200)
        const [previous, current] = from === 'upload' ? [60, 1300] : [1300, 60]
        expect(await widths()).toEqual({ current, previous: [previous] })
        await addReplacement()
      })
      await expectSwept(ines)
    })
  })

  it('an earlier version is removed, or remains with its file', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    const make = async () => {
      const upload = await addUpload(ines)
      await sendRequest(`/sketch/${id}/version`, { as: ines, body: { uploadId: upload.id } })
      const { items } = await requestJson<{ items: { id: string }[] }>(`/sketch/${id}/versions?format=json`, {
        as: ines,
      })
      return items[0]?.id
    }
    let versionId = await make()
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, `/sketch/${id}/version`, { as: ines, body: { versionId, action: 'remove' } }),
      async (_reply, n) => {
        await expectWhole(ines, `call ${n}`)
        versionId = await make()
      },
    )
    await expectSwept(ines)
  })

  describe.each([
    ['video', mp4],
    ['file', croquisFile],
  ] as const)('replacing the %s of a sketch', (what, make) => {
    let ines: Person
    let id: number
    const put = (bindings: typeof env) => putFile(ines, `/sketch/${id}/${what}`, make(), bindings)
    beforeEach(async () => {
      ines = await addPerson()
      id = (await addPicture(ines)).id
      await put(env)
    })

    it('an attached file is replaced completely or not at all', async () => {
      await withEveryFault(fault, put, async (_reply, n) => {
        const { results } = await env.DB.prepare('SELECT file_key FROM sketch_files').all()
        expect([n, results.length]).toEqual([n, 1])
        await expectWhole(ines, `call ${n}`)
      })
      await expectSwept(ines)
    })

    it('a retry replaces the attached file', async () => {
      await withEveryFault(fault, put, async () => {
        expect((await put(env)).status).toBe(200)
      })
      await expectSwept(ines)
    })
  })

  it('a sketch is deleted with its versions and files, or remains with all of them', async () => {
    const ines = await addPerson()
    const make = async () => {
      const { id } = await addPicture(ines)
      const upload = await addUpload(ines)
      await sendRequest(`/sketch/${id}/version`, { as: ines, body: { uploadId: upload.id } })
      await putFile(ines, `/sketch/${id}/video`, mp4())
      await putFile(ines, `/sketch/${id}/file`, croquisFile())
      return id
    }
    let id = await make()
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, `/api/v2/sketch/${id}`, { as: ines, body: { action: 'delete' } }),
      async (_reply, n) => {
        await expectWhole(ines, `call ${n}`)
        id = await make()
      },
    )
    await expectSwept(ines)
  })
})
