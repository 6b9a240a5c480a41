import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { AlbumListReply, CreateAlbumReply, SketchAlbums } from '../../../contract/http/albums.ts'
import { ALBUMS_PER_MEMBER_MAX, ALBUMS_PER_SKETCH_MAX, MEMBER_LIMITS } from '../../../contract/limits.ts'
import { sha256Hex } from '../../../worker/lib/random.ts'
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
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches, withLink } from '../../support/worker/sketches.ts'

const create = (as: Person, body: object) => sendRequest('/api/v2/album/create', { as, body })
const edit = (as: Person, body: object) => sendRequest('/api/v2/album/edit', { as, body: { description: '', ...body } })
const listOf = (owner: Person, query = '', as: Person | null = null) =>
  requestJson<AlbumListReply>(`/api/v2/album/list?userId=${owner.id}${query}`, { as })
const albumsWith = (sketchId: number, as: Person | null = null, owner?: Person) =>
  requestJson<SketchAlbums>(`/api/v2/album/sketch?sketchId=${sketchId}${owner ? `&userId=${owner.id}` : ''}`, { as })
const removeAlbum = (owner: Person, albumId: number) =>
  requestJson('/api/v2/album/delete', { as: owner, body: { userId: owner.id, albumId } })
const viewAlbum = (owner: Person, id: number, { as = null, from }: { as?: Person | null; from?: string }) =>
  requestJson(`/api/v2/album/info?userId=${owner.id}&albumId=${id}`, {
    as,
    headers: from ? { 'cf-connecting-ip': from } : {},
  })

/** Lists albums whose counts, views or cover disagree with their contents. */
async function wrongCounts(): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    `SELECT id FROM albums WHERE sketches_count <> (SELECT count(*) FROM album_sketches WHERE album_id = albums.id)
      OR listed_count <> (SELECT count(*) FROM album_sketches WHERE album_id = albums.id AND listed = 1)
      OR (cover_sketch_id IS NULL) <> (sketches_count = 0)
      OR views_count <> (SELECT count(*) FROM album_views WHERE album_id = albums.id)
      OR sketches_count > 0 AND cover_sketch_id NOT IN (SELECT sketch_id FROM album_sketches WHERE album_id = albums.id)`,
  ).all()
  return results
}

