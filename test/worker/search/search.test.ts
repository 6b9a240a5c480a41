import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SketchSearchReply } from '../../../contract/http/search.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { idConditionsOf, matchSketches } from '../../../worker/domain/search/match.ts'
import { findMember } from '../../../worker/domain/users/viewer.ts'
import { listWithFollowedTags } from '../../../worker/features/tags/queries.ts'
import { encodeCursor } from '../../../worker/lib/cursor.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { countIndexSearches } from '../../support/worker/index-searches.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'
import { addTag } from '../../support/worker/tags.ts'
import { countTrips } from '../../support/worker/trips.ts'

let worlds = 0
/** Returns a word that no other test uses. */
const word = () => `quirk${(++worlds).toString(36)}z`

const wordsOf = (count: number) => Array.from({ length: count }, word).join(' ')

const pathOf = (query: string, more = '') => `/api/v2/search/sketch?query=${encodeURIComponent(query)}${more}`
/** Finds the sketches with all words. */
const find = async (query: string, as: Person | null = null, more = '') => {
  const { items, matchingAll } = await requestJson<SketchSearchReply>(pathOf(query, more), { as })
  return items.slice(0, matchingAll).map(({ id }) => id)
}

async function pagesOf(path: string): Promise<number[][]> {
  const pages: number[][] = []
  for (let cursor = ''; ; ) {
    const page = await requestJson<SketchList>(`${path}&cursor=${cursor}`)
    pages.push(page.items.map(({ id }) => id))
    if (page.done) return pages
    cursor = page.cursor
  }
}

async function giveHearts(sketchId: number, count: number): Promise<void> {
  await env.DB.prepare('UPDATE sketches SET hearts_count = ? WHERE id = ?').bind(count, sketchId).run()
}

