import type { Platform } from '../../../dev/platform.ts'
import { READER } from '../../../dev/seed/bulk/who.ts'
import type { LocalSite } from '../../../dev/settings.ts'
import { buildWorker } from './build.ts'
import { bulkSite, firstMember } from './bulk-place.ts'
import { type Figure, figureOf } from './figure.ts'
import type { Mode } from './mode.ts'
import { signIn, withPlatform } from './state.ts'
import type { CountedReply, TripCost } from './trip-cost.ts'
import { startWorkerd, type Workerd } from './workerd.ts'

/** Sketches in the small and in the large database, and how often a statement runs for its time. */
const PLANS = {
  full: { small: 1000, large: 1_000_000, statementRuns: 50 },
  short: { small: 1000, large: 2000, statementRuns: 1 },
} satisfies Record<Mode, object>
const GROWTH_MAX = 1.1

/** What requests cost that are made one after the other, and the bar on the rows of each. */
export type RequestCost = { what: string; trips: TripCost[][]; rowsMax: number }

/** The site that counts, and how to ask it; the reply is the site's own. */
export type CountingSite = {
  place: LocalSite
  who: { name: 'visitor' | 'member'; headers: Record<string, string> }[]
  ask: (path: string, headers?: Record<string, string>, body?: unknown) => Promise<{ body: string; trips: TripCost[] }>
}

/**
 * Asks the same at a thousand and at a million sketches; `prepare` reads the database first. Members see mature
 * sketches too, so that both ways of listing are taken.
 */
export async function atBothSizes<Prepared>(
  mode: Mode,
  prepare: (platform: Platform) => Promise<Prepared>,
  askAll: (site: CountingSite, prepared: Prepared) => Promise<RequestCost[]>,
  page?: string,
): Promise<{ small: RequestCost[]; large: RequestCost[] }> {
  const script = await buildWorker('test/bench/workers/counted-database.ts')
  const { small, large, statementRuns } = PLANS[mode]
  const settings = { STATEMENT_RUNS: String(statementRuns) }
  const worker = { name: 'site', script, settings, ...(page && { page }) }
  const at = async (sketches: number) => {
    const place = await bulkSite(sketches)
    const { cookie, prepared } = await prepareReader(place, prepare)
    await using workerd = await startWorkerd(place, [worker])
    return await askAll(siteAt(place, workerd, cookie), prepared)
  }
  return { small: await at(small), large: await at(large) }
}

export const sizesNote = (mode: Mode) =>
  `figure at ${PLANS[mode].large.toLocaleString('en')} sketches, yardstick at ${PLANS[mode].small.toLocaleString('en')}`

/** Signs the reader in, and brings what depends on the day to where it is measured. */
function prepareReader<Prepared>(place: LocalSite, prepare: (platform: Platform) => Promise<Prepared>) {
  return withPlatform(place, async (platform) => {
    const member = (await firstMember(platform.DB)) + READER
    await platform.DB.batch([
      platform.DB.prepare('UPDATE users SET show_mature = 1 WHERE id = ?').bind(member),
      // No recommendations are computed while it is measured.
      platform.DB.prepare('UPDATE recommendations SET chosen_at = ?').bind(Date.now()),
      // All uploads of those the reader follows are unread.
      platform.DB.prepare('DELETE FROM feed_read_positions'),
      // It is the birthday of one in twenty.
      platform.DB.prepare(`UPDATE users SET birth_date = '1992' || strftime('-%m-%d') WHERE id % 20 = 0`),
    ])
    return { cookie: await signIn(platform, member), prepared: await prepare(platform) }
  })
}

function siteAt(place: LocalSite, workerd: Workerd, cookie: string): CountingSite {
  const origin = workerd.direct.site ?? ''
  const ask: CountingSite['ask'] = async (path, headers = {}, sent) => {
    const json = sent !== undefined && { 'content-type': 'application/json', origin }
    const reply = await fetch(`${origin}${path}`, {
      method: json ? 'POST' : 'GET',
      headers: { ...headers, ...json },
      ...(json && { body: JSON.stringify(sent) }),
    })
    const { status, trips, body } = (await reply.json()) as CountedReply
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    return { trips, body }
  }
  const who: CountingSite['who'] = [
    { name: 'visitor', headers: {} },
    { name: 'member', headers: { cookie } },
  ]
  return { place, who, ask }
}

const rowsOf = (trips: readonly TripCost[]) => trips.reduce((sum, { rowsRead }) => sum + rowsRead, 0)

/** Rows of each request in the large database beside those in the small one; they may grow by a tenth. */
export function rowsFigure({ what, trips, rowsMax }: RequestCost, before: RequestCost | undefined): Figure {
  const rows = trips.map(rowsOf)
  const rowsBefore = (before?.trips ?? []).map(rowsOf)
  const growth = Math.max(...rows.map((now, index) => (now === 0 ? 1 : now / (rowsBefore[index] ?? 0))))
  return figureOf({
    what: `${what}: rows read`,
    figure: rows.join(' / '),
    yardstick: rowsBefore.join(' / '),
    ratio: growth,
    bar: `≤ ${rowsMax}, growth ≤ 10 %`,
    ok: Math.max(...rows) <= rowsMax && growth <= GROWTH_MAX,
  })
}
