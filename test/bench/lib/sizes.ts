import type { Platform } from '../../../dev/platform.ts'
import { READER, STAFF } from '../../../dev/seed/bulk/members.ts'
import type { LocalSite } from '../../../dev/settings.ts'
import { buildWorker } from './build.ts'
import { bulkSite, firstMember } from './bulk-site.ts'
import { type Figure, figureOf } from './figure.ts'
import type { Mode } from './mode.ts'
import { signIn, withPlatform } from './state.ts'
import type { CountedReply, TripCost } from './trip-cost.ts'
import { startWorkerd, type Workerd } from './workerd.ts'

/** Sizes of both databases, and how often each statement runs to be timed. */
const PLANS = {
  full: { small: 1000, large: 1_000_000, statementRuns: 50 },
  short: { small: 1000, large: 2000, statementRuns: 1 },
} satisfies Record<Mode, object>
const GROWTH_MAX = 1.1

/** Cost of consecutive requests, and the bar on the rows of each. */
export type RequestCost = { what: string; trips: TripCost[][]; rowsMax: number }

/** A site that reports the cost of each request with its reply. */
export type CountingSite = {
  localSite: LocalSite
  viewers: { name: 'visitor' | 'member'; headers: Record<string, string> }[]
  staff: { name: 'staff'; headers: Record<string, string> }
  sendRequest: (
    path: string,
    headers?: Record<string, string>,
    body?: unknown,
  ) => Promise<{ body: string; trips: TripCost[] }>
}

/**
 * Measures the same requests at a thousand and a million sketches. Members see mature sketches, so that both kinds of
 * lists are covered.
 */
export async function atBothSizes<Prepared>(
  mode: Mode,
  prepare: (platform: Platform) => Promise<Prepared>,
  measureAll: (site: CountingSite, prepared: Prepared) => Promise<RequestCost[]>,
  pageFolder?: string,
): Promise<{ small: RequestCost[]; large: RequestCost[] }> {
  const script = await buildWorker('test/bench/workers/counted-database.ts')
  const { small, large, statementRuns } = PLANS[mode]
  const settings = { STATEMENT_RUNS: String(statementRuns) }
  const worker = { name: 'site', script, settings, ...(pageFolder && { page: pageFolder }) }
  const measureAt = async (sketches: number) => {
    const localSite = await bulkSite(sketches)
    const { prepared, ...cookies } = await prepareMembers(localSite, prepare)
    await using workerd = await startWorkerd(localSite, [worker])
    return await measureAll(countingSite(localSite, workerd, cookies), prepared)
  }
  return { small: await measureAt(small), large: await measureAt(large) }
}

export const sizesNote = (mode: Mode) =>
  `figure at ${PLANS[mode].large.toLocaleString('en')} sketches, yardstick at ${PLANS[mode].small.toLocaleString('en')}`

/** Signs the reader and staff in, and sets everything that depends on the date. */
function prepareMembers<Prepared>(localSite: LocalSite, prepare: (platform: Platform) => Promise<Prepared>) {
  return withPlatform(localSite, async (platform) => {
    const first = await firstMember(platform.DB)
    const member = first + READER
    await platform.DB.batch([
      platform.DB.prepare('UPDATE users SET show_mature = 1 WHERE id = ?').bind(member),
      // Prevents a computation of recommendations.
      platform.DB.prepare('UPDATE recommendations SET chosen_at = ?').bind(Date.now()),
      // Makes all followed uploads unread.
      platform.DB.prepare('DELETE FROM feed_read_positions'),
      // Today is the birthday of one member in twenty.
      platform.DB.prepare(`UPDATE users SET birth_date = '1992' || strftime('-%m-%d') WHERE id % 20 = 0`),
    ])
    const [cookie, staffCookie] = [await signIn(platform, member), await signIn(platform, first + STAFF)]
    return { cookie, staffCookie, prepared: await prepare(platform) }
  })
}

type Cookies = { cookie: string; staffCookie: string }

function countingSite(localSite: LocalSite, workerd: Workerd, { cookie, staffCookie }: Cookies): CountingSite {
  const origin = workerd.direct.site ?? ''
  const sendRequest: CountingSite['sendRequest'] = async (path, headers = {}, requestBody) => {
    const json = requestBody !== undefined && { 'content-type': 'application/json', origin }
    const reply = await fetch(`${origin}${path}`, {
      method: json ? 'POST' : 'GET',
      headers: { ...headers, ...json },
      ...(json && { body: JSON.stringify(requestBody) }),
    })
    const { status, trips, body } = (await reply.json()) as CountedReply
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    return { trips, body }
  }
  const viewers: CountingSite['viewers'] = [
    { name: 'visitor', headers: {} },
    { name: 'member', headers: { cookie } },
  ]
  return { localSite, viewers, staff: { name: 'staff', headers: { cookie: staffCookie } }, sendRequest }
}

const rowsOf = (trips: readonly TripCost[]) => trips.reduce((sum, { rowsRead }) => sum + rowsRead, 0)

/** Rows in the large database compared with the small one; they may grow by a tenth. */
export function rowsFigure({ what, trips, rowsMax }: RequestCost, small: RequestCost | undefined): Figure {
  const rows = trips.map(rowsOf)
  const smallRows = (small?.trips ?? []).map(rowsOf)
  const growth = Math.max(...rows.map((count, index) => (count === 0 ? 1 : count / (smallRows[index] ?? 0))))
  return figureOf({
    what: `${what}: rows read`,
    figure: rows.join(' / '),
    yardstick: smallRows.join(' / '),
    ratio: growth,
    bar: `≤ ${rowsMax}, growth ≤ 10 %`,
    ok: Math.max(...rows) <= rowsMax && growth <= GROWTH_MAX,
  })
}