describe('search by words', () => {
  it('a search covers titles, descriptions, alternative texts and tags, newest first', async () => {
    const [mira, w] = [await addPerson(), word()]
    const title = await addSketch(mira, { title: `The ${w} at noon` })
    const description = await addSketch(mira, { description: `About a ${w}.` })
    const alt = await addSketch(mira, { altText: `a ${w}` })
    const tagged = await addSketch(mira)
    await addTag(tagged, mira, w)
    await addSketch(mira)
    expect(await find(w)).toEqual([tagged, alt, description, title])
  })

  it('a word matches from its beginning, without regard to case and accents', async () => {
    const [mira, w] = [await addPerson(), word()]
    const sketch = await addSketch(mira, { title: `${w}Élan Vörtex` })
    for (const query of [w, w.toUpperCase(), `${w}elan`, `${w}ÉLAN vort`, `vortex ${w}`]) {
      expect([query, await find(query)]).toEqual([query, [sketch]])
    }
    expect(await find(`${w}elan vorte xx`)).toEqual([])
    expect(await find(w.slice(1))).toEqual([])
  })

  it('all words must match', async () => {
    const [mira, w] = [await addPerson(), word()]
    const adjacent = await addSketch(mira, { title: `${w} red boat` })
    const separate = await addSketch(mira, { title: `${w} boat, red` })
    await addSketch(mira, { title: `${w} boat` })
    expect(await find(`${w} boat red`)).toEqual([separate, adjacent])
  })

  it('a phrase matches word for word', async () => {
    const [mira, w] = [await addPerson(), word()]
    const adjacent = await addSketch(mira, { title: `${w} red boat` })
    const separate = await addSketch(mira, { title: `${w} boat, red` })
    expect(await find(`${w} "red boat"`)).toEqual([adjacent])
    expect(await find(`${w} -"red boat"`)).toEqual([separate])
    expect(await find(`"${w} re"`)).toEqual([])
  })

  it('a query without words finds nothing', async () => {
    await addSketch(await addPerson())
    for (const query of ['', '   ', '-', '"', '""', '!!!', 'tag:', '(', '*']) {
      expect([query, await find(query)]).toEqual([query, []])
    }
  })

  it('any text can be searched for without an error', async () => {
    await addSketch(await addPerson(), { title: 'AND OR NOT NEAR title: ^ * " ( ) { } + -' })
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '"',
        '*',
        '^',
        '(',
        ')',
        'AND',
        'OR',
        'NOT',
        'NEAR(',
        'title:',
        '{',
        '}',
        '+',
        '-',
        'tag:',
        'size:>',
        '\0',
      ),
    )
    const typed = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' ').slice(0, 200))
    await fc.assert(
      fc.asyncProperty(typed, fc.constantFrom('sketch', 'user', 'magic'), async (query, kind) => {
        const reply = await sendRequest(`/api/v2/search/${kind}?query=${encodeURIComponent(query)}`)
        expect([query, reply.status, await reply.text()]).toEqual([query, 200, expect.any(String)])
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    Array.from({ length: 16 }, (_, n) => `tag:a${n}`).join(' '),
    `${Array.from({ length: 13 }, (_, n) => `tag:a${n}`).join(' ')} from:2020 to:2030 size:>1`,
    Array.from({ length: 16 }, () => 'size:>1').join(' '),
    Array.from({ length: 16 }, () => 'to:2020').join(' '),
    Array.from({ length: 60 }, (_, n) => `w${n}`)
      .join(' ')
      .slice(0, 200),
  ])('a query with the maximum number of conditions succeeds: %s', async (query) => {
    const member = await addPerson({ showMature: true })
    for (const more of ['', '&sort=hearts', `&sort=hearts&cursor=${btoa('["search hearts",12,5]')}`]) {
      expect((await sendRequest(pathOf(query, more), { as: member })).status).toBe(200)
    }
    const magic = `/api/v2/search/magic?query=${encodeURIComponent(query)}&colours=${Array(5).fill('808080')}`
    expect((await sendRequest(magic, { as: member })).status).toBe(200)
    expect((await sendRequest(`/api/v2/search/user?query=${encodeURIComponent(query)}`, { as: member })).status).toBe(
      200,
    )
  })

  it('a query that is too long, an unknown sort and the cursor of another list are refused', async () => {
    expect(await errorOf(sendRequest(pathOf('a'.repeat(201))))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest(pathOf('cat', '&sort=best')))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest(pathOf('cat', '&cursor=WyJyZWNlbnQiLDFd')))).toEqual([400, 'bad_cursor'])
  })

  it.each([200_000, 13, 1.5, -2])('a forged cursor does not set how much is read: level %d', async (level) => {
    const sketches = pathOf('cat', `&sort=hearts&cursor=${encodeCursor('search hearts', [level, 1])}`)
    const artists = `/api/v2/search/user?query=cat&cursor=${encodeCursor('search artists', [level, 1])}`
    for (const path of [sketches, artists]) expect(await errorOf(sendRequest(path))).toEqual([400, 'bad_cursor'])
  })
})

