import { type Figure, type Findings, figureOf, milliseconds } from './lib/figure.ts'
import { bulkLists, cursorAfter, type List, type Page } from './lib/lists.ts'
import type { Mode } from './lib/mode.ts'
import { atBothSizes, type CountingSite, type RequestCost, rowsFigure, sizesNote } from './lib/sizes.ts'

const TIMED = /^(recent|comments|sketch),/

/** Rows read (and billed) for the first, second and a middle page of every list; the middle is among equal keys. */
export async function measureRows(mode: Mode): Promise<Findings> {
  const { small, large } = await atBothSizes(mode, bulkLists, async (site, { lists, pages }) => [
    ...(await measureLists(site, lists)),
    ...(await measurePages(site, pages)),
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

async function measureLists({ viewers, sendRequest }: CountingSite, lists: readonly List[]): Promise<RequestCost[]> {
  const all: RequestCost[] = []
  for (const { name, headers } of viewers) {
    for (const { what, path, pageSize, rowsMax, middle, membersOnly } of lists) {
      if (membersOnly && name === 'visitor') continue
      const first = await sendRequest(path, headers)
      const { cursor, items } = listIn(first.body)
      if (items.length < pageSize) throw new Error(`${what} has ${items.length} items`)
      const further = `${path}${path.includes('?') ? '&' : '?'}cursor=`
      const [second, deep] = [
        await sendRequest(`${further}${cursor}`, headers),
        await sendRequest(`${further}${cursorAfter(cursor, middle)}`, headers),
      ]
      const trips = [first, second, deep].map(({ trips }) => trips)
      all.push({ what: `${what}, ${name}`, trips, rowsMax })
    }
  }
  return all
}

/** The list of a reply, or of a challenge's page. */
function listIn(body: string): { cursor: string; items: unknown[] } {
  const reply = JSON.parse(body)
  return reply.sketches ?? reply
}

async function measurePages({ viewers, sendRequest }: CountingSite, pages: readonly Page[]): Promise<RequestCost[]> {
  const all: RequestCost[] = []
  for (const { name, headers } of viewers) {
    for (const { what, path, body, rowsMax } of pages) {
      const { trips } = await sendRequest(path, headers, body)
      all.push({ what: `${what}, ${name}`, trips: [trips], rowsMax })
    }
  }
  return all
}

function timeFigures({ what, trips: [first = []] }: RequestCost, before: RequestCost | undefined): Figure[] {
  return first.map(({ table, ms }, index) => {
    const msBefore = before?.trips[0]?.[index]?.ms ?? Number.NaN
    // The clock of the database has a resolution: a quick statement can take no time.
    return figureOf({
      what: `${what}: statement ${index + 1} (${table})`,
      figure: milliseconds(ms),
      yardstick: milliseconds(msBefore),
      ratio: msBefore === 0 ? null : ms / msBefore,
    })
  })
}