describe('albums [1 §3]', () => {
  it('an album is created with a title, a description and a first sketch as its cover', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    const id = await addAlbum(mira, { title: ' Low  tide ', description: 'Mud.\n\n\n\nGulls.', sketchId: sketch })
    expect(await albumOf(mira, id)).toMatchObject({
      id,
      title: 'Low tide',
      description: 'Mud.\n\nGulls.',
      thumbnail: { sketchId: sketch, width: 1200, height: 900 },
      items: 1,
      views: 0,
      mode: 0,
      userId: mira.id,
      nickname: mira.nickname,
      canEdit: false,
    })
    expect(await albumOrder(mira, id)).toEqual([sketch])
    expect(await albumOf(mira, id, mira)).toMatchObject({ canEdit: true })
  })

  it('a collection created without a sketch is empty', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira, { collection: true })
    expect(await albumOf(mira, id)).toMatchObject({ mode: 1, items: 0 })
    expect(await contentsOf(mira, id)).toEqual({ items: [], cursor: '', done: true })
  })

  it('an empty album has no cover', async () => {
    const mira = await addPerson()
    expect(await albumOf(mira, await addAlbum(mira))).toMatchObject({ thumbnail: null })
    expect(await albumOf(mira, await addAlbum(mira, { collection: true }))).toMatchObject({ thumbnail: null })
  })

  it('an album has a title of 1 to 64 and a description of up to 1,024 characters [1 §5]', async () => {
    const mira = await addPerson()
    for (const body of [
      { title: 'x'.repeat(64), description: 'y'.repeat(1024) },
      { title: 'x', description: '' },
      { title: 'Without a description' },
    ]) {
      expect((await create(mira, body)).status).toBe(200)
    }
    for (const body of [
      { title: '', description: '' },
      { title: ' \u200e ', description: '' },
      { title: 'x'.repeat(65), description: '' },
      { title: 'x', description: 'y'.repeat(1025) },
      { title: 'x', description: '', thumbnail: 7 },
      { title: 'x', description: '', sketchId: 0 },
      { title: 'x', description: '', collection: 'yes' },
    ]) {
      expect(await errorOf(create(mira, body))).toEqual([400, 'bad_request'])
    }
  })

  it('the owner of an album edits its title and description', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira, { sketchId: await addSketch(mira) })
    expect((await edit(mira, { albumId: id, title: 'Flood', description: 'Rising.' })).status).toBe(200)
    expect(await albumOf(mira, id)).toMatchObject({ title: 'Flood', description: 'Rising.' })
  })

  it('the owner of an album picks any sketch in it as its cover', async () => {
    const mira = await addPerson()
    const [first = 0, second = 0] = await addSketches(mira, 2)
    const id = await addAlbum(mira, { sketchId: first })
    await addToAlbum(mira, id, second)
    expect((await edit(mira, { albumId: id, title: 'Ebb', thumbnail: second })).status).toBe(200)
    expect(await albumOf(mira, id)).toMatchObject({ title: 'Ebb', thumbnail: { sketchId: second } })
  })

  it('an album keeps the chosen cover when its words are edited', async () => {
    const mira = await addPerson()
    const [first = 0, second = 0] = await addSketches(mira, 2)
    const id = await addAlbum(mira, { sketchId: first })
    await addToAlbum(mira, id, second)
    await edit(mira, { albumId: id, title: 'Ebb', thumbnail: second })
    await edit(mira, { albumId: id, title: 'Flood' })
    expect(await albumOf(mira, id)).toMatchObject({ thumbnail: { sketchId: second } })
  })

  it('an edit of an album is refused to others, for a cover outside the album and for an empty title', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira, { title: 'Flood' })
    const outside = await addSketch(mira)
    expect(await errorOf(edit(mira, { albumId: id, title: 'Never', thumbnail: outside }))).toEqual([404, 'not_found'])
    expect(await errorOf(edit(mira, { albumId: id, title: '' }))).toEqual([400, 'bad_request'])
    expect(await errorOf(edit(await addPerson(), { albumId: id, title: 'Mine' }))).toEqual([403, 'forbidden'])
    expect(await errorOf(edit(mira, { albumId: id + 1000, title: 'Ebb' }))).toEqual([404, 'not_found'])
    expect(await albumOf(mira, id)).toMatchObject({ title: 'Flood' })
  })

  it('an album has a cover as long as it contains a sketch', async () => {
    const mira = await addPerson()
    const [first = 0, second = 0, third = 0] = await addSketches(mira, 3)
    const id = await addAlbum(mira, { sketchId: first })
    for (const sketch of [second, third]) await addToAlbum(mira, id, sketch)
    await removeFromAlbum(mira, id, first)
    expect(await albumOf(mira, id)).toMatchObject({ items: 2, thumbnail: { sketchId: second } })
    await sendRequest(`/api/v2/sketch/${second}`, { as: mira, body: { action: 'delete' } })
    expect(await albumOf(mira, id)).toMatchObject({ items: 1, thumbnail: { sketchId: third } })
    await removeFromAlbum(mira, id, third)
    expect(await albumOf(mira, id)).toMatchObject({ items: 0, thumbnail: null })
    expect(await wrongCounts()).toEqual([])
  })

  it('only the owner deletes an album', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira)
    const remove = (as: Person, userId: number, albumId = id) =>
      errorOf(sendRequest('/api/v2/album/delete', { as, body: { userId, albumId } }))
    const other = await addPerson()
    expect(await remove(other, mira.id)).toEqual([403, 'forbidden'])
    expect(await remove(mira, other.id)).toEqual([404, 'not_found'])
    expect(await remove(mira, mira.id, id + 1000)).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/v2/album/delete', { as: mira, body: { albumId: id } }))).toEqual([
      400,
      'bad_request',
    ])
    expect((await albumOf(mira, id)).id).toBe(id)
  })

  it('a deleted album is not found', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira)
    await removeAlbum(mira, id)
    for (const call of ['info', 'sketches']) {
      const path = `/api/v2/album/${call}?userId=${mira.id}&albumId=${id}`
      expect(await errorOf(sendRequest(path))).toEqual([404, 'not_found'])
    }
  })

  it('deleting an album deletes its entries and views', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira, { sketchId: await addSketch(mira) })
    await viewAlbum(mira, id, { as: await addPerson() })
    const left = env.DB.prepare(
      'SELECT (SELECT count(*) FROM album_sketches WHERE album_id = ?1) + (SELECT count(*) FROM album_views WHERE album_id = ?1) AS n',
    ).bind(id)
    expect(await left.first('n')).toBe(2)
    await removeAlbum(mira, id)
    expect(await left.first('n')).toBe(0)
  })

  it('deleting an album deletes no sketches', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    await removeAlbum(mira, await addAlbum(mira, { sketchId: sketch }))
    expect((await sendRequest(`/api/v2/sketch/${sketch}`)).status).toBe(200)
  })

  it('an album is found only under the id of its owner', async () => {
    const mira = await addPerson()
    const ines = await addPerson()
    const id = await addAlbum(mira)
    for (const call of ['info', 'sketches']) {
      const at = (userId: unknown, albumId: unknown) =>
        errorOf(sendRequest(`/api/v2/album/${call}?userId=${userId}&albumId=${albumId}&sketchId=1`))
      expect(await at(ines.id, id)).toEqual([404, 'not_found'])
      expect(await at(mira.id, id + 1000)).toEqual([404, 'not_found'])
      expect(await at('mira', id)).toEqual([400, 'bad_request'])
      expect(await at(mira.id, '')).toEqual([400, 'bad_request'])
    }
  })

  it('an album counts one view per viewer and day', async () => {
    const mira = await addPerson()
    const ines = await addPerson()
    const id = await addAlbum(mira)
    for (let time = 0; time < 2; time++) {
      await viewAlbum(mira, id, { as: ines })
      await viewAlbum(mira, id, { from: '203.0.113.7' })
      await viewAlbum(mira, id, { from: '203.0.113.8' })
    }
    expect(await albumOf(mira, id, mira)).toMatchObject({ views: 3 })
    await env.DB.prepare('UPDATE album_views SET day = day - 1 WHERE album_id = ?').bind(id).run()
    await viewAlbum(mira, id, { as: ines })
    expect(await albumOf(mira, id, mira)).toMatchObject({ views: 4 })
  })

  it('views of an album by its owner are not counted', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira)
    for (let time = 0; time < 2; time++) await viewAlbum(mira, id, { as: mira })
    expect(await albumOf(mira, id, mira)).toMatchObject({ views: 0 })
  })

  it('stored views of an album do not reveal the address of a visitor', async () => {
    const mira = await addPerson()
    const id = await addAlbum(mira)
    for (const from of ['203.0.113.7', '203.0.113.8']) await viewAlbum(mira, id, { from })
    const { results } = await env.DB.prepare('SELECT viewer_key FROM album_views').all<{ viewer_key: string }>()
    expect(results.filter(({ viewer_key }) => viewer_key.includes('203.'))).toEqual([])
    // The hash includes a salt that is deleted after its day, so the day alone does not allow trying all addresses.
    const day = Math.floor(Date.now() / 86_400_000)
    const tried = await Promise.all(['203.0.113.7', '203.0.113.8'].map((address) => sha256Hex(`${day} ${address}`)))
    expect(results.filter(({ viewer_key }) => tried.some((hash) => viewer_key.includes(hash.slice(0, 32))))).toEqual([])
  })
})

