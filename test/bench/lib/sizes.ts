import type { Platform } from '../../../dev/platform.ts'
import { READER } from '../../../dev/seed/bulk/who.ts'
import type { Place } from '../../../dev/settings.ts'
import { buildWorker } from './build.ts'
import { bulkPlace, firstMember } from './bulk-place.ts'
import { type Figure, figureOf } from './figure.ts'
import { signIn, within } from './state.ts'
import type { Counted, TripCost } from './trip-cost.ts'
import { startWorkerd } from './workerd.ts'

const SMALL = 1000
export const LARGE = 1_000_000
const GROWTH_MAX = 1.1
const STATEMENT_RUNS = 50

/** What requests cost that are made one after the other. */
export type Asked = { what: string; trips: TripCost[][] }

/** The site that counts, and how to ask it; the reply is the site's own. */
export type Site = {
  place: Place
  who: { name: string; headers: Record<string, string> }[]
  ask: (path: string, headers?: Record<string, string>, body?: unknown) => Promise<{ body: string; trips: TripCost[] }>
}

/**
 * Asks the same at a thousand and at a million sketches; `prepare` looks at the database first. Members see mature
 * sketches too, so that both ways of listing are taken.
 */
export async function atBothSizes<Prepared>(
  prepare: (platform: Platform) => Promise<Prepared>,
  askAll: (site: Site, prepared: Prepared) => Promise<Asked[]>,
  page?: string,
): Promise<{ small: Asked[]; large: Asked[] }> {
  const script = await buildWorker('test/bench/workers/counted-database.ts')
  const at = async (sketches: number) => atSize(await bulkPlace(sketches), script, page, prepare, askAll)
  return { small: await at(SMALL), large: await at(LARGE) }
}

/** As above, at one size and of any kind. */
export async function atSize<Prepared, Found>(
  place: Place,
  script: string,
  page: string | undefined,
  prepare: (platform: Platform) => Promise<Prepared>,
  askAll: (site: Site, prepared: Prepared) => Promise<Found>,
): Promise<Found> {
  const { cookie, prepared } = await within(place, async (platform) => {
    const member = (await firstMember(platform.DB)) + READER
    await platform.DB.batch([
      platform.DB.prepare('UPDATE users SET show_mature = 1 WHERE id = ?').bind(member),
      // Nothing is chosen anew while it is measured.
      platform.DB.prepare('UPDATE recommendations SET chosen_at = ?').bind(Date.now()),
      // None of what those they follow posted was looked at.
      platform.DB.prepare('DELETE FROM feed_read_positions'),
      // It is the birthday of one in twenty.
      platform.DB.prepare(`UPDATE users SET birth_date = '1992' || strftime('-%m-%d') WHERE id % 20 = 0`),
    ])
    return { cookie: await signIn(platform, member), prepared: await prepare(platform) }
  })
  await using workerd = await startWorkerd(place, [
    { name: 'site', script, settings: { STATEMENT_RUNS: String(STATEMENT_RUNS) }, ...(page && { page }) },
  ])
  const origin = workerd.direct.site ?? ''
  const ask: Site['ask'] = async (path, headers = {}, sent) => {
    const json = sent !== undefined && { 'content-type': 'application/json', origin }
    const reply = await fetch(`${origin}${path}`, {
      method: json ? 'POST' : 'GET',
      headers: { ...headers, ...json },
      ...(json && { body: JSON.stringify(sent) }),
    })
    const { status, trips, body } = (await reply.json()) as Counted
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    return { trips, body }
  }
  const who: Site['who'] = [
    { name: 'visitor', headers: {} },
    { name: 'member', headers: { cookie } },
  ]
  return await askAll({ place, who, ask }, prepared)
}

export const rowsOf = (trips: readonly TripCost[]) => trips.reduce((sum, { rowsRead }) => sum + rowsRead, 0)

/** Rows of each request at a million beside those at a thousand, which may not be fewer by more than a tenth. */
export function rowsFigure({ what, trips }: Asked, before: Asked | undefined, rowsMax: number): Figure {
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
