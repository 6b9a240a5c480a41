import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { CompoEntryList, CompoInfo, CompoList } from '../../../contract/http/compos.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { COMPOS_PAGE_SIZE, GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { encodeCursor } from '../../../worker/lib/cursor.ts'
import {
  addCompo,
  addEntries,
  addEntry,
  closeCompo,
  moveCompo,
  pickEntry,
  readCompo,
  readEntries,
  removeAllCompos,
  voteAll,
} from '../../support/worker/compos.ts'
import { addPerson, addVoter, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const idsOf = ({ items }: CompoEntryList) => items.map(({ sketch }) => sketch?.id)
describe('rows read for lists of compos', () => {
  it.each([
    ['at the same time', '1'],
    ['one after another', 'id'],
  ])('a page in the middle of compos that began %s reads as many rows as the first', async (_, startsAt) => {
    await removeAllCompos()
    for (let number = 0; number < 4 * COMPOS_PAGE_SIZE; number++) await addCompo()
    await env.DB.prepare(`UPDATE compos SET starts_at = ${startsAt}`).run()
    const read = async (cursor: string) => rowsRead(`/api/v2/compo?cursor=${cursor}`)
    const first = await read('')
    let cursor = ''
    for (let page = 0; page < 3; page++)
      cursor = (await requestJson<CompoList>(`/api/v2/compo?cursor=${cursor}`)).cursor
    expect(cursor).not.toBe('')
    expect(await read(cursor)).toBeLessThanOrEqual(first + 5)
    await removeAllCompos()
  })

  it('a page of compos reads three rows for each, and five beside them, however many entries the member has in them', async () => {
    await removeAllCompos()
    const [ines, cover] = [await addPerson({ showMature: true }), await addSketch(await addPerson())]
    for (let number = 0; number <= COMPOS_PAGE_SIZE; number++) await addCompo({ state: 'closed' })
    const open = [await addCompo({ entriesPerMember: 3 }), await addCompo({ entriesPerMember: 3 }), await addCompo()]
    // Merged accounts may have more entries than a member can make.
    for (const key of open) for (let number = 0; number < 10; number++) await addEntry(key, ines)
    await env.DB.prepare('UPDATE compos SET cover_sketch_id = ?').bind(cover).run()
    const { items } = await requestJson<CompoList>('/api/v2/compo', { as: ines })
    expect(items.filter(({ thumbnail }) => thumbnail)).toHaveLength(COMPOS_PAGE_SIZE)
    expect(items.filter(({ canEnter }) => canEnter)).toEqual([])
    for (const as of [null, ines])
      expect(await rowsRead('/api/v2/compo', { as })).toBeLessThanOrEqual(3 * COMPOS_PAGE_SIZE + 5)
    await removeAllCompos()
  })
})

describe('lists of compos and entries', () => {
  it('compos are listed latest first, with their states', async () => {
    const [closed, open] = [await addCompo({ state: 'closed' }), await addCompo()]
    const { items } = await requestJson<CompoList>('/api/v2/compo')
    const shown = items.filter(({ id }) => id === closed || id === open)
    expect(shown).toMatchObject([
      { id: open, state: 'open' },
      { id: closed, state: 'closed' },
    ])
  })

  it('a compo that has not begun is seen by staff only', async () => {
    const [key, staff] = [await addCompo(), await addPerson({ flags: 'm' })]
    await env.DB.prepare('UPDATE compos SET starts_at = ends_at - 1 WHERE key = ?').bind(key).run()
    expect(await errorOf(sendRequest(`/api/v2/compo/info?name=${key}`))).toEqual([404, 'not_found'])
    expect(await readCompo(key, staff)).toMatchObject({ id: key, canEnter: false })
  })

  it('a compo that has not begun is not listed after a cursor of its start', async () => {
    const [key, staff] = [await addCompo(), await addPerson({ flags: 'm' })]
    await env.DB.prepare('UPDATE compos SET starts_at = ends_at - 1 WHERE key = ?').bind(key).run()
    const path = `/api/v2/compo?cursor=${encodeCursor('compos', [8e15, 1])}`
    const keysFor = async (as?: Person) => (await requestJson<CompoList>(path, { as })).items.map(({ id }) => id)
    expect(await keysFor()).not.toContain(key)
    expect(await keysFor(staff)).toContain(key)
  })

  it('entries have no names before the result', async () => {
    const key = await addCompo()
    const [{ artist } = await Promise.reject(new Error('no entry'))] = await addEntries(key, 3)
    expect((await readEntries(key)).items.map((entry) => entry.artist)).toEqual([null, null, null])
    await moveCompo(key, 'voting')
    expect((await readEntries(key)).items.map((entry) => entry.artist)).toEqual([null, null, null])
    await closeCompo(key)
    expect((await readEntries(key)).items.map((entry) => entry.artist?.id)).toContain(artist.id)
  })

  it('the sketch page names the compo, its state and the place [1 §3]', async () => {
    const key = await addCompo()
    const [{ sketchId } = await Promise.reject(new Error('no entry'))] = await addEntries(key, 2)
    const page = () => requestJson<ShownSketch>(`/api/v2/sketch/${sketchId}`)
    expect(await page()).toMatchObject({ compoKey: key, compoState: 'open', compoPlace: -1 })
    await pickEntry(key, sketchId)
    await closeCompo(key)
    expect(await page()).toMatchObject({ compoKey: key, compoState: 'closed', compoPlace: 1 })
  })

  it('entries of a full page continue after its cursor', async () => {
    const key = await addCompo()
    const ids = (await addEntries(key, 27)).map(({ sketchId }) => sketchId).reverse()
    const first = await readEntries(key)
    const rest = await readEntries(key, null, `&cursor=${first.cursor}`)
    expect([...first.items, ...rest.items].map(({ sketch }) => sketch?.id)).toEqual(ids)
    expect(rest.done).toBe(true)
    const secondPage = await requestJson<typeof rest>(`/compo/${key}/2?format=json`)
    expect(secondPage.items).toEqual(rest.items)
  })

  it.each(['voting', 'open'] as const)('a mature entry is left out while the compo is %s', async (state) => {
    const [key, ines, adult] = [await addCompo({ state }), await addPerson(), await addPerson({ showMature: true })]
    const sketchId = await addEntry(key, ines, { mature: true })
    expect((await readEntries(key)).items).toEqual([])
    expect((await readCompo(key)).entries).toBe(0)
    for (const viewer of [ines, adult])
      expect((await readEntries(key, viewer)).items.map(({ sketch }) => sketch?.id)).toEqual([sketchId])
  })

  it('a mature entry keeps its place in the result, without its picture', async () => {
    const key = await addCompo()
    const sketchId = await addEntry(key, await addPerson(), { mature: true })
    await addEntries(key, 1)
    await pickEntry(key, sketchId)
    await closeCompo(key)
    const [first] = (await readEntries(key)).items
    expect(first).toMatchObject({ sketch: null, missing: 'mature', artist: null, place: 1 })
  })

  it.each([
    ['its artist hides', 'unlisted = 1'],
    ['its artist hides and marks as mature', 'unlisted = 1, mature = 1'],
    ['staff hide', "violation = 'copyright'"],
  ])('an entry that %s keeps its place in the result, without sketch and artist', async (_, change) => {
    const [key, ines, adult] = [await addCompo(), await addPerson(), await addPerson({ showMature: true })]
    const sketchId = await addEntry(key, ines, { title: 'Heron at dusk' })
    await addEntries(key, 1)
    await pickEntry(key, sketchId)
    await closeCompo(key)
    await env.DB.prepare(`UPDATE sketches SET ${change} WHERE id = ?`).bind(sketchId).run()
    for (const viewer of [null, adult, ines]) {
      const list = await readEntries(key, viewer)
      expect(list.items).toMatchObject([
        { sketch: null, missing: 'hidden', artist: null, place: 1 },
        { missing: null, place: 2 },
      ])
      const reply = JSON.stringify(list)
      for (const secret of ['Heron', ines.nickname]) expect(reply).not.toContain(secret)
    }
    expect((await readCompo(key, ines)).own).toMatchObject([{ id: sketchId, place: 1 }])
  })
})

describe('the list of compos [1 §3]', () => {
  const list = (query = '') => requestJson<CompoList>(`/api/v2/compo${query}`)
  const keysOf = ({ items }: CompoList) => items.map(({ id }) => id)
  const post = (body: object) => sendRequest('/api/v2/compo', { body })

  /** Adds compos of a page and one more, and returns their keys, latest first. */
  async function addPages(): Promise<string[]> {
    await removeAllCompos()
    const keys: string[] = []
    for (let number = 0; number <= COMPOS_PAGE_SIZE; number++) keys.unshift(await addCompo())
    return keys
  }

  it('a full page of fifty continues after its cursor and on its next page [1 §9]', async () => {
    const keys = await addPages()
    const first = await list()
    expect([keysOf(first), first.page, first.done]).toEqual([keys.slice(0, COMPOS_PAGE_SIZE), 1, false])
    const rest = await list(`?cursor=${first.cursor}`)
    expect(rest).toMatchObject({ items: [{ id: keys.at(-1) }], cursor: '', done: true })
    expect(rest.page).toBeUndefined()
    expect(await list('?page=2&pageSize=50')).toEqual({ ...rest, page: 2 })
    expect(await list('?page=3')).toEqual({ items: [], cursor: '', page: 3, done: true })
  })

  it('the same call answers by POST, with numbers or digits', async () => {
    const keys = await addPages()
    const first = await jsonOf<CompoList>(post({ page: 1, pageSize: 50 }))
    expect(first).toEqual(await list())
    for (const body of [{ page: 2, pageSize: 50 }, { page: '2', pageSize: '50' }, { cursor: first.cursor }])
      expect(keysOf(await jsonOf<CompoList>(post(body)))).toEqual(keys.slice(-1))
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=41',
    'pageSize=49',
    'pageSize=',
    `cursor=${'x'.repeat(201)}`,
  ])('the question %s is refused', async (query) => {
    expect(await errorOf(sendRequest(`/api/v2/compo?${query}`))).toEqual([400, 'bad_request'])
  })

  it.each([
    { page: 0 },
    { page: 1.5 },
    { page: 41 },
    { page: null },
    { pageSize: 49 },
    { pageSize: null },
    { cursor: 1 },
    { state: 'open' },
  ])('the body %j is refused', async (body) => {
    expect(await errorOf(post(body))).toEqual([400, 'bad_request'])
  })

  it('a cursor of another list is refused', async () => {
    const key = await addCompo()
    await addEntries(key, GALLERY_PAGE_SIZE)
    const { cursor } = await readEntries(key)
    expect(cursor).not.toBe('')
    for (const wrong of [cursor, 'elsewhere', btoa('["compos",1]'), btoa('["compos",1,"2"]')]) {
      const foreign = encodeURIComponent(wrong)
      expect(await errorOf(sendRequest(`/api/v2/compo?cursor=${foreign}`))).toEqual([400, 'bad_cursor'])
      expect(await errorOf(post({ cursor: wrong }))).toEqual([400, 'bad_cursor'])
    }
  })
})

describe('the page of a compo [1 §3]', () => {
  const post = (body: object) => sendRequest('/api/v2/compo/info', { body })

  it('the same call answers by POST', async () => {
    const key = await addCompo()
    expect(await jsonOf<CompoInfo>(post({ name: key }))).toEqual(await readCompo(key))
  })

  it('infos are the paragraphs of the description, and apiKey is the key by which calls name the compo', async () => {
    const key = await addCompo()
    const write = (description: string) =>
      env.DB.prepare('UPDATE compos SET description = ?2 WHERE key = ?1').bind(key, description).run()
    expect(await readCompo(key)).toMatchObject({ infos: [], apiKey: key, id: key })
    await write('Draw the way home.\nAny way.\n \n\nOne entry for each member.')
    const { infos, apiKey } = await readCompo(key)
    expect(infos).toEqual(['Draw the way home.\nAny way.', 'One entry for each member.'])
    expect((await readCompo(apiKey)).apiKey).toBe(key)
  })

  it.each(['', '?name=', '?name=Way+home', `?name=${'a'.repeat(33)}`, '?key=way-home'])(
    'the question %j is refused',
    async (query) => {
      expect(await errorOf(sendRequest(`/api/v2/compo/info${query}`))).toEqual([400, 'bad_request'])
    },
  )

  it.each([
    {},
    { name: '' },
    { name: 'Way home' },
    { name: 12 },
    { name: null },
    { name: 'a'.repeat(33) },
    { name: 'way-home', page: 1 },
  ])('the body %j is refused', async (body) => {
    expect(await errorOf(post(body))).toEqual([400, 'bad_request'])
  })

  it('a missing compo is not found', async () => {
    expect(await errorOf(sendRequest('/api/v2/compo/info?name=nowhere'))).toEqual([404, 'not_found'])
    expect(await errorOf(post({ name: 'nowhere' }))).toEqual([404, 'not_found'])
  })
})

describe('the entries of a compo [1 §3]', () => {
  it('the entries of a missing compo are not found', async () => {
    expect(await errorOf(sendRequest('/compo/nowhere/1?format=json'))).toEqual([404, 'not_found'])
  })

  it.each(['0?', '41?', '1.5?', 'x?', '1?sort=other&', '1?sort=&'])('the question %s is refused', async (page) => {
    const path = `/compo/${await addCompo()}/${page}format=json`
    expect(await errorOf(sendRequest(path))).toEqual([400, 'bad_request'])
  })

  it('a malformed key is refused', async () => {
    expect(await errorOf(sendRequest('/compo/No%20Key/1?format=json'))).toEqual([400, 'bad_request'])
  })

  it('a cursor of another compo is refused', async () => {
    const [key, other] = [await addCompo(), await addCompo()]
    await addEntries(other, GALLERY_PAGE_SIZE)
    for (const cursor of [(await readEntries(other)).cursor, 'elsewhere'])
      expect(await errorOf(sendRequest(`/compo/${key}/1?format=json&cursor=${cursor}`))).toEqual([400, 'bad_cursor'])
  })

  it('after the result they are listed by place, or the latest first if the call asks for it', async () => {
    const key = await addCompo({ state: 'voting' })
    const oldestFirst = (await addEntries(key, 6)).map(({ sketchId }) => sketchId)
    const best = (ids: number[]) => ids.toSorted((a, b) => oldestFirst.indexOf(a) - oldestFirst.indexOf(b))[0] ?? null
    for (let voters = 0; voters < 4; voters++) await voteAll(await addVoter(), key, best)
    await closeCompo(key)
    expect((await readEntries(key)).items[0]).toMatchObject({ sketch: { id: oldestFirst[0] }, place: 1 })
    const latest = await readEntries(key, null, '&sort=recent')
    expect(idsOf(latest)).toEqual(oldestFirst.toReversed())
    expect(latest.items.at(-1)?.place).toBe(1)
  })

  it('the latest first continue after the cursor and on the next page also after the result', async () => {
    const key = await addCompo()
    const latestFirst = (await addEntries(key, GALLERY_PAGE_SIZE + 2)).map(({ sketchId }) => sketchId).reverse()
    await closeCompo(key)
    const first = await readEntries(key, null, '&sort=recent')
    const rest = await readEntries(key, null, `&sort=recent&cursor=${first.cursor}`)
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(latestFirst)
    expect(rest).toMatchObject({ cursor: '', done: true })
    const second = await requestJson<CompoEntryList>(`/compo/${key}/2?format=json&sort=recent`)
    expect(idsOf(second)).toEqual(idsOf(rest))
  })

  it('a list that was begun before the result continues in its order', async () => {
    const key = await addCompo()
    const latestFirst = (await addEntries(key, GALLERY_PAGE_SIZE + 2)).map(({ sketchId }) => sketchId).reverse()
    const { cursor } = await readEntries(key)
    await closeCompo(key)
    expect(idsOf(await readEntries(key, null, `&cursor=${cursor}`))).toEqual(latestFirst.slice(GALLERY_PAGE_SIZE))
  })

  it('places continue after the cursor and on the next page', async () => {
    const key = await addCompo()
    await addEntries(key, GALLERY_PAGE_SIZE + 2)
    await closeCompo(key)
    const first = await readEntries(key)
    const rest = await readEntries(key, null, `&cursor=${first.cursor}`)
    expect(new Set([...idsOf(first), ...idsOf(rest)]).size).toBe(GALLERY_PAGE_SIZE + 2)
    expect(rest.done).toBe(true)
    expect((await requestJson<CompoEntryList>(`/compo/${key}/2?format=json`)).items).toEqual(rest.items)
  })

  it('a page of entries reads three rows for each, and five beside them, before and after the result', async () => {
    const [key, member] = [await addCompo(), await addPerson({ showMature: true })]
    await addEntries(key, 2 * GALLERY_PAGE_SIZE + 1)
    const close = async () => {
      await closeCompo(key)
      // Hidden after the result: the list has its place.
      await env.DB.prepare(
        'UPDATE sketches SET unlisted = 1 WHERE id = (SELECT sketch_id FROM compo_entries WHERE position = 2 AND compo_id = (SELECT id FROM compos WHERE key = ?))',
      )
        .bind(key)
        .run()
    }
    for (const prepare of [() => {}, close]) {
      await prepare()
      const { cursor } = await readEntries(key, member)
      for (const query of ['', `&cursor=${cursor}`]) {
        const rows = await rowsRead(`/compo/${key}/1?format=json${query}`, { as: member })
        expect(rows).toBeLessThanOrEqual(3 * GALLERY_PAGE_SIZE + 5)
      }
    }
  })

  it('many entries of blocked artists in a row make no page read more rows, and the list goes on behind them', async () => {
    const [key, viewer] = [await addCompo(), await addPerson()]
    const entries = await addEntries(key, 2 * GALLERY_PAGE_SIZE + 1)
    // Before the result the latest comes first, after it the first one: entries with equal picks are in that order.
    const shown = [entries[0], entries.at(-1)].map((entry) => entry?.artist.id)
    const readAll = async () => {
      const items: CompoEntryList['items'] = []
      for (let cursor = '', done = false; !done; ) {
        const page = await readEntries(key, viewer, cursor && `&cursor=${cursor}`)
        items.push(...page.items)
        ;({ cursor, done } = page)
      }
      return items
    }
    const rows = () => rowsRead(`/compo/${key}/1?format=json`, { as: viewer })
    for (const prepare of [() => {}, () => closeCompo(key)]) {
      await prepare()
      await env.DB.prepare('DELETE FROM blocks').run()
      const before = await rows()
      const blocked = entries.map(({ artist }) => artist.id).filter((id) => !shown.includes(id))
      await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) SELECT ?, value, 1 FROM json_each(?)')
        .bind(viewer.id, JSON.stringify(blocked))
        .run()
      // A block is one row for each entry.
      expect(await rows()).toBeLessThanOrEqual(before + GALLERY_PAGE_SIZE)
      expect(await readAll()).toHaveLength(2)
    }
  })

  it('a page with a number reads one row more for each of the latest entries before it, and the same ones as a cursor', async () => {
    const [key, artist] = [await addCompo(), await addPerson()]
    // The artist sees this one by another index than the rest.
    await addEntry(key, artist, { mature: true })
    await addEntries(key, 2 * GALLERY_PAGE_SIZE + 1)
    const { cursor } = await readEntries(key, artist)
    const second = await readEntries(key, artist, `&cursor=${cursor}`)
    const readPage = (page: number) => requestJson<CompoEntryList>(`/compo/${key}/${page}?format=json`, { as: artist })
    expect((await readPage(2)).items).toEqual(second.items)
    expect(idsOf(await readPage(3))).toHaveLength(2)
    expect((await readPage(4)).items).toEqual([])
    const rows = await rowsRead(`/compo/${key}/3?format=json`)
    expect(rows).toBeLessThanOrEqual(2 * GALLERY_PAGE_SIZE + 3 + 5)
  })
})