describe('an idempotency key of a created album', () => {
  it('repeated requests with one key create one album, also when they are sent at the same time', async () => {
    const mira = await addPerson()
    const body = { title: 'Ebb', key: crypto.randomUUID() }
    const made = await Promise.all(Array.from({ length: 4 }, () => jsonOf<CreateAlbumReply>(create(mira, body))))
    expect(new Set(made.map(({ albumId }) => albumId)).size).toBe(1)
    expect((await listOf(mira)).items).toMatchObject([{ id: made[0]?.albumId, title: 'Ebb' }])
  })

  it('two members with the same key create an album each', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const body = { title: 'Ebb', key: crypto.randomUUID() }
    const first = await jsonOf<CreateAlbumReply>(create(mira, body))
    const other = await jsonOf<CreateAlbumReply>(create(ines, body))
    expect(other.albumId).not.toBe(first.albumId)
    expect((await listOf(ines)).items).toMatchObject([{ id: other.albumId }])
  })

  it('every request without a key creates an album', async () => {
    const mira = await addPerson()
    for (let count = 0; count < 2; count++) await create(mira, { title: 'Flood' })
    expect((await listOf(mira)).items).toHaveLength(2)
  })

  it('a repeated request does not undo later changes', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    const body = { title: 'Ebb', sketchId: sketch, key: crypto.randomUUID() }
    const { albumId } = await jsonOf<CreateAlbumReply>(create(mira, body))
    expect(await albumOf(mira, albumId)).toMatchObject({ items: 1, thumbnail: { sketchId: sketch } })
    await removeFromAlbum(mira, albumId, sketch)
    await edit(mira, { albumId, title: 'Flood' })
    expect(await jsonOf(create(mira, body))).toEqual({ albumId })
    expect(await albumOf(mira, albumId)).toMatchObject({ title: 'Flood', items: 0 })
    expect(await wrongCounts()).toEqual([])
  })

  it.each(['short', 'x'.repeat(65), 'with space', 5])('the key %j is refused', async (key) => {
    expect(await errorOf(create(await addPerson(), { title: 'Ebb', key }))).toEqual([400, 'bad_request'])
  })
})

