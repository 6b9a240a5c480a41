import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AlbumListReply } from '../../../contract/http/albums.ts'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import { ALBUM_SKETCHES_MAX, GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { SKETCHES_TRIED } from '../../../worker/features/albums/contents.ts'
import { moveInAlbum } from '../../../worker/features/albums/moving.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  addAlbum,
  addBlock,
  addToAlbum,
  albumOf,
  albumOrder,
  contentsOf,
  fillAlbum,
  removeFromAlbum,
} from '../../support/worker/albums.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRows, rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

const move = (as: Person | null, albumId: number, sketchId: number, after: number | null | undefined) =>
  sendRequest('/api/v2/album/order', { as, body: { albumId, sketchId, after } })

const neighboursOf = async (owner: Person, albumId: number, sketchId: number, as: Person | null = null) => {
  const path = `/api/v2/sketch/${sketchId}/neighbours?in=album-${owner.id}-${albumId}`
  const { prev, next } = await requestJson<Neighbours>(path, { as })
  return [prev?.id ?? null, next?.id ?? null]
}

/** Creates an album of `count` sketches by its owner, in the order of the returned ids. */
async function albumWith(owner: Person, count: number): Promise<{ id: number; sketches: number[] }> {
  const sketches = await addSketches(owner, count)
  const id = await addAlbum(owner)
  await fillAlbum(id, sketches)
  return { id, sketches }
}

/** Ids of all sketches in an album, hidden ones included. */
async function storedOrder(albumId: number): Promise<number[]> {
  const { results } = await env.DB.prepare('SELECT sketch_id FROM album_sketches WHERE album_id = ? ORDER BY position')
    .bind(albumId)
    .all<{ sketch_id: number }>()
  return results.map(({ sketch_id }) => sketch_id)
}

