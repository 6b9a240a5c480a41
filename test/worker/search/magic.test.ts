import { describe, expect, it } from 'vitest'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

const find = async (query: string, as: Person | null = null) =>
  (await requestJson<SketchList>(`/api/v2/search/magic?${query}`, { as })).items.map(({ id }) => id)
const colours = (...list: string[]) => JSON.stringify(list)

describe('search by colours', () => {
  it('a search finds sketches that have all colours or similar ones, most present first', async () => {
    const mira = await addPerson()
    const third = await addSketch(mira, { colours: colours('#202020', '#f0f0f0', '#1f6f9f') })
    const first = await addSketch(mira, { colours: colours('#2270a0', '#f0f0f0') })
    const near = await addSketch(mira, { colours: colours('#2f78a8') })
    await addSketch(mira, { colours: colours('#a03020', '#f0f0f0') })
    await addSketch(mira, { colours: '[]' })
    expect(await find('colours=2270a0')).toEqual([first, near, third])
    expect(await find('colours=2270a0,f0f0f0')).toEqual([first, third])
    expect(await find('colours=2270a0,f0f0f0,00ff00')).toEqual([])
  })

  it('colours and words can be combined', async () => {
    const mira = await addPerson()
    const boat = await addSketch(mira, { title: 'magical boat', colours: colours('#bb00bb') })
    await addSketch(mira, { title: 'magical house', colours: colours('#bb00bb') })
    await addSketch(mira, { title: 'magical boat', colours: colours('#00bb00') })
    expect(await find('colours=bb00bb&query=boat')).toEqual([boat])
  })

  it('the cursor continues until every sketch was compared, each of them once', async () => {
    const mira = await addPerson()
    for (let made = 0; made < 90; made++) await addSketch(mira, { colours: colours('#7a00ff') })
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const page = await requestJson<SketchList>(`/api/v2/search/magic?colours=7a00ff&cursor=${cursor}`)
      seen.push(...page.items.map(({ id }) => id))
      if (page.done) break
      cursor = page.cursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([90, 90])
  })
})

describe('search by a similar sketch', () => {
  it('a search finds similar pictures, most similar first', async () => {
    const mira = await addPerson()
    const palette = colours('#336699', '#ddeeff')
    const sketch = await addSketch(mira, { perceptualHash: '0f1e2d3c4b5a6978', colours: palette })
    const far = await addSketch(mira, { perceptualHash: '0f1e2d3c4b5a96f7', colours: palette })
    const near = await addSketch(mira, { perceptualHash: '0f1e2d3c4b5a6979', colours: palette })
    const other = await addSketch(mira, { perceptualHash: 'f0e1d2c3b4a59687', colours: colours('#ff8800') })
    const found = await find(`like=${sketch}`)
    expect(found.slice(0, 2)).toEqual([near, far])
    expect(found).not.toContain(other)
  })

  it('a search does not find the sample itself', async () => {
    const sketch = await addSketch(await addPerson(), {
      perceptualHash: '0f1e2d3c4b5a6978',
      colours: colours('#336699'),
    })
    expect(await find(`like=${sketch}`)).not.toContain(sketch)
  })

  it('a sketch is similar if either its colours or its shape match', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira, { perceptualHash: '1234567812345678', colours: colours('#905010', '#105090') })
    const shape = await addSketch(mira, { perceptualHash: '1234567812345678', colours: colours('#905010') })
    const colour = await addSketch(mira, { perceptualHash: '1234567887654321', colours: colours('#915111', '#115191') })
    expect((await find(`like=${sketch}`)).toSorted()).toEqual([shape, colour])
  })

  it('sketches that the viewer may not see are neither found nor accepted as a sample', async () => {
    const [mira, stranger, ines] = [await addPerson(), await addPerson(), await addPerson()]
    const look = { perceptualHash: '0123456789abcdef', colours: colours('#123456', '#fedcba') }
    const open = await addSketch(mira, look)
    const mature = await addSketch(mira, { ...look, mature: true })
    const hidden = await addSketch(mira, { ...look, violation: 'copyright' })
    expect(await find(`like=${open}`, ines)).toEqual([])
    expect(await errorOf(sendRequest(`/api/v2/search/magic?like=${mature}`))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest(`/api/v2/search/magic?like=${hidden}`, { as: stranger }))).toEqual([
      404,
      'not_found',
    ])
    expect(await errorOf(sendRequest('/api/v2/search/magic?like=999999'))).toEqual([404, 'not_found'])
  })
})

describe('the magic search', () => {
  it('an empty search finds nothing', async () => {
    expect(await find('')).toEqual([])
    expect(await find('query=')).toEqual([])
  })

  it.each([
    'colours=red',
    'colours=%23112233',
    'colours=11223',
    'like=x',
    `colours=${Array(6).fill('112233')}`,
    'sort=recent',
  ])('malformed colours, too many colours, a malformed sample and a sort are refused: %s', async (query) => {
    expect(await errorOf(sendRequest(`/api/v2/search/magic?${query}`))).toEqual([400, 'bad_request'])
  })

  it('a search reads no more rows when there are more sketches', async () => {
    const mira = await addPerson()
    const look = { perceptualHash: '00ff00ff12345678', colours: colours('#0a0b0c', '#f5f5f5', '#808080') }
    const fill = async (count: number) => {
      await addSketches(mira, count, look)
    }
    const sketch = await addSketch(mira, look)
    const costs = async () => [
      await rowsRead('/api/v2/search/magic?colours=0a0b0c,f5f5f5'),
      await rowsRead(`/api/v2/search/magic?like=${sketch}`),
      await rowsRead('/api/v2/search/magic?colours=0a0b0c&query=sketch'),
    ]
    await fill(300)
    const few = await costs()
    await fill(3000)
    expect(await costs()).toEqual(few)
    const [byColour = 0, byExample = 0] = few
    expect([byColour <= 240 || byColour, byExample <= 520 || byExample]).toEqual([true, true])
  })
})