/** Adds thirty albums and thirty collections and returns them, newest first. */
async function fillAlbums(owner: Person): Promise<{ id: number; mode: number }[]> {
  const { results } = await env.DB.prepare(
    `INSERT INTO albums (user_id, mode, title, description, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      SELECT ?1, i % 2, 'Album ' || i, '', 0 FROM n RETURNING id, mode`,
  )
    .bind(owner.id)
    .all<{ id: number; mode: number }>()
  return results.sort((a, b) => b.id - a.id)
}

describe('the list of albums', () => {
  it('a list pages through the albums of a member, or one kind of them, newest first', async () => {
    const mira = await addPerson()
    const made = await fillAlbums(mira)
    for (const [query, mode] of [
      ['', null],
      ['&collection=false', 0],
      ['&collection=true', 1],
    ] as const) {
      const ids: number[] = []
      for (let cursor = '', done = false; !done; ) {
        const page = await listOf(mira, `${query}&cursor=${cursor}`)
        ids.push(...page.items.map(({ id }) => id))
        ;({ cursor, done } = page)
      }
      expect(ids).toEqual(made.filter((album) => mode === null || album.mode === mode).map(({ id }) => id))
    }
  })

  it('the cursor of all albums is refused by the list of one kind', async () => {
    const mira = await addPerson()
    await fillAlbums(mira)
    const { cursor } = await listOf(mira)
    expect(await errorOf(sendRequest(`/api/v2/album/list?userId=${mira.id}&collection=true&cursor=${cursor}`))).toEqual(
      [400, 'bad_cursor'],
    )
  })

  it('a list needs a member', async () => {
    expect(await errorOf(sendRequest('/api/v2/album/list'))).toEqual([400, 'bad_request'])
  })

  it('a block between two members hides the albums of one from the other', async () => {
    const mira = await addPerson()
    const ines = await addPerson()
    const staff = await addPerson({ flags: 'm' })
    const id = await addAlbum(mira, { sketchId: await addSketch(mira) })
    await addBlock(ines, mira)
    await addBlock(staff, mira)
    expect((await listOf(mira, '', ines)).items).toEqual([])
    expect((await listOf(mira)).items).toHaveLength(1)
    for (const call of ['info', 'sketches']) {
      const path = `/api/v2/album/${call}?userId=${mira.id}&albumId=${id}`
      expect(await errorOf(sendRequest(path, { as: ines }))).toEqual([404, 'not_found'])
      expect((await sendRequest(path, { as: staff })).status).toBe(200)
    }
  })
})