describe('the order of an album', () => {
  it('an album lists its sketches in the order of their addition, page by page', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira)
    const sketches = await addSketches(mira, 30)
    for (const sketch of sketches) await addToAlbum(mira, id, sketch)
    const first = await contentsOf(mira, id)
    expect(first).toMatchObject({ items: { length: GALLERY_PAGE_SIZE }, done: false })
    expect(first.items[0]).toMatchObject({ id: sketches[0], nickname: mira.nickname, hidden: false })
    expect(await albumOrder(mira, id)).toEqual(sketches)
  })

  it('the cursor of another album is refused', async () => {
    const mira = await addPerson()
    const { id } = await albumWith(mira, 30)
    const { cursor } = await contentsOf(mira, id)
    const path = `/api/v2/album/sketches?userId=${mira.id}&albumId=${await addAlbum(mira)}&cursor=${cursor}`
    expect(await errorOf(sendRequest(path))).toEqual([400, 'bad_cursor'])
  })

  it('a sketch is moved behind another sketch or to the first place', async () => {
    const mira = await addPerson()
    const {
      id,
      sketches: [a = 0, b = 0, c = 0, d = 0],
    } = await albumWith(mira, 4)
    for (const [sketch, after, order] of [
      [a, d, [b, c, d, a]],
      [d, null, [d, b, c, a]],
      [a, b, [d, b, a, c]],
      [b, d, [d, b, a, c]],
      [d, null, [d, b, a, c]],
      [c, a, [d, b, a, c]],
    ] as const) {
      expect((await move(mira, id, sketch, after)).status).toBe(200)
      expect(await albumOrder(mira, id)).toEqual(order)
    }
  })

  it('the order remains right after many moves to the same place', async () => {
    const mira = await addPerson()
    const { id, sketches } = await albumWith(mira, 6)
    let order = [...sketches]
    for (let time = 0; time < 60; time++) {
      const [moved = 0, after = 0] = time % 2 ? [order[5], order[0]] : [order[4], null]
      const reply = await move(mira, id, moved, after || null)
      expect(reply.status).toBe(200)
      const rest = order.filter((sketch) => sketch !== moved)
      order = after ? [after, moved, ...rest.filter((sketch) => sketch !== after)] : [moved, ...rest]
    }
    expect(await albumOrder(mira, id)).toEqual(order)
    const { results } = await env.DB.prepare('SELECT position FROM album_sketches WHERE album_id = ?').bind(id).all()
    expect(results.every(({ position }) => Number(position) > 0)).toBe(true)
  })

  it('the order remains right after moves in an album without a free position', async () => {
    const mira = await addPerson()
    const { id, sketches } = await albumWith(mira, 300)
    await env.DB.prepare('UPDATE album_sketches SET position = position / 1048576 WHERE album_id = ?').bind(id).run()
    let order = [...sketches]
    for (let time = 0; time < 200; time++) {
      const moved = order[(time * 37) % 300] ?? 0
      const rest = order.filter((sketch) => sketch !== moved)
      // Half of the moves go behind one sketch, the others to places all over the album.
      const after = rest[time % 2 ? 140 : (time * 61) % 299] ?? 0
      expect(await moveInAlbum(openDb(env.DB), { albumId: id, sketchId: moved, after })).toMatchObject({ ok: true })
      order = rest.flatMap((sketch) => (sketch === after ? [sketch, moved] : [sketch]))
      if (time % 20 === 0) expect(await storedOrder(id)).toEqual(order)
    }
    expect(await storedOrder(id)).toEqual(order)
  })

  it('concurrent moves lose no sketch of the album', async () => {
    const mira = await addPerson()
    const { id, sketches } = await albumWith(mira, 8)
    const [first = 0, ...others] = sketches
    const replies = await Promise.all(others.map((sketch) => move(mira, id, sketch, first)))
    expect(replies.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect((await albumOrder(mira, id)).toSorted()).toEqual(sketches.toSorted())
    expect((await albumOrder(mira, id))[0]).toBe(first)
  })

  describe('refused moves', () => {
    async function albumOfTwo() {
      const mira = await addPerson()
      const { id, sketches } = await albumWith(mira, 2)
      const [a = 0, b = 0] = sketches
      return { mira, id, a, b }
    }

    it('only the owner of an album moves its sketches', async () => {
      const { mira, id, a, b } = await albumOfTwo()
      expect(await errorOf(move(null, id, a, b))).toEqual([401, 'not_logged_in'])
      expect(await errorOf(move(await addPerson(), id, a, b))).toEqual([403, 'forbidden'])
      expect(await albumOrder(mira, id)).toEqual([a, b])
    })

    it('only sketches in the album are moved, among themselves', async () => {
      const { mira, id, a, b } = await albumOfTwo()
      const outside = await addSketch(mira)
      expect(await errorOf(move(mira, id, outside, b))).toEqual([404, 'not_found'])
      expect(await errorOf(move(mira, id, a, outside))).toEqual([404, 'not_found'])
      expect(await albumOrder(mira, id)).toEqual([a, b])
    })

    it('an unknown album has no sketches to move', async () => {
      const { mira, id, a, b } = await albumOfTwo()
      expect(await errorOf(move(mira, id + 1000, a, b))).toEqual([404, 'not_found'])
    })

    it('a malformed move is refused', async () => {
      const { mira, id, a, b } = await albumOfTwo()
      for (const after of [a, undefined, 'first']) {
        expect(await errorOf(move(mira, id, a, after as number))).toEqual([400, 'bad_request'])
      }
      expect(await albumOrder(mira, id)).toEqual([a, b])
    })
  })

  it('the neighbours of a sketch follow the order of the album', async () => {
    const mira = await addPerson()
    const {
      id,
      sketches: [a = 0, b = 0, c = 0],
    } = await albumWith(mira, 3)
    await move(mira, id, c, a)
    expect(await neighboursOf(mira, id, a)).toEqual([null, c])
    expect(await neighboursOf(mira, id, c)).toEqual([a, b])
    expect(await neighboursOf(mira, id, b)).toEqual([c, null])
    expect(await neighboursOf(mira, id, await addSketch(mira))).toEqual([null, null])
  })
})

