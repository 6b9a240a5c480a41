import { type Figure, type Findings, figureOf, milliseconds } from './lib/figure.ts'
import type { Audience } from './lib/list-source.ts'
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
  const times = large.flatMap((cost, index) => (TIMED.test(cost.what) ? timeFigures(cost, small[index]) : []))
  if (times.length === 0) throw new Error('no statement was timed')
  return {
    figures: [...large.map((cost, index) => rowsFigure(cost, small[index])), ...times],
    notes: [
      `rows: ${sizesNote(mode)}; of a list its first page, its second and one in the middle; the bar is 3 rows for` +
        ' each item, 4 for a challenge or a group request, 5 for a challenge that is searched for, and 5 beside them',
    ],
  }
}

/** True for a list of staff with staff alone, and for other lists with everyone who may read them. */
const isRead = (audience: Audience, name: 'visitor' | 'member' | 'staff') =>
  audience === 'everyone'
    ? name !== 'staff'
    : audience === (name === 'staff' ? 'staff' : 'members') && name !== 'visitor'

async function measureLists(
  { viewers, staff, sendRequest }: CountingSite,
  lists: readonly List[],
): Promise<RequestCost[]> {
  const all: RequestCost[] = []
  for (const { name, headers } of [...viewers, staff]) {
    for (const { what, path, pageSize, rowsMax, middle, audience } of lists) {
      if (!isRead(audience, name)) continue
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

async function measurePages(
  { viewers, staff, sendRequest }: CountingSite,
  pages: readonly Page[],
): Promise<RequestCost[]> {
  const all: RequestCost[] = []
  for (const { name, headers } of [...viewers, staff]) {
    for (const { what, path, body, rowsMax, audience = 'everyone' } of pages) {
      if (!isRead(audience, name)) continue
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
