import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAlbum, addToAlbum, albumOf, albumOrder, fillAlbum, removeFromAlbum } from '../../support/worker/albums.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const create = (bindings: typeof env, as: Person, body: object) =>
  sendRequestWith(bindings, '/api/v2/album/create', { as, body })

async function sizesOfAlbums(owner: Person): Promise<number[]> {
  const { items } = await requestJson<{ items: { items: number }[] }>(`/api/v2/album/list?userId=${owner.id}`)
  return items.map((album) => album.items)
}

describe.each(faults)('writes of albums with one database call %s', (fault) => {
  it('an album is created with its first sketch or not at all', async () => {
    const mira = await addPerson()
    const body = { title: 'Ebb', description: '', sketchId: await addSketch(mira) }
    await withEveryFault(
      fault,
      (bindings) => create(bindings, mira, { ...body, key: crypto.randomUUID() }),
      async () => {
        expect((await sizesOfAlbums(mira)).filter((items) => items !== 1)).toEqual([])
      },
    )
  })

  it('a creation that is retried after a failure creates one album', async () => {
    const mira = await addPerson()
    let body = { title: 'Ebb', description: '', key: crypto.randomUUID() }
    let made = 0
    await withEveryFault(
      fault,
      (bindings) => create(bindings, mira, body),
      async () => {
        await jsonOf(create(env, mira, body))
        expect(await sizesOfAlbums(mira)).toHaveLength(++made)
        body = { ...body, key: crypto.randomUUID() }
      },
    )
  })

  it('a sketch is added to an album together with the count, or can be added again', async () => {
    const mira = await addPerson()
    let album = await addAlbum(mira)
    const sketches = await addSketches(mira, 10)
    let sketch = sketches.pop() ?? 0
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/album/add', { as: mira, body: { albumId: album, sketchId: sketch } }),
      async () => {
        expect((await albumOf(mira, album)).items).toBe((await albumOrder(mira, album)).length)
        expect((await addToAlbum(mira, album, sketch)).status).toBe(200)
        expect(await albumOf(mira, album)).toMatchObject({ items: 1, thumbnail: { sketchId: sketch } })
        album = await addAlbum(mira)
        sketch = sketches.pop() ?? 0
      },
    )
  })

  it('a sketch is moved or keeps its place, also when the move renumbers the album', async () => {
    const mira = await addPerson()
    const album = await addAlbum(mira)
    const [a = 0, b = 0, c = 0] = await addSketches(mira, 3)
    await fillAlbum(album, [a, b, c])
    const crowd = () =>
      env.DB.prepare('UPDATE album_sketches SET position = -position WHERE album_id = ?')
        .bind(album)
        .run()
        .then(() =>
          env.DB.prepare(
            `UPDATE album_sketches SET position = CASE sketch_id WHEN ?2 THEN 1 WHEN ?3 THEN 2 ELSE 3 END WHERE album_id = ?1`,
          )
            .bind(album, a, b)
            .run(),
        )
    await crowd()
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/album/order', { as: mira, body: { albumId: album, sketchId: c, after: a } }),
      async () => {
        expect([
          [a, b, c],
          [a, c, b],
        ]).toContainEqual(await albumOrder(mira, album))
        await requestJson('/api/v2/album/order', { as: mira, body: { albumId: album, sketchId: c, after: a } })
        expect(await albumOrder(mira, album)).toEqual([a, c, b])
        await crowd()
      },
    )
  })

  it('an album is deleted with its entries, or remains unchanged', async () => {
    const mira = await addPerson()
    const sketches = await addSketches(mira, 3)
    const make = async () => {
      const id = await addAlbum(mira)
      await fillAlbum(id, sketches)
      await albumOf(mira, id)
      return id
    }
    let album = await make()
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/album/delete', { as: mira, body: { userId: mira.id, albumId: album } }),
      async () => {
        const reply = await sendRequest(`/api/v2/album/sketches?userId=${mira.id}&albumId=${album}`)
        if (reply.status === 200) expect(await albumOrder(mira, album)).toEqual(sketches)
        else expect(reply.status).toBe(404)
        await sendRequest('/api/v2/album/delete', { as: mira, body: { userId: mira.id, albumId: album } })
        album = await make()
      },
    )
  })

  it('title, description and cover of an album change together or not at all', async () => {
    const mira = await addPerson()
    const [first = 0, second = 0] = await addSketches(mira, 2)
    const album = await addAlbum(mira, { title: 'Ebb', sketchId: first })
    await addToAlbum(mira, album, second)
    const edit = (bindings: typeof env, title: string, thumbnail: number) =>
      sendRequestWith(bindings, '/api/v2/album/edit', {
        as: mira,
        body: { albumId: album, title, description: title, thumbnail },
      })
    await jsonOf(edit(env, 'Ebb', first))
    await withEveryFault(
      fault,
      (bindings) => edit(bindings, 'Flood', second),
      async () => {
        const { title, description, thumbnail } = await albumOf(mira, album)
        expect([
          ['Ebb', 'Ebb', first],
          ['Flood', 'Flood', second],
        ]).toContainEqual([title, description, thumbnail?.sketchId])
        await jsonOf(edit(env, 'Flood', second))
        expect(await albumOf(mira, album)).toMatchObject({ title: 'Flood', thumbnail: { sketchId: second } })
        await jsonOf(edit(env, 'Ebb', first))
      },
    )
  })

  it('a sketch leaves an album together with the count and the cover, or stays', async () => {
    const mira = await addPerson()
    const [first = 0, second = 0] = await addSketches(mira, 2)
    const album = await addAlbum(mira, { sketchId: first })
    const fill = async () => {
      for (const sketch of [first, second]) await addToAlbum(mira, album, sketch)
      await requestJson('/api/v2/album/edit', {
        as: mira,
        body: { albumId: album, title: 'Ebb', description: '', thumbnail: first },
      })
    }
    await fill()
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/album/remove', { as: mira, body: { albumId: album, sketchId: first } }),
      async () => {
        const left = (await albumOrder(mira, album)).sort()
        expect([[first, second].sort(), [second]]).toContainEqual(left)
        const cover = left.includes(first) ? first : second
        expect(await albumOf(mira, album)).toMatchObject({ items: left.length, thumbnail: { sketchId: cover } })
        expect((await removeFromAlbum(mira, album, first)).status).toBe(200)
        expect(await albumOf(mira, album)).toMatchObject({ items: 1, thumbnail: { sketchId: second } })
        await fill()
      },
    )
  })
})
