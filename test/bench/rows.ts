import { encodeCursor } from '../../worker/lib/cursor.ts'
import type { Place } from '../local/settings.ts'
import { buildWorker } from './lib/build.ts'
import { bulkPlace } from './lib/bulk-place.ts'
import { type Figure, type Findings, figureOf, milliseconds } from './lib/figure.ts'
import { signIn, within } from './lib/state.ts'
import type { Counted, TripCost } from './lib/trip-cost.ts'
import { startWorkerd } from './lib/workerd.ts'

const SMALL = 1000
const LARGE = 1_000_000
const ROWS_MAX = 60
/** What is searched by words reads three rows for each sketch of a page, and a few for what it looks up. */
const SEARCH_ROWS_MAX = 95

type Asked = { what: string; trips: TripCost[]; rowsMax?: number }

/** Rows that D1 reads, and bills, for one page, and the time of each statement, on a small and on a large table. */
export async function measureRows(): Promise<Findings> {
  const script = await buildWorker('test/bench/workers/counted.ts')
  const small = await costsAt(await bulkPlace(SMALL), script)
  const large = await costsAt(await bulkPlace(LARGE), script)
  const figures = large.asked.map((asked, index) => rowsFigure(asked, small.asked[index]))
  const times = large.asked.flatMap((asked, index) => timeFigures(asked, small.asked[index]))
  return {
    figures: [...figures, ...times],
    notes: [
      `rows and times: figure at ${LARGE.toLocaleString('en')} sketches, yardstick at ${SMALL.toLocaleString('en')};` +
        ` an empty trip (SELECT 1) takes ${milliseconds(large.bareTrip)}`,
    ],
  }
}

function rowsFigure({ what, trips, rowsMax = ROWS_MAX }: Asked, before: Asked | undefined): Figure {
  const rows = rowsOf(trips)
  const rowsBefore = rowsOf(before?.trips ?? [])
  return figureOf({
    what: `${what}: rows read`,
    figure: String(rows),
    yardstick: String(rowsBefore),
    ratio: rows / rowsBefore,
    bar: `≤ ${rowsMax}, no growth`,
    ok: rows <= rowsMax && rows <= rowsBefore,
  })
}

function timeFigures({ what, trips }: Asked, before: Asked | undefined): Figure[] {
  return trips.map(({ table, ms }, index) => {
    const msBefore = before?.trips[index]?.ms ?? Number.NaN
    return figureOf({
      what: `${what}: statement ${index + 1} (${table})`,
      figure: milliseconds(ms),
      yardstick: milliseconds(msBefore),
      ratio: ms / msBefore,
    })
  })
}

const rowsOf = (trips: readonly TripCost[]) => trips.reduce((sum, { rowsRead }) => sum + rowsRead, 0)

async function costsAt(place: Place, script: string): Promise<{ asked: Asked[]; bareTrip: number }> {
  const { cookie, middle, newest } = await within(place, async (platform) => {
    const member = await platform.DB.prepare('SELECT min(id) AS id FROM users').first<number>('id')
    const newest = await platform.DB.prepare('SELECT max(id) AS id FROM sketches').first<number>('id')
    if (!member || !newest) throw new Error(`nothing is in ${place.state}`)
    await platform.DB.prepare('UPDATE users SET show_mature = 1 WHERE id = ?').bind(member).run()
    return { cookie: await signIn(platform, member), middle: Math.floor(newest / 2), newest }
  })
  await using workerd = await startWorkerd(place, [{ name: 'site', script }])
  const ask = (path: string, headers: Record<string, string>) => costOf(`${workerd.direct.site}${path}`, headers)
  const [bare] = await ask('/bare-trip', {})
  const asked: Asked[] = []
  for (const [who, headers] of [
    ['visitor', {}],
    ['member', { cookie }],
  ] as const) {
    const deep = encodeCursor('recent', [middle])
    asked.push({ what: `gallery, ${who}, first page`, trips: await ask('/recentSketches', headers) })
    asked.push({ what: `gallery, ${who}, deep page`, trips: await ask(`/recentSketches?cursor=${deep}`, headers) })
  }
  asked.push({ what: 'sketch, member', trips: await ask(`/api/v2/sketch/${newest}`, { cookie }) })
  asked.push({ what: 'comments, member', trips: await ask(`/api/comments/${newest}?type=sketch`, { cookie }) })
  for (const query of ['query=sketch', 'query=sk', 'query=sketch&sort=hearts', 'query=user:"bulk 7" size:>1000']) {
    const trips = await ask(`/api/v2/search/sketch?${query.replaceAll(' ', '%20')}`, { cookie })
    asked.push({ what: `search, member, ${query}`, trips, rowsMax: SEARCH_ROWS_MAX })
  }
  return { asked, bareTrip: bare?.ms ?? Number.NaN }
}

/** The trips of a request. What visitors share is asked for once only: the next time no trip would be made for it. */
async function costOf(address: string, headers: Record<string, string>): Promise<TripCost[]> {
  const { status, trips, body } = (await (await fetch(address, { headers })).json()) as Counted
  if (status !== 200) throw new Error(`${address} answered ${status}: ${body}`)
  return trips
}