describe('sketches in albums [1 §5]', () => {
  it('a sketch lists its albums and collections', async () => {
    const [mira, viewer] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(mira)
    const own = await addAlbum(mira, { sketchId: sketch })
    await addAlbum(mira)
    const collection = await addAlbum(viewer, { collection: true, sketchId: sketch })
    expect((await albumsWith(sketch, viewer)).items.map(({ id, mode }) => [id, mode])).toEqual([
      [collection, 1],
      [own, 0],
    ])
  })

  it('a sketch lists its albums only to viewers who may see it', async () => {
    const mira = await addPerson()
    const mature = await addSketch(mira, { mature: true })
    const own = await addAlbum(mira, { sketchId: mature })
    expect((await albumsWith(mature, await addPerson({ showMature: true }))).items).toMatchObject([{ id: own }])
    for (const as of [await addPerson(), null]) {
      expect(await errorOf(sendRequest(`/api/v2/album/sketch?sketchId=${mature}`, { as }))).toEqual([404, 'not_found'])
    }
    const unlisted = await addSketch(mira, { unlisted: true })
    const path = `/api/v2/album/sketch?sketchId=${unlisted}`
    expect(await errorOf(sendRequest(path))).toEqual([404, 'not_found'])
    expect((await sendRequest(path, await withLink(unlisted))).status).toBe(200)
    expect(await errorOf(sendRequest('/api/v2/album/sketch?sketchId=999999'))).toEqual([404, 'not_found'])
  })

  it('a sketch does not list the collections of blocked members', async () => {
    const [mira, viewer] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(mira)
    const own = await addAlbum(mira, { sketchId: sketch })
    await addAlbum(viewer, { collection: true, sketchId: sketch })
    await addBlock(mira, viewer)
    expect((await albumsWith(sketch, mira)).items.map(({ id }) => id)).toEqual([own])
  })

  it('adding or removing a sketch a second time changes nothing', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    const id = await addAlbum(mira)
    for (let time = 0; time < 2; time++) expect((await addToAlbum(mira, id, sketch)).status).toBe(200)
    expect(await albumOf(mira, id)).toMatchObject({ items: 1 })
    for (let time = 0; time < 2; time++) expect((await removeFromAlbum(mira, id, sketch)).status).toBe(200)
    expect(await albumOf(mira, id)).toMatchObject({ items: 0 })
    expect(await wrongCounts()).toEqual([])
  })

  it('an album takes only sketches of its owner', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(mira)
    const album = await addAlbum(ines)
    expect(await errorOf(addToAlbum(ines, album, sketch))).toEqual([403, 'forbidden'])
    expect(await errorOf(create(ines, { title: 'x', sketchId: sketch }))).toEqual([403, 'forbidden'])
    expect((await albumOf(ines, album)).items).toBe(0)
    const own = await addAlbum(mira)
    for (const fields of [{ mature: true }, { unlisted: true }]) {
      expect((await addToAlbum(mira, own, await addSketch(mira, fields))).status).toBe(200)
    }
  })

  it('a collection takes any sketch that its owner may see', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const collection = await addAlbum(ines, { collection: true })
    expect((await addToAlbum(ines, collection, await addSketch(mira))).status).toBe(200)
    const [mature, unlisted] = [await addSketch(mira, { mature: true }), await addSketch(mira, { unlisted: true })]
    for (const hidden of [mature, unlisted, 999_999]) {
      expect(await errorOf(addToAlbum(ines, collection, hidden))).toEqual([404, 'not_found'])
      expect(await errorOf(create(ines, { title: 'x', collection: true, sketchId: hidden }))).toEqual([
        404,
        'not_found',
      ])
    }
    await addBlock(mira, ines)
    expect(await errorOf(addToAlbum(ines, collection, await addSketch(mira)))).toEqual([404, 'not_found'])
  })

  it('only the owner of an album adds and removes its sketches', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(mira)
    const own = await addAlbum(mira, { sketchId: sketch })
    expect(await errorOf(addToAlbum(ines, own, sketch))).toEqual([403, 'forbidden'])
    expect(await errorOf(removeFromAlbum(ines, own, sketch))).toEqual([403, 'forbidden'])
    expect(await errorOf(addToAlbum(mira, 999_999, sketch))).toEqual([404, 'not_found'])
    expect(await errorOf(removeFromAlbum(mira, 999_999, sketch))).toEqual([404, 'not_found'])
  })

  it.each([
    ['albums', false, 'album_limit'],
    ['collections', true, 'collection_limit'],
  ])('a sketch is in at most ten %s of a member, however many requests arrive at once', async (_, collection, code) => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    const albums = await Promise.all(Array.from({ length: 20 }, () => addAlbum(mira, { collection })))
    const replies = await Promise.all(albums.map((id) => addToAlbum(mira, id, sketch)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(ALBUMS_PER_SKETCH_MAX)
    expect((await albumsWith(sketch)).items).toHaveLength(ALBUMS_PER_SKETCH_MAX)

    const full = albums[replies.findIndex(({ status }) => status !== 200)]
    const added = albums[replies.findIndex(({ status }) => status === 200)]
    if (!full || !added) throw new Error('all or none were added')
    expect(await errorOf(addToAlbum(mira, full, sketch))).toEqual([409, code])
    expect((await addToAlbum(mira, added, sketch)).status, 'the sketch stays in an album that contains it').toBe(200)
    const count = (await listOf(mira)).items.length
    expect(await errorOf(create(mira, { title: 'One more', collection, sketchId: sketch }))).toEqual([409, code])
    expect((await listOf(mira)).items, 'the refused request created no album').toHaveLength(count)

    const other = await addAlbum(mira, { collection: !collection })
    expect((await addToAlbum(mira, other, sketch)).status, 'the other kind has a limit of its own').toBe(200)
    await removeFromAlbum(mira, added, sketch)
    expect((await addToAlbum(mira, full, sketch)).status).toBe(200)
    expect(await wrongCounts()).toEqual([])
  })

  it('a member adds and moves a limited number of sketches a day, and repeats what was added', async () => {
    const mira = await addPerson()
    const album = await addAlbum(mira)
    const [first = 0, second = 0, third = 0] = await addSketches(mira, 3)
    await jsonOf(addToAlbum(mira, album, first))
    await jsonOf(addToAlbum(mira, album, first))
    await jsonOf(removeFromAlbum(mira, album, first))
    await env.DB.prepare('UPDATE member_counts SET album_adds = ? WHERE user_id = ? AND album_adds = 1')
      .bind(MEMBER_LIMITS.albumAddsPerDay.new - 1, mira.id)
      .run()
    await jsonOf(addToAlbum(mira, album, second))
    expect(await errorOf(addToAlbum(mira, album, third))).toEqual([409, 'album_add_limit'])
    await jsonOf(addToAlbum(mira, album, second))
    const move = { albumId: album, sketchId: second, after: null }
    expect(await errorOf(sendRequest('/api/v2/album/order', { as: mira, body: move }))).toEqual([
      409,
      'album_add_limit',
    ])
  })

  it('a new album or collection with its first sketch counts as adding a sketch', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    const first = { title: 'First', sketchId: sketch, key: 'first-album' }
    const { albumId } = await jsonOf<{ albumId: number }>(create(mira, first))
    await jsonOf(create(mira, first))
    const adds = await env.DB.prepare('UPDATE member_counts SET album_adds = ? WHERE user_id = ? AND album_adds = 1')
      .bind(MEMBER_LIMITS.albumAddsPerDay.new - 1, mira.id)
      .run()
    expect(adds.meta.changes).toBe(1)
    await jsonOf(create(mira, { title: 'Second', collection: true, sketchId: sketch }))
    expect(await errorOf(create(mira, { title: 'Third', sketchId: sketch }))).toEqual([409, 'album_add_limit'])
    expect((await listOf(mira)).items, 'the refused request created no album').toHaveLength(2)
    expect(await jsonOf(create(mira, first))).toEqual({ albumId })
    await addAlbum(mira)
  })

  it('a member has a limited number of albums and collections, and deleting one makes room', async () => {
    const mira = await addPerson()
    const first = await addAlbum(mira)
    await env.DB.prepare(
      `INSERT INTO albums (user_id, mode, title, description, created_at)
        WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        SELECT ?1, i % 2, 'Filled', '', 0 FROM n`,
    )
      .bind(mira.id, ALBUMS_PER_MEMBER_MAX - 1)
      .run()
    const key = 'the-last-album'
    const { albumId } = await jsonOf<{ albumId: number }>(create(mira, { title: 'The last one', key }))
    expect(await errorOf(create(mira, { title: 'One more' }))).toEqual([409, 'member_album_limit'])
    expect(await jsonOf(create(mira, { title: 'The last one', key }))).toMatchObject({ albumId })
    await env.DB.prepare('DELETE FROM albums WHERE id = ?').bind(first).run()
    await addAlbum(mira)
  })

  it('a sketch is in ten collections of each member, and the list of all of them has pages [1 §5]', async () => {
    const sketch = await addSketch(await addPerson())
    const keepers = await Promise.all([addPerson(), addPerson(), addPerson()])
    const collections: number[] = []
    for (const keeper of keepers) {
      for (let count = 0; count < ALBUMS_PER_SKETCH_MAX; count += 1) {
        const id = await addAlbum(keeper, { collection: true })
        await jsonOf(addToAlbum(keeper, id, sketch))
        collections.push(id)
      }
    }
    const [first, second] = [await albumsWith(sketch), await albumsWith(sketch, null, keepers[1])]
    expect(first).toMatchObject({ done: false })
    const path = `/api/v2/album/sketch?sketchId=${sketch}`
    const rest = await requestJson<SketchAlbums>(`${path}&cursor=${first.cursor}`)
    expect(rest).toMatchObject({ done: true, cursor: '' })
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(collections.toReversed())
    expect(second.items.map(({ id }) => id)).toEqual(collections.slice(10, 20).toReversed())
    expect(await errorOf(sendRequest(`${path}&userId=1&cursor=${first.cursor}`))).toEqual([400, 'bad_cursor'])
  })

  it('a sketch stays within ten albums while it is added and removed at the same time', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    const albums = await Promise.all(Array.from({ length: 12 }, () => addAlbum(mira)))
    await Promise.all(albums.slice(0, 8).map((id) => addToAlbum(mira, id, sketch)))
    await Promise.all(
      albums.flatMap((id, index) => [index < 4 ? removeFromAlbum(mira, id, sketch) : addToAlbum(mira, id, sketch)]),
    )
    const { items } = await albumsWith(sketch)
    expect(items.length).toBeLessThanOrEqual(ALBUMS_PER_SKETCH_MAX)
    expect(await wrongCounts()).toEqual([])
  })

  it('a deleted sketch is removed from all albums', async () => {
    const mira = await addPerson()
    const ines = await addPerson()
    const [sketch = 0, other = 0] = await addSketches(mira, 2)
    const album = await addAlbum(mira)
    await fillAlbum(album, [sketch, other])
    const collection = await addAlbum(ines, { collection: true, sketchId: sketch })
    await requestJson(`/api/v2/sketch/${sketch}`, { as: mira, body: { action: 'delete' } })
    expect(await albumOrder(mira, album)).toEqual([other])
    expect(await albumOf(ines, collection)).toMatchObject({ items: 0, thumbnail: null })
    expect(await wrongCounts()).toEqual([])
  })
})
