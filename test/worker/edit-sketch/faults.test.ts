import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditReply } from '../../../contract/http/edit-sketch.ts'
import { sweepFiles } from '../../../worker/features/uploads/sweep.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { croquisFile, mp4, putFile } from '../../support/worker/sketch-files.ts'
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

  it.each(['upload', 'version'] as const)('a picture is replaced or not, and a retry replaces it: %s', async (from) => {
    const ines = await addPerson()
    const make = async () => {
      const { id } = await addPicture(ines, {}, uniqueCopy(pictures.png))
      const upload = await addUpload(ines, uniqueCopy(pictures.large))
      if (from === 'upload') return { id, body: { uploadId: upload.id } }
      await sendRequest(`/sketch/${id}/version`, { as: ines, body: { uploadId: upload.id } })
      const { items } = await requestJson<{ items: { id: string }[] }>(`/sketch/${id}/versions?format=json`, {
        as: ines,
      })
      return { id, body: { versionId: items[0]?.id, action: 'restore' } }
    }
    const isNew = async (id: number) => {
      const { width } = await requestJson<{ width: number }>(`/api/v2/sketch/${id}`)
      const { items } = await requestJson<{ items: { width: number }[] }>(`/sketch/${id}/versions?format=json`, {
        as: ines,
      })
      const kept = items.map((version) => version.width)
      expect([[], [60], [1300]]).toContainEqual(kept)
      expect(kept).not.toContain(width)
      return width === (from === 'upload' ? 1300 : 60)
    }
    let { id, body } = await make()
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, `/sketch/${id}/version`, { as: ines, body }),
      async (_reply, n) => {
        await isNew(id)
        await expectWhole(ines, `call ${n}`)
        expect((await sendRequest(`/sketch/${id}/version`, { as: ines, body })).status).toBe(200)
        expect(await isNew(id)).toBe(true)
        ;({ id, body } = await make())
      },
    )
    await expectSwept(ines)
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

  it.each([
    ['video', mp4],
    ['file', croquisFile],
  ] as const)('an attached file is replaced or not, and a retry replaces it: %s', async (what, make) => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await putFile(ines, `/sketch/${id}/${what}`, make())
    const kept = async () => (await env.DB.prepare('SELECT file_key FROM sketch_files').all()).results
    await withEveryFault(
      fault,
      (bindings) => putFile(ines, `/sketch/${id}/${what}`, make(), bindings),
      async (_reply, n) => {
        expect([n, (await kept()).length]).toEqual([n, 1])
        await expectWhole(ines, `call ${n}`)
        expect((await putFile(ines, `/sketch/${id}/${what}`, make())).status).toBe(200)
      },
    )
    await expectSwept(ines)
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
