import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtistListReply } from '../../../contract/http/artists.ts'
import { listArtists } from '../../../worker/features/artists/queries.ts'
import { encodeCursor } from '../../../worker/lib/cursor.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

/** Searches as a member, because visitors share a reply for five seconds. */
const list = (query: string, as: Person | null) => requestJson<ArtistListReply>(`/api/v2/users?${query}`, { as })
const ids = ({ items }: ArtistListReply) => items.map(({ id }) => id)
const updateUser = (id: number, what: string) => env.DB.prepare(`UPDATE users SET ${what} WHERE id = ?`).bind(id).run()
const search = (query: string, as: Person | null = null, cursor = '') =>
  requestJson<ArtistListReply>(`/api/v2/search/user?query=${encodeURIComponent(query)}&cursor=${cursor}`, { as })

async function addPeople(count: number, nickname: string): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      SELECT ?2 || ' ' || i, lower(?2) || ' ' || i, '1990-03-03', 1 FROM n`,
  )
    .bind(count, nickname)
    .run()
}

const today = () => new Date().toISOString().slice(5, 10)

describe('lists of artists [1 §7]', () => {
  describe.each([
    ['fans', 'fans_count'],
    ['glops', 'glops'],
    ['sketches', 'sketches_for_all_count'],
  ])('the list by %s', (sort, column) => {
    let viewer: Person
    beforeAll(async () => {
      viewer = await addPerson()
      await addPeople(60, `Many ${sort}`)
    })

    it('the list starts with the highest number', async () => {
      const most = await addPerson()
      await updateUser(most.id, `${column} = 1000`)
      expect(ids(await list(`sort=${sort}`, viewer))[0]).toBe(most.id)
    })

    it('the list has 50 artists a page, each of them once', async () => {
      const first = await list(`sort=${sort}`, viewer)
      expect([first.items.length, first.page]).toEqual([50, 1])
      const second = await list(`sort=${sort}&cursor=${first.cursor}`, viewer)
      expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([])
    })

    it('a page number leads to the same artists as the cursor', async () => {
      const { cursor } = await list(`sort=${sort}`, viewer)
      const second = await list(`sort=${sort}&cursor=${cursor}`, viewer)
      expect(ids(await list(`sort=${sort}&page=2`, viewer))).toEqual(ids(second))
    })
  })

  it('the list of active artists starts with the latest visit or post', async () => {
    const [viewer, seen, posted] = [await addPerson(), await addPerson(), await addPerson()]
    const later = Date.now() + 1_000_000
    await addSketch(posted, { createdAt: later })
    await env.DB.prepare('UPDATE sessions SET last_seen_at = ? WHERE user_id = ?')
      .bind(later + 1, seen.id)
      .run()
    expect(ids(await list('sort=active', viewer)).slice(0, 2)).toEqual([seen.id, posted.id])
  })

  it('the list of patrons contains the members with the flag p', async () => {
    const [viewer, patron] = [await addPerson(), await addPerson({ flags: 'fp' })]
    expect(ids(await list('sort=patrons', viewer))).toEqual([patron.id])
  })

  it('the list of birthdays contains the members born on this day of the year (UTC)', async () => {
    const [viewer, born] = [await addPerson(), await addPerson({ birthDate: `1988-${today()}` })]
    const other = await addPerson({ birthDate: '1988-01-01' })
    const shown = await list('sort=birthday', viewer)
    expect(shown.items.find(({ id }) => id === born.id)?.birthday).toBe(today())
    expect(ids(shown).includes(other.id)).toBe(today() === '01-01')
  })

  it('the list of birthdays does not reveal the year of birth', async () => {
    const [viewer, born] = [await addPerson(), await addPerson({ birthDate: `1988-${today()}` })]
    const { items } = await list('sort=birthday', viewer)
    // The number of another item can contain the year.
    const { id: _, nickname: _nickname, ...shown } = items.find(({ id }) => id === born.id) ?? {}
    expect(shown).toHaveProperty('birthday')
    expect(JSON.stringify(shown)).not.toContain('1988')
  })

  it('other lists show no birthdays', async () => {
    const [viewer, born] = [await addPerson(), await addPerson({ birthDate: `1988-${today()}` })]
    await updateUser(born.id, 'fans_count = 2000')
    const { items } = await list('sort=fans', viewer)
    expect(items.find(({ id }) => id === born.id)?.birthday).toBeNull()
    expect(items.every(({ birthday }) => birthday === null)).toBe(true)
  })

  it('a birthday on 29 February is listed on the 28th in years without a 29th', async () => {
    const leapling = await addPerson({ birthDate: '1996-02-29' })
    const on = async (day: string) =>
      ids(await listArtists(openDb(env.DB), null, { sort: 'birthday', page: 1, now: Date.parse(`${day}T23:00:00Z`) }))
    expect(await on('2031-02-28')).toContain(leapling.id)
    expect(await on('2032-02-28')).not.toContain(leapling.id)
    expect(await on('2032-02-29')).toContain(leapling.id)
  })

  it.each(['active', 'birthday', 'patrons'])('the list of %s has one page', async (sort) => {
    const viewer = await addPerson()
    expect(await list(`sort=${sort}&page=2`, viewer)).toMatchObject({ items: [], done: true })
    expect((await list(`sort=${sort}`, viewer)).done).toBe(true)
  })

  describe('counts of sketches that only some viewers see', () => {
    let viewer: Person
    let matureViewer: Person
    let mira: Person
    let ines: Person
    beforeAll(async () => {
      viewer = await addPerson()
      matureViewer = await addPerson({ showMature: true })
      mira = await addPerson({ nickname: 'Kestrel' })
      ines = await addPerson()
      await env.DB.exec('UPDATE users SET sketches_count = 0, sketches_for_all_count = 0')
      for (const fields of [{}, { mature: true }, { mature: true }, { unlisted: true }]) await addSketch(mira, fields)
      for (let count = 0; count < 2; count++) await addSketch(ines)
    })

    it('the number of sketches of an artist counts what this viewer sees in lists', async () => {
      const counted = async (as: Person) => {
        const listed = (await list('sort=sketches', as)).items.find(({ id }) => id === mira.id)
        return [listed?.sketches, (await search('kestrel', as)).items.map(({ sketches }) => sketches)]
      }
      expect(await counted(viewer)).toEqual([1, [1]])
      expect(await counted(matureViewer)).toEqual([3, [3]])
    })

    it('the order by sketches follows what this viewer sees in lists', async () => {
      const counted = async (as: Person) =>
        (await list('sort=sketches', as)).items.slice(0, 2).map(({ id, sketches }) => [id, sketches])
      expect(await counted(viewer)).toEqual([
        [ines.id, 2],
        [mira.id, 1],
      ])
      expect(await counted(matureViewer)).toEqual([
        [mira.id, 3],
        [ines.id, 2],
      ])
    })
  })

  it('members who blocked the viewer or are blocked by them are missing', async () => {
    const [viewer, blocked, blocking] = [await addPerson(), await addPerson(), await addPerson()]
    for (const { id } of [blocked, blocking]) await updateUser(id, 'glops = 5000')
    const block = 'INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 1)'
    await env.DB.prepare(block).bind(viewer.id, blocked.id).run()
    await env.DB.prepare(block).bind(blocking.id, viewer.id).run()
    const shown = ids(await list('sort=glops', viewer))
    expect(shown.filter((id) => id === blocked.id || id === blocking.id)).toEqual([])
    expect(ids(await search(blocked.nickname, viewer))).not.toContain(blocked.id)
    expect(ids(await search(blocking.nickname, viewer))).not.toContain(blocking.id)
  })

  it('an unknown sort, a page beyond the last and a malformed cursor are refused', async () => {
    expect(await errorOf(sendRequest('/api/v2/users'))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest('/api/v2/users?sort=age'))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest('/api/v2/search/user?query=mira&sort=age'))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest('/api/v2/users?sort=fans&page=41'))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest('/api/v2/users?sort=fans&cursor=abc'))).toEqual([400, 'bad_cursor'])
  })
})

describe('the search for artists [1 §7]', () => {
  it('a query matches the beginnings of the words of a nickname, without regard to case and accents', async () => {
    const person = await addPerson({ nickname: 'Zoë Québec-Lund' })
    for (const query of ['zoë', 'ZOE', 'que', 'zoe que', 'lund zoe', 'Zoë Québec-Lund']) {
      expect([query, ids(await search(query))]).toEqual([query, [person.id]])
    }
    expect(ids(await search('uebec'))).toEqual([])
  })

  it('the exact nickname comes first, then the artists with the most fans', async () => {
    const [few, exact, many] = [
      await addPerson({ nickname: 'Quillon Ax' }),
      await addPerson({ nickname: 'Quillon', nicknameKey: 'quillon' }),
      await addPerson({ nickname: 'Quillon Bo' }),
    ]
    await updateUser(many.id, 'fans_count = 20')
    await updateUser(few.id, 'fans_count = 3')
    const shown = await search('quillon')
    expect(ids(shown)).toEqual([exact.id, many.id, few.id])
    expect(shown.items[0]).toMatchObject({ nickname: 'Quillon', avatar: null, glops: 0 })
  })

  it('a search finds an artist by the current nickname alone', async () => {
    const person = await addPerson({ nickname: 'Oldname Xq' })
    await updateUser(person.id, "nickname = 'Newname Xq', nickname_key = 'newname xq'")
    expect(ids(await search('oldname'))).toEqual([])
    expect(ids(await search('newname'))).toEqual([person.id])
  })

  it('only the last five words of a query also match longer words', async () => {
    const person = await addPerson({ nickname: 'Zan Zbnx Zcnx Zdnx Zenx Zfnx' })
    await addPerson({ nickname: 'Zanx Zbnx Zcnx Zdnx Zenx Zfnx' })
    expect(ids(await search('zan zbn zcn zdn zen zfn'))).toEqual([person.id])
  })

  it('a query without words finds nobody', async () => {
    for (const query of ['', ' ', '!!', '"']) expect([query, (await search(query)).items]).toEqual([query, []])
  })

  it('a search has 50 artists a page, each of them once', async () => {
    await addPeople(120, 'Paged')
    const first = await search('paged')
    const second = await search('paged', null, first.cursor)
    const third = await search('paged', null, second.cursor)
    expect([first, second, third].map(({ items }) => items.length)).toEqual([50, 50, 20])
    expect(new Set([first, second, third].flatMap(ids)).size).toBe(120)
  })
})

describe('the cost of lists of artists', () => {
  it('a list reads no more rows when there are more artists', async () => {
    const viewer = await addPerson()
    const laterPage = (sort: string, keys: number[]) =>
      `/api/v2/users?sort=${sort}&cursor=${encodeCursor(`artists ${sort}`, keys)}`
    const paths = [
      ...['active', 'birthday', 'patrons', 'fans', 'glops', 'sketches'].map((sort) => `/api/v2/users?sort=${sort}`),
      // Most members have counts of zero: the pages in the middle of them, before all, and after all.
      ...['fans', 'glops', 'sketches'].flatMap((sort) =>
        [
          [0, viewer.id + 100],
          [1_000_000, 1],
          [-1, 1],
        ].map((keys) => laterPage(sort, keys)),
      ),
      '/api/v2/search/user?query=crowd',
      '/api/v2/search/user?query=cro',
    ]
    const costs = async () =>
      Promise.all(paths.map(async (path) => [path, await rowsRead(path, { as: viewer })] as const))
    await addPeople(200, 'Crowd')
    const few = await costs()
    await addPeople(3000, 'Crowded')
    expect(await costs()).toEqual(few)
    for (const [path, rows] of few) expect([path, rows <= 3 * 50 + 20 || rows]).toEqual([path, true])
  })

  it.each(['fans', 'glops', 'sketches'])(
    'a list by %s reads no more rows when there are more deleted accounts',
    async (sort) => {
      for (const viewer of [await addPerson(), await addPerson({ showMature: true })]) {
        // The members with counts of zero from the newest account on.
        const path = `/api/v2/users?sort=${sort}&cursor=${encodeCursor(`artists ${sort}`, [0, 1_000_000])}`
        const addDeleted = async (count: number) => {
          await addPeople(count, `Deleted ${sort} ${viewer.id} ${count}`)
          await env.DB.prepare(`UPDATE users SET deleted_at = 1 WHERE nickname LIKE 'Deleted%'`).run()
        }
        await addDeleted(1)
        const few = await rowsRead(path, { as: viewer })
        await addDeleted(200)
        expect(await rowsRead(path, { as: viewer })).toBe(few)
      }
    },
  )
})