describe('conditions of a search', () => {
  /** Three sketches with a word of their own. */
  async function addThree() {
    const w = word()
    const [mira, ines] = [await addPerson({ nickname: `Mira ${w}` }), await addPerson()]
    const at = (date: string) => Date.parse(`${date}T12:00:00Z`)
    const early = await addSketch(mira, { title: w, createdAt: at('2031-01-01'), width: 800, height: 2040 })
    const middle = await addSketch(ines, { title: `${w} wip`, createdAt: at('2031-06-30'), width: 2060, height: 100 })
    const late = await addSketch(mira, { title: w, createdAt: at('2031-07-01'), width: 1999, height: 100 })
    await addTag(early, mira, `${w}tag`)
    return { w, early, middle, late }
  }

  type Three = Awaited<ReturnType<typeof addThree>>
  let three: Three
  beforeAll(async () => {
    three = await addThree()
  })

  it.each<[string, (sketches: Three) => [query: string, expected: number[]][]]>([
    [
      'its tags',
      ({ w, early, middle, late }) => [
        [`tag:${w}tag`, [early]],
        [`${w} -tag:${w}tag`, [late, middle]],
        [`tag:${w}ta`, []],
      ],
    ],
    [
      'its artist',
      ({ w, early, middle, late }) => [
        [`${w} user:"mira ${w}"`, [late, early]],
        [`user:"MIRA ${w}"`, [late, early]],
        [`${w} -user:"Mira ${w}"`, [middle]],
        [`${w} user:nobody-like-this`, []],
      ],
    ],
    ['words that it lacks', ({ w, early, late }) => [[`${w} -wip`, [late, early]]]],
    [
      'its date',
      ({ w, early, middle, late }) => [
        [`${w} from:2031-06 to:2031-06`, [middle]],
        [`${w} from:2031-07`, [late]],
        [`${w} to:2031-06-30`, [middle, early]],
        [`${w} from:2031 to:2031`, [late, middle, early]],
        [`${w} from:2032`, []],
      ],
    ],
    [
      'its size',
      ({ w, early, middle, late }) => [
        [`${w} size:>2000`, [middle, early]],
        [`${w} size:>2040`, [middle]],
        [`${w} size:<2040`, [late]],
        [`${w} size:<=2040 size:>=1999`, [late, early]],
        [`${w} size:>9999`, []],
      ],
    ],
  ])('a sketch is found by %s', async (_condition, casesOf) => {
    for (const [query, expected] of casesOf(three)) expect([query, await find(query)]).toEqual([query, expected])
  })

  it('conditions work without words, even exclusions alone', async () => {
    const mira = await addPerson()
    const [, newest] = [await addSketch(mira, { title: 'wip' }), await addSketch(mira)]
    expect((await find('-wip'))[0]).toBe(newest)
    expect(await find('size:<=1200')).toContain(newest)
  })
})

