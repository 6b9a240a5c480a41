import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { SketchSearchReply } from '../../../contract/http/search.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { countIndexSearches } from '../../support/worker/index-searches.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'
import { addTag } from '../../support/worker/tags.ts'

let worlds = 0
/** Returns words that no other test uses. */
const newWords = (count: number) => Array.from({ length: count }, () => `half${(++worlds).toString(36)}z`)

const pathOf = (query: string, more = '') => `/api/v2/search/sketch?query=${encodeURIComponent(query)}${more}`
const search = async (query: string, as: Person | null = null, more = '') => {
  const { items, matchingAll } = await requestJson<SketchSearchReply>(pathOf(query, more), { as })
  const ids = items.map(({ id }) => id)
  return { all: ids.slice(0, matchingAll), some: ids.slice(matchingAll) }
}

describe('sketches with some of the words', () => {
  it('sketches with some of the words follow those with all of them, newest first', async () => {
    const mira = await addPerson()
    const [a = '', b = ''] = newWords(2)
    const both = await addSketch(mira, { title: `${a} and ${b}` })
    const second = await addSketch(mira, { altText: b })
    const first = await addSketch(mira)
    await addTag(first, mira, a)
    for (const more of ['', '&sort=hearts']) {
      expect(await search(`${a} ${b}`, null, more)).toEqual({ all: [both], some: [first, second] })
    }
  })

  it('more words count more than fewer', async () => {
    const mira = await addPerson()
    const [a = '', b = '', c = ''] = newWords(3)
    const two = await addSketch(mira, { title: `${a} ${c}` })
    const one = await addSketch(mira, { title: b })
    expect(await search(`${a} ${b} ${c}`)).toEqual({ all: [], some: [two, one] })
  })

  it('a rare word counts more than a frequent one', async () => {
    const mira = await addPerson()
    const [rare = '', frequent = ''] = newWords(2)
    const withRare = await addSketch(mira, { title: rare })
    for (let n = 0; n < 60; n++) await addSketch(mira, { title: frequent })
    expect((await search(`${frequent} ${rare}`)).some[0]).toBe(withRare)
  })

  it('conditions, phrases and exclusions always hold', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const [a = '', b = ''] = newWords(2)
    const wanted = await addSketch(mira, { title: `red boat ${a}` })
    await addSketch(ines, { title: `red boat ${a}` })
    await addSketch(mira, { title: `boat red ${a}` })
    await addSketch(mira, { title: `red boat ${a} wip` })
    expect(await search(`${a} ${b} "red boat" -wip user:"${mira.nickname}"`)).toEqual({ all: [], some: [wanted] })
  })

  it('a search for a single word or phrase finds only sketches with all of it', async () => {
    const mira = await addPerson()
    const [a = '', b = ''] = newWords(2)
    await addSketch(mira, { title: `${a} ${b}` })
    expect(await search(`the ${a}x`)).toEqual({ all: [], some: [] })
    expect(await search(`"${b} ${a}"`)).toEqual({ all: [], some: [] })
  })

  it('sketches that the viewer does not see in lists are not found by some of the words', async () => {
    const [mira, matureViewer] = [await addPerson(), await addPerson({ showMature: true })]
    const [a = '', b = ''] = newWords(2)
    const mature = await addSketch(mira, { title: a, mature: true })
    await addSketch(mira, { title: a, unlisted: true })
    expect((await search(`${a} ${b}`)).some).toEqual([])
    expect((await search(`${a} ${b}`, matureViewer)).some).toEqual([mature])
  })

  /** Adds thirty sketches with two words and ten with one of them. */
  async function fillPages(): Promise<{ query: string }> {
    const mira = await addPerson()
    const [a = '', b = ''] = newWords(2)
    for (let n = 0; n < 30; n++) await addSketch(mira, { title: `${a} ${b}` })
    for (let n = 0; n < 10; n++) await addSketch(mira, { title: a })
    return { query: `${a} ${b}` }
  }

  it('sketches with some of the words come on the last page only', async () => {
    const { query } = await fillPages()
    const first = await requestJson<SketchSearchReply>(pathOf(query))
    const second = await requestJson<SketchSearchReply>(pathOf(query, `&cursor=${first.cursor}`))
    expect([first.items.length, first.matchingAll, first.done]).toEqual([25, 25, false])
    expect([second.items.length, second.matchingAll, second.done]).toEqual([15, 5, true])
  })

  it('no sketch comes twice among the pages', async () => {
    const { query } = await fillPages()
    const first = await requestJson<SketchSearchReply>(pathOf(query))
    const second = await requestJson<SketchSearchReply>(pathOf(query, `&cursor=${first.cursor}`))
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(40)
  })

  it('matches that the viewer may not see take no place of sketches with some of the words', async () => {
    const [mira, ines, viewer] = [await addPerson(), await addPerson(), await addPerson()]
    const words = newWords(4)
    const found = await Promise.all(words.map((word) => addSketch(mira, { title: word })))
    const ids = await addSketches(ines, 20)
    await env.DB.prepare('UPDATE sketches SET title = ? WHERE user_id = ?').bind(words.join(' '), ines.id).run()
    expect((await search(words.join(' '), viewer)).all).toHaveLength(ids.length)
    await block(ines, viewer)
    const { all, some } = await search(words.join(' '), viewer)
    expect([all, some.sort()]).toEqual([[], found.sort()])
  })

  it('a search that more than a hundred sketches match does not continue with some of the words', async () => {
    const mira = await addPerson()
    const [a = '', b = ''] = newWords(2)
    await addSketch(mira, { title: a })
    await addSketches(mira, 100)
    await env.DB.prepare(`UPDATE sketches SET title = ? WHERE user_id = ? AND title <> ?`)
      .bind(`${a} ${b}`, mira.id, a)
      .run()
    const lastPage = async () => {
      for (let cursor = ''; ; ) {
        const page = await requestJson<SketchSearchReply>(pathOf(`${a} ${b}`, `&cursor=${cursor}`))
        if (page.done) return [page.matchingAll, page.items.length - page.matchingAll]
        cursor = page.cursor
      }
    }
    expect(await lastPage()).toEqual([0, 1])
    await addSketch(mira, { title: `${a} ${b}` })
    expect(await lastPage()).toEqual([1, 0])
  })

  it.each([
    [2, 0, 2],
    [4, 0, 10],
    [9, 0, 11],
    [4, 1, 4],
    [4, 6, 2],
    [2, 8, 1],
  ])('a search for some of %i words without %i others looks up %i groups of words', async (count, excluded, groups) => {
    const query = [...newWords(count), ...newWords(excluded).map((word) => `-${word}`)].join(' ')
    const all = 1
    expect(await countIndexSearches(pathOf(query))).toBe(all + groups)
  })

  it('a search reads no more rows when more sketches have some of its words', async () => {
    const mira = await addPerson()
    const words = newWords(6)
    const costs = async () => {
      const rows: number[] = []
      for (const count of [2, 4, 6]) rows.push(await rowsRead(pathOf(`${words.slice(1, count).join(' ')} sketch`)))
      return rows
    }
    await addSketches(mira, 300)
    const few = await costs()
    await addSketches(mira, 3000)
    const many = await costs()
    expect(many).toEqual(few)
    expect(Math.max(...many)).toBeLessThan(320)
  })
})

describe('words of a search', () => {
  it('a word is found in singular and plural, whichever was typed', async () => {
    const mira = await addPerson()
    const [w = ''] = newWords(1)
    const one = await addSketch(mira, { title: `${w} a wolf and a berry` })
    const many = await addSketch(mira, { title: `${w} wolves and berries` })
    for (const query of ['wolf', 'wolves', 'berry', 'berries']) {
      expect((await search(`${w} ${query}`)).all).toEqual([many, one])
    }
  })

  it('words such as “on” and “a” are left out', async () => {
    const mira = await addPerson()
    const [a = '', b = ''] = newWords(2)
    const found = await addSketch(mira, { title: `${a}, ${b}` })
    expect(await search(`the ${a} on a ${b}`)).toEqual({ all: [found], some: [] })
  })

  it('a phrase has no other forms of its words', async () => {
    const mira = await addPerson()
    const [w = ''] = newWords(1)
    const found = await addSketch(mira, { title: `${w} boats` })
    await addSketch(mira, { title: `${w} boat` })
    expect((await search(`"${w} boats"`)).all).toEqual([found])
  })
})
