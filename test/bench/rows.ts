import { type Figure, type Findings, figureOf, milliseconds } from './lib/figure.ts'
import { bulkLists, cursorAfter, type List, type Page } from './lib/lists.ts'
import type { Mode } from './lib/mode.ts'
import { type Asked, atBothSizes, rowsFigure, type Site, sizesNote } from './lib/sizes.ts'

/** Requests whose statements are timed too. */
const TIMED = /^(recent|comments|sketch),/

/**
 * Rows that D1 reads, and bills, for a page of every list: the first, the second, and one from the middle, among items with
 * the same key.
 */
export async function measureRows(mode: Mode): Promise<Findings> {
  const { small, large } = await atBothSizes(mode, bulkLists, async (site, { lists, pages }) => [
    ...(await askLists(site, lists)),
    ...(await askPages(site, pages)),
  ])
  const times = large.flatMap((asked, index) => (TIMED.test(asked.what) ? timeFigures(asked, small[index]) : []))
  if (times.length === 0) throw new Error('no statement was timed')
  return {
    figures: [...large.map((asked, index) => rowsFigure(asked, small[index])), ...times],
    notes: [
      `rows: ${sizesNote(mode)}; of a list its first page, its second and one in the middle; the bar is 3 rows for` +
        ' each item, 4 for a challenge, 5 for one that is searched for, and 5 beside them',
    ],
  }
}

async function askLists({ who, ask }: Site, lists: readonly List[]): Promise<Asked[]> {
  const all: Asked[] = []
  for (const { name, headers } of who) {
    for (const { what, path, pageSize, rowsMax, middle, membersOnly } of lists) {
      if (membersOnly && name === 'visitor') continue
      const first = await ask(path, headers)
      const { cursor, items } = listIn(first.body)
      if (items.length < pageSize) throw new Error(`${what} has ${items.length} items`)
      const further = `${path}${path.includes('?') ? '&' : '?'}cursor=`
      const [second, deep] = [
        await ask(`${further}${cursor}`, headers),
        await ask(`${further}${cursorAfter(cursor, middle)}`, headers),
      ]
      const trips = [first, second, deep].map(({ trips }) => trips)
      all.push({ what: `${what}, ${name}`, trips, rowsMax })
    }
  }
  return all
}

/** The list that a reply is or, of a challenge's page, has. */
function listIn(body: string): { cursor: string; items: unknown[] } {
  const reply = JSON.parse(body)
  return reply.sketches ?? reply
}

async function askPages({ who, ask }: Site, pages: readonly Page[]): Promise<Asked[]> {
  const all: Asked[] = []
  for (const { name, headers } of who) {
    for (const { what, path, body, rowsMax } of pages) {
      const { trips } = await ask(path, headers, body)
      all.push({ what: `${what}, ${name}`, trips: [trips], rowsMax })
    }
  }
  return all
}

function timeFigures({ what, trips: [first = []] }: Asked, before: Asked | undefined): Figure[] {
  return first.map(({ table, ms }, index) => {
    const msBefore = before?.trips[0]?.[index]?.ms ?? Number.NaN
    return figureOf({
      what: `${what}: statement ${index + 1} (${table})`,
      figure: milliseconds(ms),
      yardstick: milliseconds(msBefore),
      ratio: ms / msBefore,
    })
  })
}