describe('the cost of a search', () => {
  /** The MATCH expressions of a visitor's search. */
  const textOf = (query: string) => {
    const { wanted, unwanted = [] } = matchSketches(null, parseSearch(query))
    return [...wanted, ...unwanted].join('')
  }
  const sizesIn = (query: string) => textOf(query).match(/\bs\d+/g)

  it('all sizes of a search are one range', () => {
    const sizes = Array.from({ length: 9 }, (_, n) => `size:>${n} size:<${1300 + n}`).join(' ')
    expect(sizesIn(sizes)).toEqual(Array.from({ length: 13 }, (_, n) => `s${n}`))
    expect(sizesIn('size:2040 size:>1999 size:<9999')).toHaveLength(21)
  })

  it('a size that excludes nothing is not searched for', () => {
    expect(sizesIn('size:>2 size:<=9999')).toBeNull()
  })

  it.each(['size:>1600 size:<1500', 'size:>1599 size:<1600', 'size:<0', 'from:2031 to:2030'])(
    'a search that nothing can satisfy reads nothing: %s',
    async (query) => {
      await addSketch(await addPerson())
      const magic = `/api/v2/search/magic?query=${encodeURIComponent(query)}&colours=808080`
      for (const path of [pathOf(query), pathOf(query, '&sort=hearts'), magic]) {
        const { reply, trips } = await countTrips(path)
        expect([path, reply.status, trips]).toEqual([path, 200, 0])
      }
    },
  )

  it('only the last five words of a search also match longer words, and so do five excluded words', async () => {
    const words = ['quay', 'lamp', 'mast', 'rope', 'sail', 'deck', 'buoy']
    const longer = (query: string) => textOf(query).match(/\w+(?=" \*)/g)
    expect(longer(words.join(' '))).toEqual(words.slice(-5))
    expect(longer(words.map((w) => `-${w}`).join(' '))).toEqual(words.slice(-5))
    const mira = await addPerson()
    const sketch = await addSketch(mira, { title: 'quay lamp masts ropes sails decks buoys' })
    await addSketch(mira, { title: 'quays lamps masts ropes sails decks buoys' })
    expect(await find(words.join(' '))).toEqual([sketch])
  })

  it('only searches by hearts for at most two words search the index for each level', async () => {
    const [mira, words] = [await addPerson(), Array.from({ length: 10 }, word)]
    await addSketches(mira, 25)
    await env.DB.prepare('UPDATE sketches SET title = ? WHERE user_id = ?')
      .bind(words.slice(0, 5).join(' '), mira.id)
      .run()
    const cost = (query: string) => countIndexSearches(pathOf(query, '&sort=hearts'))
    expect(await cost(words.slice(0, 2).join(' '))).toBe(13)
    expect(await cost(words.slice(0, 3).join(' '))).toBe(1)
    expect(await cost(`${words[0]} -${words[8]} -${words[9]}`)).toBe(1)
  })

  it('a search from a day after all sketches has a bound in the index', async () => {
    const [condition] = idConditionsOf(parseSearch('from:2900'))
    const row = await openDb(env.DB).get(sql`SELECT ${condition} AS within FROM (SELECT 5 AS rowid)`)
    expect(row).toEqual({ within: 0 })
  })
})

describe('results of a search', () => {
  it('results are what lists show this viewer', async () => {
    const w = word()
    const [mira, ines, matureViewer] = [await addPerson(), await addPerson(), await addPerson({ showMature: true })]
    const open = await addSketch(mira, { title: w })
    const mature = await addSketch(mira, { title: w, mature: true })
    await addSketch(mira, { title: w, unlisted: true })
    await addSketch(mira, { title: w, violation: 'notsketch' })
    await addSketch(mira, { title: w, fileLostAt: 1 })
    const byInes = await addSketch(ines, { title: w })
    expect(await find(w)).toEqual([byInes, open])
    expect(await find(w, matureViewer)).toEqual([byInes, mature, open])
    await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 1)')
      .bind(ines.id, matureViewer.id)
      .run()
    expect(await find(w, matureViewer)).toEqual([mature, open])
  })

  it('results follow changes of a sketch', async () => {
    const [mira, w] = [await addPerson(), word()]
    const sketch = await addSketch(mira, { title: 'before' })
    const set = (what: string) => env.DB.prepare(`UPDATE sketches SET ${what} WHERE id = ?`).bind(sketch).run()
    expect(await find(w)).toEqual([])
    await set(`title = '${w}'`)
    expect(await find(w)).toEqual([sketch])
    await set('mature = 1')
    expect(await find(w)).toEqual([])
    await set('mature = 0, unlisted = 1')
    expect(await find(w)).toEqual([])
    await set('unlisted = 0')
    expect(await find(w)).toEqual([sketch])
    await env.DB.prepare('DELETE FROM sketches WHERE id = ?').bind(sketch).run()
    expect(await find(w)).toEqual([])
  })

  it('results have 25 sketches a page, each of them once', async () => {
    const [mira, w] = [await addPerson({ nickname: word() }), word()]
    const made = await addSketches(mira, 60)
    await env.DB.prepare('UPDATE sketches SET title = ? WHERE user_id = ?').bind(w, mira.id).run()
    const pages = await pagesOf(pathOf(w))
    expect(pages.map((page) => page.length)).toEqual([25, 25, 10])
    expect(pages.flat()).toEqual(made)
  })

  it.each([1, 3])('results by hearts start with the most, in powers of two: %i words', async (words) => {
    const [mira, w] = [await addPerson(), wordsOf(words)]
    const made = []
    for (const hearts of [0, 1, 9, 3, 300, 5000, 0]) {
      const sketch = await addSketch(mira, { title: w })
      await giveHearts(sketch, hearts)
      made.push(sketch)
    }
    const [zero, one, nine, three, hundreds, thousands, newest] = made
    expect(await find(w, null, '&sort=hearts')).toEqual([thousands, hundreds, nine, three, one, newest, zero])
  })

  it('results by hearts leave out excluded words, whatever the number of hearts', async () => {
    const [mira, w, unwanted] = [await addPerson(), word(), word()]
    const kept = []
    for (const hearts of [0, 1, 9]) {
      for (const title of [w, `${w} ${unwanted}`]) {
        const sketch = await addSketch(mira, { title })
        await giveHearts(sketch, hearts)
        if (title === w) kept.unshift(sketch)
      }
    }
    expect(await find(`${w} -${unwanted}`, null, '&sort=hearts')).toEqual(kept)
  })

  it.each([1, 3])('results by hearts have 25 sketches a page, each of them once: %i words', async (words) => {
    const [mira, w] = [await addPerson(), wordsOf(words)]
    const ids = await addSketches(mira, 47)
    for (const [place, hearts] of [1, 9, 3, 300, 5000].entries()) await giveHearts(ids[place * 9] ?? 0, hearts)
    await env.DB.prepare('UPDATE sketches SET title = ? WHERE user_id = ?').bind(w, mira.id).run()
    const pages = await pagesOf(pathOf(w, '&sort=hearts'))
    expect(pages.map((page) => page.length)).toEqual([25, 22])
    expect(new Set(pages.flat()).size).toBe(47)
  })

  it('results by hearts for more than two words are the newest 500 sketches', async () => {
    const [mira, w] = [await addPerson(), wordsOf(3)]
    const [oldest = 0, second = 0, ...others] = (await addSketches(mira, 501)).sort((a, b) => a - b)
    for (const id of [oldest, second]) await giveHearts(id, 5000)
    await env.DB.prepare('UPDATE sketches SET title = ? WHERE user_id = ?').bind(w, mira.id).run()
    expect((await find(w, null, '&sort=hearts')).slice(0, 2)).toEqual([second, others.at(-1)])
    const all = (await pagesOf(pathOf(w, '&sort=hearts'))).flat()
    expect([all.length, new Set(all).size]).toEqual([500, 500])
  })

  it('a search by hearts reads no more rows when more than 500 sketches have all of its words', async () => {
    const [mira, w] = [await addPerson(), wordsOf(3)]
    const cost = async (count: number) => {
      await addSketches(mira, count)
      await env.DB.prepare('UPDATE sketches SET title = ? WHERE user_id = ?').bind(w, mira.id).run()
      return await rowsRead(pathOf(w, '&sort=hearts'))
    }
    const few = await cost(501)
    expect(await cost(500)).toBe(few)
    expect(few).toBeLessThan(1600)
  })

  it('a search reads no more rows when there are more sketches', async () => {
    const [mira, member] = [await addPerson(), await addPerson({ showMature: true })]
    const queries = [
      'sketch',
      'sket',
      'sketch -tag:cat',
      'sketch size:>1000',
      `sketch user:"${mira.nickname}"`,
      '"sketch"',
    ]
    const costs = async () => {
      const rows: Record<string, number> = {}
      for (const query of queries) {
        for (const more of ['', '&sort=hearts']) {
          for (const as of [null, member]) {
            rows[`${query}${more}${as ? ' member' : ''}`] = await rowsRead(pathOf(query, more), { as })
          }
        }
      }
      return rows
    }
    await addSketches(mira, 200)
    const few = await costs()
    await addSketches(mira, 3000)
    expect(await costs()).toEqual(few)
    for (const [query, rows] of Object.entries(few)) expect([query, rows <= 3 * 25 + 20 || rows]).toEqual([query, true])
  })
})

describe('followed tags', () => {
  it('the list of followed tags contains each sketch once, newest first', async () => {
    const [mira, fan, w] = [await addPerson(), await addPerson(), word()]
    const made = await addSketches(mira, 60)
    for (const id of made.slice(0, 30)) await addTag(id, mira, `${w}sea`)
    for (const id of made.slice(20, 40)) await addTag(id, mira, `${w}sky`)
    for (const tag of [`${w}sea`, `${w}sky`]) await sendRequest('/api/v2/tag/follow', { as: fan, body: { tag } })
    const db = openDb(env.DB)
    const member = await findMember(db, fan.id)
    if (!member) throw new Error('no member')
    const first = await listWithFollowedTags(db, member, {})
    const second = await listWithFollowedTags(db, member, { cursor: first.cursor })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made.slice(0, 40))
    expect([first.done, second.done]).toEqual([false, true])
  })
})