describe('the contents of an album', () => {
  describe('an album that begins with a mature sketch', () => {
    let mira: Person
    let id: number
    let [first, mature, last] = [0, 0, 0]
    const others: (Person | null)[] = [null]
    const openViewers: Person[] = []
    beforeAll(async () => {
      mira = await addPerson()
      others.push(await addPerson(), await addPerson({ flags: 'm' }))
      openViewers.push(mira, await addPerson({ showMature: true }))
      first = await addSketch(mira)
      mature = await addSketch(mira, { mature: true, title: 'Secret', altText: 'Secret' })
      last = await addSketch(mira)
      id = await addAlbum(mira, { sketchId: mature })
      for (const sketch of [first, last]) await addToAlbum(mira, id, sketch)
    })

    it('a mature sketch keeps its place for viewers who do not show mature sketches', async () => {
      for (const viewer of others) {
        const { items } = await contentsOf(mira, id, viewer)
        expect(items.map((item) => [item.id, item.hidden])).toEqual([
          [mature, true],
          [first, false],
          [last, false],
        ])
      }
    })

    it('a mature sketch has neither picture nor words for viewers who do not show mature sketches', async () => {
      for (const viewer of others) {
        const { items } = await contentsOf(mira, id, viewer)
        expect(items[0]).toMatchObject({ imageUrl: '', thumbhash: '', title: '', alt: '', width: 1200, height: 900 })
        expect(JSON.stringify(items)).not.toContain('Secret')
      }
    })

    it('the cover is the first sketch that the viewer sees', async () => {
      const coverFor = async (viewer: Person | null) => albumOf(mira, id, viewer)
      for (const viewer of others)
        expect(await coverFor(viewer)).toMatchObject({ items: 3, thumbnail: { sketchId: first } })
      for (const viewer of openViewers)
        expect(await coverFor(viewer)).toMatchObject({ items: 3, thumbnail: { sketchId: mature } })
    })

    it('neighbours skip sketches that the viewer does not see', async () => {
      for (const viewer of others) expect(await neighboursOf(mira, id, first, viewer)).toEqual([null, last])
      for (const viewer of openViewers) expect(await neighboursOf(mira, id, first, viewer)).toEqual([mature, last])
    })

    it('viewers who show mature sketches get the whole sketch', async () => {
      for (const viewer of openViewers) {
        const { items } = await contentsOf(mira, id, viewer)
        expect(items[0]).toMatchObject({ id: mature, hidden: false, title: 'Secret' })
      }
    })
  })

  it.each([
    ['unlisted', 'UPDATE sketches SET unlisted = 1 WHERE id = ?'],
    ['in violation', "UPDATE sketches SET violation = 'copyright' WHERE id = ?"],
    ['without their file', 'UPDATE sketches SET file_lost_at = 1 WHERE id = ?'],
  ])('sketches that are %s are missing for others from list, count, cover and neighbours', async (_name, change) => {
    const mira = await addPerson()
    const ines = await addPerson()
    const {
      id,
      sketches: [a = 0, b = 0, c = 0],
    } = await albumWith(mira, 3)
    const collection = await addAlbum(ines, { collection: true })
    await fillAlbum(collection, [a, b, c])
    for (const sketch of [a, b]) await env.DB.prepare(change).bind(sketch).run()
    for (const [owner, album, viewer] of [
      [mira, id, null],
      [mira, id, ines],
      [ines, collection, null],
      [ines, collection, ines],
      [ines, collection, mira],
    ] as const) {
      expect(await albumOrder(owner, album, viewer)).toEqual([c])
      expect(await albumOf(owner, album, viewer)).toMatchObject({ items: 1, thumbnail: { sketchId: c } })
      expect(await neighboursOf(owner, album, c, viewer)).toEqual([null, null])
    }
    expect(await albumOrder(mira, id, mira), 'the artist sees all of them').toEqual([a, b, c])
    expect(await albumOf(mira, id, mira)).toMatchObject({ items: 3, thumbnail: { sketchId: a } })
    expect(await neighboursOf(mira, id, c, mira)).toEqual([b, null])
    await env.DB.prepare('UPDATE sketches SET unlisted = 0, violation = NULL, file_lost_at = NULL WHERE id = ?')
      .bind(a)
      .run()
    expect(await albumOf(mira, id)).toMatchObject({ items: 2, thumbnail: { sketchId: a } })
  })

  it('a block hides sketches of a collection from list, count, cover and neighbours, in both directions', async () => {
    const [mira, ines, noor, keeper] = await Promise.all([addPerson(), addPerson(), addPerson(), addPerson()])
    const [a, b, c] = [await addSketch(mira), await addSketch(ines), await addSketch(noor)]
    const collection = await addAlbum(keeper, { collection: true })
    await fillAlbum(collection, [a, b, c])
    await addBlock(noor, mira)
    await addBlock(ines, noor)
    expect(await albumOrder(keeper, collection, noor)).toEqual([c])
    expect(await albumOf(keeper, collection, noor)).toMatchObject({ items: 1, thumbnail: { sketchId: c } })
    expect(await neighboursOf(keeper, collection, c, noor)).toEqual([null, null])
    expect(await albumOrder(keeper, collection)).toEqual([a, b, c])
    await addBlock(keeper, mira)
    expect(await albumOrder(keeper, collection, keeper)).toEqual([b, c])
    expect(await albumOf(keeper, collection, keeper)).toMatchObject({ items: 2 })
  })
})

describe('large albums with many hidden sketches', () => {
  describe('an album and a collection of 1,500 sketches', () => {
    const lists: { name: string; query: string; at: string; keeper: Person; album: number }[] = []
    const viewers: Record<string, Person | null> = { visitor: null }
    let sketches: number[] = []

    beforeAll(async () => {
      const [owner, member] = [await addPerson(), await addPerson()]
      Object.assign(viewers, { owner, member, open: await addPerson({ showMature: true }) })
      sketches = await addSketches(owner, 1500)
      const hide = (from: number, to: number, what: string) =>
        env.DB.prepare(`UPDATE sketches SET ${what} = 1 WHERE id IN (SELECT value FROM json_each(?))`)
          .bind(JSON.stringify(sketches.slice(from, to)))
          .run()
      for (const [name, keeper, order] of [
        ['album', owner, sketches],
        ['collection', member, sketches.toReversed()],
      ] as const) {
        const album = await addAlbum(keeper, { collection: name === 'collection' })
        await fillAlbum(album, order)
        const [query, at] = [`userId=${keeper.id}&albumId=${album}`, `album-${keeper.id}-${album}`]
        lists.push({ name, query, at, keeper, album })
      }
      await addBlock(member, await addPerson())
      await hide(0, 600, 'unlisted')
      await hide(700, 1300, 'mature')
    })

    /** Rows read for each viewer of both lists. */
    async function figuresOf(
      pathsOf: (list: (typeof lists)[number], as: Person | null) => string[] | Promise<string[]>,
    ) {
      const figures: Record<string, number> = {}
      for (const [viewer, as] of Object.entries(viewers))
        for (const list of lists)
          for (const path of await pathsOf(list, as))
            figures[`${viewer} ${list.name} ${path}`] = await rowsRead(path, { as })
      return figures
    }

    const above = (figures: Record<string, number>, most: number) =>
      Object.entries(figures).filter(([, rows]) => rows > most)

    it('a page reads at most three rows per item', async () => {
      const figures = await figuresOf(async ({ query, keeper, album }, as) => {
        const { cursor } = await contentsOf(keeper, album, as)
        return [`/api/v2/album/sketches?${query}`, `/api/v2/album/sketches?${query}&cursor=${cursor}`]
      })
      expect(above(figures, 3 * GALLERY_PAGE_SIZE + 5)).toEqual([])
    })

    it('the facts of an album read at most 16 rows', async () => {
      expect(above(await figuresOf(({ query }) => [`/api/v2/album/info?${query}`]), 16)).toEqual([])
    })

    it('the neighbours of a sketch read at most 16 rows', async () => {
      const figures = await figuresOf(({ at }) =>
        [650, 699].map((place) => `/api/v2/sketch/${sketches[place]}/neighbours?in=${at}`),
      )
      expect(above(figures, 16)).toEqual([])
    })
  })

  it('a collection full of blocked artists is read in parts, and none of its pages reads all of it', async () => {
    const [keeper, blocked, viewer, ines] = [await addPerson(), await addPerson(), await addPerson(), await addPerson()]
    const hidden = await addSketches(blocked, 3 * SKETCHES_TRIED)
    const [first = 0, last = 0] = await addSketches(ines, 2)
    const id = await addAlbum(keeper, { collection: true })
    await fillAlbum(id, [first, ...hidden, last])
    expect(await neighboursOf(keeper, id, hidden[0] ?? 0, ines)).toEqual([first, hidden[1]])
    await addBlock(viewer, blocked)
    expect(await contentsOf(keeper, id, viewer)).toMatchObject({ items: [{ id: first }], done: false })
    expect(await albumOrder(keeper, id, viewer)).toEqual([first, last])
    const list = `userId=${keeper.id}&albumId=${id}`
    const [page, neighbours] = [
      `/api/v2/album/sketches?${list}`,
      `/api/v2/sketch/${first}/neighbours?in=album-${keeper.id}-${id}`,
    ]
    const most = 6 * SKETCHES_TRIED
    expect(await rowsRead(page, { as: viewer })).toBeLessThan(most)
    expect(await rowsRead(neighbours, { as: viewer })).toBeLessThan(most)
  })

  it('lists of albums read at most three rows per item', async () => {
    const mira = await addPerson()
    const viewer = await addPerson()
    const sketches = await addSketches(mira, 300)
    const made = await Promise.all(Array.from({ length: 25 }, () => addAlbum(mira)))
    for (const [index, id] of made.entries()) await fillAlbum(id, sketches.slice(index * 10, index * 10 + 10))
    const [sketch = 0] = sketches
    for (const id of made.slice(0, 9)) if (id !== made[0]) await addToAlbum(mira, id, sketch)
    for (const as of [null, viewer, mira]) {
      expect(await rowsRead(`/api/v2/album/list?userId=${mira.id}`, { as })).toBeLessThanOrEqual(
        3 * GALLERY_PAGE_SIZE + 5,
      )
      expect(await rowsRead(`/api/v2/album/sketch?sketchId=${sketch}`, { as })).toBeLessThanOrEqual(4 * 10 + 10)
    }
  })

  it('the rows read for the albums of a member with a sketch do not grow with the collections of other members', async () => {
    const [artist, member] = [await addPerson(), await addPerson()]
    const [sketch = 0] = await addSketches(artist, 1)
    const oldest = await addAlbum(member, { collection: true })
    await fillAlbum(oldest, [sketch])
    const path = `/api/v2/album/sketch?sketchId=${sketch}&userId=${member.id}`
    const addCollections = async (count: number) => {
      for (let index = 0; index < count; index++)
        await fillAlbum(await addAlbum(await addPerson(), { collection: true }), [sketch])
    }
    await addCollections(3)
    const rows = await rowsRead(path)
    await addCollections(30)
    expect(await rowsRead(path)).toBe(rows)
    expect(await requestJson<AlbumListReply>(path)).toMatchObject({ items: [{ id: oldest }], done: true })
  })

  it('many albums of blocked members in a row make no page of those of a sketch read more rows, and the list goes on', async () => {
    const [artist, viewer] = [await addPerson(), await addPerson()]
    const [sketch = 0] = await addSketches(artist, 1)
    const shown = await addAlbum(artist)
    await fillAlbum(shown, [sketch])
    const collectors = await Promise.all(Array.from({ length: GALLERY_PAGE_SIZE }, () => addPerson()))
    for (const collector of collectors)
      for (let count = 0; count < 4; count++) await fillAlbum(await addAlbum(collector, { collection: true }), [sketch])
    const path = `/api/v2/album/sketch?sketchId=${sketch}`
    const before = await rowsRead(path, { as: viewer })
    for (const collector of collectors) await addBlock(viewer, collector)
    // A block is two rows for each album: one for its owner, and one for the number of its sketches.
    expect(await rowsRead(path, { as: viewer })).toBeLessThanOrEqual(before + 2 * GALLERY_PAGE_SIZE)
    const seen: number[] = []
    for (let cursor = '', done = false; !done; ) {
      const page = await requestJson<AlbumListReply>(cursor ? `${path}&cursor=${cursor}` : path, { as: viewer })
      seen.push(...page.items.map(({ id }) => id))
      ;({ cursor, done } = page)
    }
    expect(seen).toEqual([shown])
  })

  describe('moves in an album of 3,000 sketches', () => {
    async function largeAlbum() {
      const mira = await addPerson()
      return { mira, ...(await albumWith(mira, 3000)) }
    }

    it('a move reads as many rows as in an album of four sketches', async () => {
      const { mira, id, sketches } = await largeAlbum()
      const small = await albumWith(mira, 4)
      const rowsOf = ({ id, sketches }: typeof small, place: number) =>
        countRows((bindings) =>
          sendRequestWith(bindings, '/api/v2/album/order', {
            as: mira,
            body: { albumId: id, sketchId: sketches[place], after: sketches[1] },
          }),
        )
      const few = await rowsOf(small, 3)
      expect(await rowsOf({ id, sketches }, 2500)).toEqual(few)
      expect(few.read).toBeLessThanOrEqual(30)
    })

    it('a move writes at most 200 rows when no position is free behind the sketch', async () => {
      const { id, sketches } = await largeAlbum()
      const [after = 0] = sketches
      const costs: { read: number; written: number }[] = []
      for (const sketchId of sketches.slice(2000, 2030))
        costs.push(await countRows(({ DB }) => moveInAlbum(openDb(DB), { albumId: id, sketchId, after })))
      expect(Math.max(...costs.map(({ written }) => written))).toBeLessThanOrEqual(200)
      expect(Math.max(...costs.map(({ read }) => read))).toBeLessThanOrEqual(300)
    })

    it('2,000 moves behind one sketch write at most 100 rows each on average', async () => {
      const { id, sketches } = await largeAlbum()
      const [after = 0] = sketches
      const { written } = await countRows(async ({ DB }) => {
        for (const sketchId of sketches.slice(1000)) await moveInAlbum(openDb(DB), { albumId: id, sketchId, after })
      })
      expect(written / 2000).toBeLessThanOrEqual(100)
      expect(await storedOrder(id)).toEqual([after, ...sketches.slice(1000).toReversed(), ...sketches.slice(1, 1000)])
    })
  })

  it('an album takes sketches up to a largest number, and removing one makes room', async () => {
    const mira = await addPerson()
    const { id, sketches } = await albumWith(mira, ALBUM_SKETCHES_MAX - 1)
    const [first = 0, second = 0] = await addSketches(mira, 2)
    expect((await addToAlbum(mira, id, first)).status).toBe(200)
    expect(await errorOf(addToAlbum(mira, id, second))).toEqual([409, 'album_sketch_limit'])
    expect((await addToAlbum(mira, id, first)).status, 'the album has this sketch already').toBe(200)
    expect(await albumOf(mira, id)).toMatchObject({ items: ALBUM_SKETCHES_MAX })
    await removeFromAlbum(mira, id, sketches[0] ?? 0)
    expect((await addToAlbum(mira, id, second)).status).toBe(200)
    expect(await errorOf(addToAlbum(mira, id, sketches[0] ?? 0))).toEqual([409, 'album_sketch_limit'])
  })

  it('an album of 1,200 sketches is deleted completely', async () => {
    const mira = await addPerson()
    const { id, sketches } = await albumWith(mira, 1200)
    await removeFromAlbum(mira, id, sketches[0] ?? 0)
    expect(await albumOf(mira, id, mira)).toMatchObject({ items: 1199, thumbnail: { sketchId: sketches[1] } })
    await requestJson('/api/v2/album/delete', { as: mira, body: { userId: mira.id, albumId: id } })
    const left = await env.DB.prepare('SELECT count(*) AS n FROM album_sketches WHERE album_id = ?').bind(id).first('n')
    expect(left).toBe(0)
  })
})
